/** The lower bound: a bare node:http server that returns the same bytes as the sandbox. */
import { createServer } from 'node:http';
import { listen } from '../scripts/servers/listen.ts';

/** Two addresses of the sandbox, whose responses are copied before anything is measured. */
const [listUrl, bookUrl, key] = process.argv.slice(2);
if (listUrl === undefined || bookUrl === undefined || key === undefined) {
  throw new Error('usage: bare.ts <list url> <book url> <api key>');
}

async function bytesOf(url: string): Promise<Buffer> {
  const answer = await fetch(url, { headers: { apikey: key ?? '' } });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

const list = await bytesOf(listUrl);
const book = await bytesOf(bookUrl);

const server = createServer((request, response) => {
  const body = request.url === '/list' ? list : book;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});

console.log(`http://127.0.0.1:${await listen(server)}`);
