/** Starts the three servers that are compared, each with the two addresses that are requested. */
import { newBook } from '../tests/support/sandbox/test-client.ts';
import { startBareServer, startBookdist, startPrism, type Child } from './child.ts';

export interface Server extends Child {
  readonly name: string;
  readonly listUrl: string;
  readonly bookUrl: string;
}

/** The key of the sandbox; the other servers accept any key. */
export const key = 'sandbox-key';

const prefix = '/v2/distribution';
const headers = { apikey: key };

/** More books than one page of the list shows. */
const bookCount = 200;

/** Starts sandbox, bare server and mock. */
export async function startServers(): Promise<readonly Server[]> {
  const sandbox = await startFilledSandbox();
  return [sandbox, await startCopy(sandbox), await startMock()];
}

/** Starts a sandbox with enough books for four pages, in a separate process. */
export async function startFilledSandbox(): Promise<Server> {
  const child = await startBookdist(['sandbox', '--port', '0']);
  const api = `${new URL(child.address).origin}${prefix}`;
  for (let number = 0; number < bookCount; number += 1) {
    const response = await fetch(`${api}/books`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(newBook('ebook', { externalId: `bench-${number}` })),
    });
    if (response.status !== 201) throw new Error(`create got ${response.status}`);
  }
  const bookResponse = await fetch(`${api}/books/external-id/bench-0`, { headers });
  const id = /"id":\s*"([0-9a-f-]{36})"/.exec(await bookResponse.text())?.[1];
  if (id === undefined) throw new Error('the book that was just created is not found');
  const [listUrl, bookUrl] = [`${api}/books?perPage=50`, `${api}/books/${id}`];
  return { ...child, name: 'sandbox', listUrl, bookUrl };
}

async function startCopy({ listUrl, bookUrl }: Server): Promise<Server> {
  const child = await startBareServer([listUrl, bookUrl, key]);
  const [list, book] = [`${child.address}/list`, `${child.address}/book`];
  return { ...child, name: 'bare', listUrl: list, bookUrl: book };
}

/** Starts Prism. Its list is the single example of the contract, so its responses are shorter. It serves no prefix. */
async function startMock(): Promise<Server> {
  const child = await startPrism();
  const list = `${child.address}/books`;
  const bookUrl = `${list}/6f1c2f0e-8a3b-4c55-9d7e-0b6d1c1e4a01`;
  return { ...child, name: 'prism', listUrl: `${list}?perPage=50`, bookUrl };
}
