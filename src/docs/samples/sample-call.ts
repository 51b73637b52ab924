/** The calls that the samples show, and values as literals of a language. */
import { follow, isObject, type Json, isArray } from '../../contract/json-pointer.ts';
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

/** How a language writes values. */
interface Notation {
  readonly indent: string;
  /** True if the last item has a comma when each item has its own line. */
  readonly trailingComma: boolean;
  readonly key: (name: string) => string;
  readonly text: (value: string) => string;
  readonly word: (value: boolean | number | null) => string;
  /** Formats an environment variable. In a value it is written as `$NAME`. */
  readonly variable: (name: string) => string;
}

export const json: Notation = {
  indent: '  ',
  trailingComma: false,
  key: JSON.stringify,
  text: JSON.stringify,
  word: String,
  variable: (name) => `"$${name}"`,
};

export const javaScript: Notation = {
  indent: '  ',
  trailingComma: true,
  key: (name) => name,
  text: (value) => `'${value.replaceAll("'", "\\'")}'`,
  word: String,
  variable: (name) => name,
};

const pythonWords = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

export const python: Notation = {
  ...json,
  indent: '    ',
  trailingComma: true,
  word: (value) => pythonWords.get(value) ?? String(value),
  variable: (name) => `environ["${name}"]`,
};

const maxLineLength = 64;

/** Formats a value in a notation. All lines after the first start with `indent`. */
export function formatLiteral(value: Json, notation: Notation, indent = ''): string {
  if (typeof value === 'string') {
    const variable = /^\$([A-Z0-9_]+)$/.exec(value)?.[1];
    return variable === undefined ? notation.text(value) : notation.variable(variable);
  }
  const itemIndent = indent + notation.indent;
  const write = (item: Json) => formatLiteral(item, notation, itemIndent);
  if (isArray(value)) return enclose(['[', ']'], value.map(write), { notation, indent });
  if (!isObject(value)) return notation.word(value);
  const parts = Object.entries(value).map(([key, item]) => `${notation.key(key)}: ${write(item)}`);
  return enclose(['{', '}'], parts, { notation, indent });
}

function enclose(
  [open, close]: readonly [string, string],
  parts: readonly string[],
  { notation, indent }: { readonly notation: Notation; readonly indent: string },
): string {
  const oneLine = parts.join(', ');
  const padding = open === '{' && oneLine !== '' ? ' ' : '';
  if (oneLine.length < maxLineLength && !oneLine.includes('\n'))
    return open + padding + oneLine + padding + close;
  const lines = parts.map((part) => `${indent}${notation.indent}${part}`).join(',\n');
  return `${open}\n${lines}${notation.trailingComma ? ',' : ''}\n${indent}${close}`;
}
