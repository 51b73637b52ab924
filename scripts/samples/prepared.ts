/** Prepares a sandbox for a sample by making the calls before it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { OperationId } from '../../src/contract/operations.ts';
import { apiPrefix } from '../../src/contract/spec.ts';
import { createSampleCall } from '../../src/docs/samples/index.ts';
import { type ServedSandbox, serveSandbox } from '../../src/sandbox/index.ts';

export interface Prepared {
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
export async function prepareSandbox(operation: OperationId, file: string): Promise<Prepared> {
  // A sample shows its own call, not everything that publish requires.
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
    const answer = await sendCall(earlier, environment, bytes);
    Object.assign(environment, readIds(earlier, answer));
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
    text.replaceAll(/\$([A-Z][A-Z0-9_]+)/g, (hole, name: string) => environment[name] ?? hole);
  const keyed = { apikey: environment['DISTRIBUTION_API_KEY'] ?? '' };
  const init =
    fileType === undefined
      ? {
          headers: { ...keyed, 'content-type': 'application/json' },
          body: fill(JSON.stringify(json)),
        }
      : { headers: { 'content-type': fileType }, body: bytes };
  const response = await fetch(fill(address), { method, ...init });
  const text = await response.text();
  if (!response.ok) throw new Error(`${operation} got ${response.status}: ${text}`);
  return text;
}

/** Returns the ids and the URL that later calls need, from either documented shape. */
function readIds(operation: OperationId, answer: string): Record<string, string> {
  const first = (pattern: RegExp): string => pattern.exec(answer)?.[1] ?? '';
  if (operation === 'createBook') return { BOOK_ID: first(/"(?:bookId|id)":"([^"]+)"/) };
  if (operation !== 'requestUploads') return {};
  return { FILE_ID: first(/"id":"([^"]+)"/), UPLOAD_URL: first(/"url":"([^"]+)"/) };
}
