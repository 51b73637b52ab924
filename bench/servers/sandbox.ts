/** The sandbox under measure: in memory, as `bookdist sandbox` serves it, with more books than a page holds. */
import { serveSandbox } from '../../src/sandbox/serve.ts';
import { report } from './served.ts';

const books = 200;

const { url, key } = await serveSandbox();
const api = `${url}/v2/distribution`;
const headers = { apikey: key };

function bodyOf(number: number): string {
  return JSON.stringify({
    format: 'ebook',
    title: `A book for the bench, number ${number}`,
    subtitle: 'Measured again and again',
    externalId: `bench-${number}`,
    language: ['EN'],
    description: 'It is listed, read and forgotten.',
    category: ['FIC000000'],
    keyword: ['bench'],
    copyright: 'SELF',
    saleTerritory: ['ALL'],
    publicationDate: '2031-05-17',
    contributor: [{ firstName: 'Ada', lastName: 'Author', role: 'Author' }],
    price: [{ currency: 'EUR', price: 9.99 }],
  });
}

for (let number = 0; number < books; number += 1) {
  const answer = await fetch(`${api}/books`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: bodyOf(number),
  });
  if (answer.status !== 201) throw new Error(`create answered ${answer.status}`);
}

const found = await fetch(`${api}/books/external-id/bench-0`, { headers });
const id = /"id":\s*"([0-9a-f-]{36})"/.exec(await found.text())?.[1];
if (id === undefined) throw new Error('the book that was just made is not found');
report({ listUrl: `${api}/books?perPage=50`, bookUrl: `${api}/books/${id}`, headers });
