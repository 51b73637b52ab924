/** Tests a PUT by Node's http against storages that are slow, refuse early, or answer strangely. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer, globalAgent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { credentialsFor } from '../../scripts/gated/authority.ts';
import { localServer, portOf } from './scenes/local-server.ts';
import { track } from './scenes/storage-scene.ts';
import { systemTime as time } from './time.ts';
import { send } from './upload-put.ts';
import { sourceOf } from './upload-source.ts';

async function sentTo(listener: RequestListener, length: number, place = localServer) {
  const url = await place(listener);
  const source = await (await sourceOf(await track('one.mp3', length))).open();
  const counts: number[] = [];
  const onBytes = (bytes: number): void => void counts.push(bytes);
  const rest = { type: 'audio/mpeg', check: undefined, signal: undefined, stallMs: 5_000 };
  const sent = await send({ url, source, onBytes, ...rest }, { storageFetch: undefined, time });
  const hash = createHash('sha256');
  for await (const piece of source.pieces(true)) hash.update(piece);
  await source.close();
  return { sent, counts, hash: hash.digest('hex') };
}

/** Trusted while the test runs. */
async function secureServer(listener: RequestListener): Promise<string> {
  const { authority, cert, key } = credentialsFor('localhost');
  const { ca } = globalAgent.options;
  globalAgent.options.ca = authority;
  onTestFinished(() => {
    globalAgent.options.ca = ca;
  });
  return `https://localhost:${await portOf(createServer({ cert, key }, listener))}`;
}

const answering =
  (answer: (response: ServerResponse) => unknown): RequestListener =>
  (request, response) =>
    void request.resume().once('end', () => answer(response));

it.each([
  ['a buffer for each piece', 5_000_001, localServer],
  ['two buffers', 70_000_001, localServer],
  ['two buffers, over TLS', 70_000_001, secureServer],
])('sends a file whole to a storage that reads by fits and starts: %s', async (_, ...given) => {
  const [length, place] = given;
  const kept = createHash('sha256');
  const read = async (request: IncomingMessage): Promise<void> => {
    let pieces = 0;
    for await (const piece of request) {
      kept.update(Buffer.from(piece));
      if ((pieces += 1) % 100 === 0) await pause(1);
    }
  };
  const { sent, counts, hash } = await sentTo(
    (request, response) => {
      void read(request).then(() => response.end());
    },
    length,
    place,
  );
  expect(sent).toMatchObject({ verdict: 'stored', status: 200 });
  expect(kept.digest('hex')).toBe(hash);
  expect(counts.at(-1)).toBe(length);
});

it('stops to send when it is refused, and has the reason', async () => {
  const { sent, counts } = await sentTo((request, response) => {
    request.once('data', () => {
      request.pause();
      response.writeHead(403).end('<Error><Code>ExpiredToken</Code></Error>');
    });
  }, 60_000_000);
  expect(sent).toMatchObject({ verdict: 'expired', status: 403, code: 'ExpiredToken' });
  expect(counts.at(-1) ?? 0).toBeLessThan(60_000_000);
});

it.each<[string, (response: ServerResponse) => unknown, object]>([
  ['a redirect', (to) => to.writeHead(307, { location: '/there' }).end(), { verdict: 'final' }],
  ['nothing new', (to) => to.writeHead(304).end(), { verdict: 'final' }],
  ['a status nobody knows', (to) => to.writeHead(799).end(), { verdict: 'broken' }],
  [
    'a wish to wait',
    (to) => to.writeHead(503, { 'retry-after': '7' }).end(),
    { retryAfterMs: 7_000 },
  ],
  [
    'a success that breaks off',
    (to) => to.writeHead(200, { 'content-length': 9 }).write('a', () => to.destroy()),
    { verdict: 'stored' },
  ],
])('takes %s for what it is', async (_, answer, expected) => {
  const { sent } = await sentTo(answering(answer), 10_000);
  expect(sent).toMatchObject(expected);
});
