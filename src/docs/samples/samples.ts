/** Creates the samples of every operation in three languages. CI runs each of them against the sandbox. */
import type { OperationId } from '../../contract/operations.ts';
import {
  json as jsonNotation,
  formatLiteral,
  python,
  createSampleCall,
  type SampleCall,
  javaScript,
  listVariables,
} from './sample-call.ts';

export interface Sample {
  /** The language for syntax highlighting. */
  readonly lang: string;
  /** The label of the sample on the page. */
  readonly label: string;
  readonly source: string;
}

export function createSamples(id: OperationId): readonly Sample[] {
  const call = createSampleCall(id);
  return [
    { lang: 'Shell', label: 'curl', source: createCurlSample(call) },
    { lang: 'TypeScript', label: 'Client', source: createClientSample(id) },
    { lang: 'Python', label: 'Python', source: createPythonSample(call) },
  ];
}

function createCurlSample({ method, address, needsKey, json, fileType }: SampleCall): string {
  const verb = method === 'GET' ? '' : ` --request ${method}`;
  const type = json === undefined ? fileType : 'application/json';
  return [
    `curl --fail-with-body${verb} "${address}"`,
    ...(needsKey ? ['--header "apikey: $DISTRIBUTION_API_KEY"'] : []),
    ...(type === undefined ? [] : [`--header 'Content-Type: ${type}'`]),
    ...(json === undefined ? [] : [`--data '${quoteForShell(formatLiteral(json, jsonNotation))}'`]),
    ...(fileType === undefined ? [] : ['--data-binary "@$FILE"']),
  ].join(' \\\n  ');
}

/** Quotes JSON for a shell: in single quotes, which are closed around variables. */
function quoteForShell(text: string): string {
  return text.replaceAll("'", `'\\''`).replaceAll(/"(\$[A-Z0-9_]+)"/g, `"'"$1"'"`);
}

/** Returns a call as a program for Python 3.8 and newer. */
function createPythonSample({ method, address, needsKey, json, fileType }: SampleCall): string {
  const type = json === undefined ? fileType : 'application/json';
  const headers = [
    ...(needsKey ? ['"apikey": environ["DISTRIBUTION_API_KEY"]'] : []),
    ...(type === undefined ? [] : [`"Content-Type": "${type}"`]),
  ].join(', ');
  const jsonBody =
    json === undefined ? undefined : `json.dumps(${formatLiteral(json, python, '    ')}).encode()`;
  const body = fileType === undefined ? jsonBody : 'open(environ["FILE"], "rb").read()';
  return [
    ...(json === undefined ? [] : ['import json']),
    'from os import environ',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${formatAddress(address)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    `    headers={${headers}},`,
    ...(body === undefined ? [] : [`    data=${body},`]),
    ')',
    'with urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n');
}

/** Formats an address as an f-string, or as a variable if it consists of one. */
function formatAddress(address: string): string {
  const variable = /^\$([A-Z_]+)$/.exec(address)?.[1];
  return variable === undefined
    ? `f"${address.replaceAll(/\$([A-Z_]+)/g, `{environ['$1']}`)}"`
    : `environ["${variable}"]`;
}

const clientCalls: Readonly<Record<OperationId, string>> = {
  createBook: `const { id } = await distribution.books.create(${formatLiteral(createSampleCall('createBook').json ?? {}, javaScript)});
console.log(id);`,
  listBooks: `for await (const book of distribution.books.list({ format: 'ebook' })) {
  console.log(book.id, book.attributes.title);
}`,
  readBook: `const book = await distribution.books.get($BOOK_ID);
console.log(book.attributes.status);`,
  lookUpBook: `const book = await distribution.books.findByExternalId($EXTERNAL_ID);
console.log(book === null ? 'no such book' : book.id);`,
  updateBook: `await distribution.books.update($BOOK_ID, { isFinalVersion: true });`,
  requestUploads: `const grants = await distribution.books.requestUploads($BOOK_ID, [
  {
    referenceId: 'text',
    role: 'ebook_content',
    filename: 'the-salt-road.epub',
    hashSha256: $FILE_SHA256,
  },
]);
for (const { id, url } of grants) console.log(id, url);`,
  putFile: `// Hashes the file, requests its URL, sends it there without the key, and attaches it.
const { files } = await distribution.books.upload($BOOK_ID, [
  { role: 'ebook_content', path: $FILE, filename: 'the-salt-road.epub' },
]);
for (const file of files) console.log(file.filename, file.ok);`,
  attachFile: `await distribution.books.attach($BOOK_ID, {
  fileId: $FILE_ID,
  filename: 'the-salt-road.epub',
  hashSha256: $FILE_SHA256,
});`,
  publishBook: `await distribution.books.publish($BOOK_ID);`,
  unpublishBook: `await distribution.books.unpublish($BOOK_ID);`,
  deleteBook: `await distribution.books.delete($BOOK_ID);`,
};

function createClientSample(id: OperationId): string {
  const text = clientCalls[id];
  const variables = listVariables(text).map((name) => `  ${name} = '',\n`);
  return `import { createDistribution } from 'book-distribution-client';

const {
  DISTRIBUTION_URL: baseUrl = '',
  DISTRIBUTION_API_KEY: apiKey = '',
${variables.join('')}} = process.env;
const distribution = createDistribution({ baseUrl, apiKey });

${text.replaceAll(/\$([A-Z][A-Z0-9_]+)/g, '$1')}`;
}
