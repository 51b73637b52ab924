/** Prepares a sandbox for a sample with the calls that must come before it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { OperationId } from '../../src/contract/operations.ts';
import { apiPrefix } from '../../src/contract/spec.ts';
import { createSampleCall } from '../../src/docs/samples/index.ts';
import { type ServedSandbox, serveSandbox } from '../../src/sandbox/index.ts';

interface PreparedSandbox {
  readonly served: ServedSandbox;
  /** The environment of the sample. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The calls that each sample needs first. */
const earlierCalls: Readonly<Record<OperationId, readonly OperationId[]>> = {
  createBook: [],
  listBooks: ['createBook'],
  readBook: ['createBook'],
  lookUpBook: ['createBook'],
  updateBook: ['createBook'],
  requestUploads: ['createBook'],
  putFile: ['createBook', 'requestUploads'],
  attachFile: ['createBook', 'requestUploads', 'putFile'],
  publishBook: ['createBook', 'updateBook'],
  unpublishBook: ['createBook', 'updateBook', 'publishBook'],
  deleteBook: ['createBook'],
};

/** Starts a sandbox and makes the calls, each with the body of its sample. */
export async function prepareSandbox(
  operation: OperationId,
  file: string,
): Promise<PreparedSandbox> {
  // The samples do not prepare everything that publish may require.
  const served = await serveSandbox({ readings: { 'publish.validation-content': 'only-listed' } });
  const bytes = await readFile(file);
  const environment: Record<string, string> = {
    DISTRIBUTION_URL: served.url + apiPrefix,
    DISTRIBUTION_API_KEY: served.key,
    EXTERNAL_ID: 'cat-2027-0142',
    FILE: file,
    FILE_SHA256: createHash('sha256').update(bytes).digest('hex'),
  };
  for (const earlier of earlierCalls[operation]) {
    const body = await sendCall(earlier, environment, bytes);
    Object.assign(environment, readIds(earlier, body));
    if (earlier === 'publishBook') await served.sandbox.settle(environment['BOOK_ID'] ?? '');
  }
  return { served, environment };
}

async function sendCall(
  operation: OperationId,
  environment: Readonly<Record<string, string>>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const { method, address, json, fileType } = createSampleCall(operation);
  const fill = (text: string) =>
    text.replaceAll(
      /\$([A-Z][A-Z0-9_]+)/g,
      (placeholder, name: string) => environment[name] ?? placeholder,
    );
  const key = { apikey: environment['DISTRIBUTION_API_KEY'] ?? '' };
  const init =
    fileType === undefined
      ? {
          headers: { ...key, 'content-type': 'application/json' },
          body: fill(JSON.stringify(json)),
        }
      : { headers: { 'content-type': fileType }, body: bytes };
  const response = await fetch(fill(address), { method, ...init });
  const text = await response.text();
  if (!response.ok) throw new Error(`${operation} got ${response.status}: ${text}`);
  return text;
}

/** Returns the ids and the URL that later calls need, from each documented shape of a response. */
function readIds(operation: OperationId, body: string): Record<string, string> {
  const first = (pattern: RegExp): string => pattern.exec(body)?.[1] ?? '';
  if (operation === 'createBook') return { BOOK_ID: first(/"(?:bookId|id)":"([^"]+)"/) };
  if (operation !== 'requestUploads') return {};
  return { FILE_ID: first(/"id":"([^"]+)"/), UPLOAD_URL: first(/"url":"([^"]+)"/) };
}
