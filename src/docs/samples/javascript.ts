/** Creates the samples in JavaScript, with fetch and with our client. */
import type { OperationId } from '../../contract/operations.ts';
import {
  javaScript,
  formatLiteral,
  createSampleCall,
  listVariables,
  type SampleCall,
} from './sample-call.ts';

export function createFetchSample(call: SampleCall): string {
  const { method, address, needsKey, json, fileType } = call;
  const type = json === undefined ? fileType : 'application/json';
  const headers = [
    ...(needsKey ? ['apikey: DISTRIBUTION_API_KEY'] : []),
    ...(type === undefined ? [] : [`'Content-Type': '${type}'`]),
  ].join(', ');
  const jsonBody =
    json === undefined ? undefined : `JSON.stringify(${formatLiteral(json, javaScript, '  ')})`;
  const body = fileType === undefined ? jsonBody : 'await readFile(FILE)';
  const text = [
    `const response = await fetch(${formatAddress(address)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${headers} },`,
    ...(body === undefined ? [] : [`  body: ${body},`]),
    '});',
    'if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);',
    'console.log(response.status, await response.text());',
  ].join('\n');
  const variables = [
    listVariables(address),
    needsKey ? 'DISTRIBUTION_API_KEY' : [],
    listVariables(JSON.stringify(json ?? '')),
    fileType === undefined ? [] : 'FILE',
  ].flat();
  return [
    ...(fileType === undefined ? [] : ["import { readFile } from 'node:fs/promises';\n"]),
    `const { ${variables.join(', ')} } = process.env;\n`,
    text,
  ].join('\n');
}

/** Formats an address as a template literal, or as a variable if it consists of one. */
function formatAddress(address: string): string {
  const variable = /^\$([A-Z_]+)$/.exec(address)?.[1];
  return variable ?? `\`${address.replaceAll(/\$([A-Z_]+)/g, '${$1}')}\``;
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

export function createClientSample(id: OperationId): string {
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
