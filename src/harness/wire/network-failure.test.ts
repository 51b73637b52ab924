/** Tests the descriptions of failed connections, over real sockets if possible. */
import { createServer as createHttp } from 'node:http';
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { explainNetworkFailure } from './network-failure.ts';

const openServers: Server[] = [];
afterEach(() => {
  for (const server of openServers.splice(0)) server.close();
});

async function startListening(server: Server): Promise<string> {
  openServers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

async function explain(url: string) {
  try {
    await fetch(url);
  } catch (error) {
    const { message, advice } = explainNetworkFailure(error, url);
    return `${message}. ${advice}`;
  }
  throw new Error('It answered.');
}

it('a port without a listener', async () => {
  const explanation = await explain('http://127.0.0.1:48/books');
  expect(explanation).toBe(
    '127.0.0.1:48 refuses connections (ECONNREFUSED). Is the service running, and is the port right?',
  );
});

it('an unknown host', async () => {
  expect(await explain('http://no.invalid/books')).toMatch(
    /^no address is known for no\.invalid \(E\w+\)\. Check the spelling/,
  );
});

it('describes https on a port for http', async () => {
  const host = await startListening(createHttp((_, answer) => answer.end()));
  expect(await explain(`https://${host}/books`)).toMatch(
    /^127\.0\.0\.1:\d+ does not speak https \(\w+\)\. If the port speaks http, use http:\/\//,
  );
});

it('describes a port with another protocol', async () => {
  const host = await startListening(
    createServer((socket) => void socket.end('220 mail.example\r\n\r\n')),
  );
  expect(await explain(`http://${host}/books`)).toMatch(/does not speak http \(HPE_\w+\)/);
});

it('a connection that is closed', async () => {
  const host = await startListening(createServer((socket) => void socket.destroy()));
  expect(await explain(`http://${host}/books`)).toMatch(/closed the connection without a response/);
});

it('reports the message of any other failure', () => {
  const { message } = explainNetworkFailure(new Error('the proxy responded with 502'), 'http://a');
  expect(message).toBe('the proxy responded with 502');
});
