/** The call that the samples of an operation make, read from the contract and its examples. */
import { follow, isObject, type Json } from '../../contract/json-pointer.ts';
import type { Method, OperationId } from '../../contract/operations.ts';
import { readContract } from '../../contract/spec.ts';

/** Values that are unknown before the call are written `$NAME`, which each language reads from the environment. */
export interface SampleCall {
  readonly method: Method;
  /** The whole address: `$DISTRIBUTION_URL/books/$BOOK_ID`. */
  readonly address: string;
  readonly keyed: boolean;
  readonly json?: Json;
  /** The kind of file that is sent from `$FILE`. */
  readonly fileType?: string;
}

const variables: Readonly<Record<string, string>> = {
  bookPublicId: '$BOOK_ID',
  bookExternalId: '$EXTERNAL_ID',
  fileId: '$FILE_ID',
};

const fileFields = { filename: 'the-salt-road.epub', hashSha256: '$FILE_SHA256' };

/** Values that suit a sample better than the contract's example. */
const overrides: Partial<Record<OperationId, Partial<SampleCall>>> = {
  createBook: { json: findExample('CreateEbook') },
  listBooks: { address: '$DISTRIBUTION_URL/books?format=ebook&perPage=20' },
  updateBook: { json: findExample('DeclareFinal') },
  requestUploads: { json: [{ referenceId: 'text', role: 'ebook_content', ...fileFields }] },
  putFile: { address: '$UPLOAD_URL', fileType: 'application/epub+zip' },
  attachFile: { json: fileFields },
  publishBook: { json: {} },
  unpublishBook: { json: {} },
  deleteBook: { json: {} },
};

/** Returns the call of an operation. */
export function createSampleCall(id: OperationId): SampleCall {
  const { method, path, keyed } = readContract().operations[id];
  const filledPath = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => variables[name] ?? `$${name}`,
  );
  return { method, keyed, address: `$DISTRIBUTION_URL${filledPath}`, ...overrides[id] };
}

/** Returns the names of the environment variables in a string, each once. */
export function listVariables(text: string): string[] {
  return [...new Set([...text.matchAll(/\$\{?([A-Z][A-Z0-9_]+)/g)].map(([, name = '']) => name))];
}

function findExample(name: string): Json {
  const example = follow(readContract().document, `#/components/examples/${name}`);
  const value = isObject(example) ? example['value'] : undefined;
  if (value === undefined) throw new Error(`The contract has no example ${name}.`);
  return value;
}
