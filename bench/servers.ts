/** The three servers that are compared, each with the two addresses it is asked at. */
import { bareServer, bookdist, prism, type Child } from './child.ts';

export interface Server extends Child {
  readonly name: string;
  readonly listUrl: string;
  readonly bookUrl: string;
}

/** Any key does for the mock and for the bare server. */
export const key = 'sandbox-key';

const prefix = '/v2/distribution';
const headers = { apikey: key };

/** More than one page of the list holds. */
const books = 200;

/** Starts sandbox, bare server and mock. */
export async function startServers(): Promise<readonly Server[]> {
  const sandbox = await filledSandbox();
  return [sandbox, await copyOf(sandbox), await contractMock()];
}

/** A sandbox with books enough for four pages, in a process of its own. */
export async function filledSandbox(): Promise<Server> {
  const child = await bookdist(['sandbox', '--port', '0']);
  const api = `${new URL(child.address).origin}${prefix}`;
  for (let number = 0; number < books; number += 1) {
    const made = await fetch(`${api}/books`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: bookNumber(number),
    });
    if (made.status !== 201) throw new Error(`create answered ${made.status}`);
  }
  const found = await fetch(`${api}/books/external-id/bench-0`, { headers });
  const id = /"id":\s*"([0-9a-f-]{36})"/.exec(await found.text())?.[1];
  if (id === undefined) throw new Error('the book that was just made is not found');
  const [listUrl, bookUrl] = [`${api}/books?perPage=50`, `${api}/books/${id}`];
  return { ...child, name: 'sandbox', listUrl, bookUrl };
}

async function copyOf({ listUrl, bookUrl }: Server): Promise<Server> {
  const child = await bareServer([listUrl, bookUrl, key]);
  const [list, book] = [`${child.address}/list`, `${child.address}/book`];
  return { ...child, name: 'bare', listUrl: list, bookUrl: book };
}

/** Prism's list is the one example of the contract, so it has less to send; it serves no prefix. */
async function contractMock(): Promise<Server> {
  const child = await prism();
  const list = `${child.address}/books`;
  const bookUrl = `${list}/6f1c2f0e-8a3b-4c55-9d7e-0b6d1c1e4a01`;
  return { ...child, name: 'prism', listUrl: `${list}?perPage=50`, bookUrl };
}

function bookNumber(number: number): string {
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
