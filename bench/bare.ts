/** A bare node:http server that returns the same bytes as the sandbox: the lower bound of the cost. */
import { createServer } from 'node:http';
import { listen } from '../tests/support/servers/server-process.ts';

/** Two addresses of the sandbox. The server copies their responses when it starts. */
const [listUrl, bookUrl, key] = process.argv.slice(2);
if (listUrl === undefined || bookUrl === undefined || key === undefined) {
  throw new Error('usage: bare.ts <list url> <book url> <api key>');
}

async function readBytes(url: string): Promise<Buffer> {
  const response = await fetch(url, { headers: { apikey: key ?? '' } });
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

const list = await readBytes(listUrl);
const book = await readBytes(bookUrl);

const server = createServer((request, response) => {
  const body = request.url === '/list' ? list : book;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});

console.log(`http://127.0.0.1:${await listen(server)}`);
