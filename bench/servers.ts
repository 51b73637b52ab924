/** The three servers that are compared, each with the two addresses that are requested. */
import { newBook } from '../scripts/team/caller.ts';
import { bareServer, bookdist, prism, type Child } from './child.ts';

export interface Server extends Child {
  readonly name: string;
  readonly listUrl: string;
  readonly bookUrl: string;
}

/** The mock and the bare server accept any key. */
export const key = 'sandbox-key';

const prefix = '/v2/distribution';
const headers = { apikey: key };

/** More books than one page of the list shows. */
const books = 200;

/** Starts sandbox, bare server and mock. */
export async function startServers(): Promise<readonly Server[]> {
  const sandbox = await filledSandbox();
  return [sandbox, await copyOf(sandbox), await contractMock()];
}

/** Starts a sandbox with enough books for four pages, in a separate process. */
export async function filledSandbox(): Promise<Server> {
  const child = await bookdist(['sandbox', '--port', '0']);
  const api = `${new URL(child.address).origin}${prefix}`;
  for (let number = 0; number < books; number += 1) {
    const made = await fetch(`${api}/books`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(newBook('ebook', { externalId: `bench-${number}` })),
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
