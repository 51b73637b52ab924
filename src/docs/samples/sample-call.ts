/** Creates the call that the samples of an operation show, from the contract and its examples. */
import { follow, isObject, type Json } from '../../contract/json-pointer.ts';
import type { Method, OperationId } from '../../contract/operations.ts';
import { readContract } from '../../contract/spec.ts';

/** The call of a sample. A value that is unknown before the call is written as `$NAME`, and read from the environment. */
export interface SampleCall {
  readonly method: Method;
  /** The whole address: `$DISTRIBUTION_URL/books/$BOOK_ID`. */
  readonly address: string;
  readonly needsKey: boolean;
  readonly json?: Json;
  /** The media type of the file `$FILE` that is sent. */
  readonly fileType?: string;
}

const variables: Readonly<Record<string, string>> = {
  bookPublicId: '$BOOK_ID',
  bookExternalId: '$EXTERNAL_ID',
  fileId: '$FILE_ID',
};

const fileFields = { filename: 'the-salt-road.epub', hashSha256: '$FILE_SHA256' };

/** The bodies and addresses of the operations, if they are not only the path. */
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

export function createSampleCall(id: OperationId): SampleCall {
  const { method, path, needsKey } = readContract().operations[id];
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => variables[name] ?? '');
  return { method, needsKey, address: `$DISTRIBUTION_URL${filledPath}`, ...overrides[id] };
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
