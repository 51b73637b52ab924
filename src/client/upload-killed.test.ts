/** Tests that an upload which was killed, at any stage, is finished by the same call made again. */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as ask, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serveSandbox } from '../sandbox/serve.ts';
import type { BookCreate } from './book.ts';
import { createDistribution } from './create-distribution.ts';
import type { FileToUpload } from './upload-source.ts';

const closing: (() => unknown)[] = [];
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upload-killed-'));
});

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await rm(folder, { recursive: true });
});

const audiobook: BookCreate = {
  format: 'audio',
  title: 'The Salt Road',
  language: ['en'],
  description: 'Nine letters from the coast.',
  category: ['FIC000000'],
  copyright: 'SELF',
  saleTerritory: ['ALL'],
  publicationDate: '2030-05-01',
  contributor: [{ firstName: 'Bo', lastName: 'Lind', role: 'Narrated by' }],
  price: [{ currency: 'EUR', price: 9.99 }],
  audioDetails: { audioLength: 1_200, audioEdition: 'UBR' },
};

/** The program that is killed; the same call as below, in a process of its own. */
const program = `
  const [given, client] = process.argv.slice(1);
  const { baseUrl, apiKey, id, files, options, hashes } = JSON.parse(given);
  const { createDistribution } = await import(client);
  const { books } = createDistribution({ baseUrl, apiKey, maxRetries: 0 });
  const onProgress = ({ stage, file }) => {
    if (stage === 'hash' && hashes && file === 1) process.kill(process.pid, 'SIGKILL');
  };
  await books.upload(id, files, { ...options, onProgress });
`;

/** Where on a request's way the program is killed. */
type Place = 'before' | 'middle' | 'after';

interface Relay {
  readonly url: string;
  /** Content-Length of each PUT that began, and hash of each that reached the storage whole. */
  readonly begun: string[];
  readonly whole: string[];
}

/** Passes requests on, and kills on the nth that fits, on its way there or back. */
async function relay(
  to: () => string,
  kill: {
    readonly fits: RegExp;
    readonly nth: number;
    readonly place: Place;
    readonly now: () => void;
  },
): Promise<Relay> {
  const begun: string[] = [];
  const whole: string[] = [];
  let fitting = 0;
  const server = createServer((request, response) => {
    const mine = kill.fits.test(`${request.method} ${request.url}`) && ++fitting === kill.nth;
    const pass = async (): Promise<void> => {
      if (mine && kill.place === 'before') kill.now();
      const upstream = ask(`${to()}${request.url}`, {
        method: request.method,
        headers: request.headers,
      });
      const hash = createHash('sha256');
      if (request.method === 'PUT') begun.push(request.headers['content-length'] ?? '');
      request.on('data', (piece: Buffer) => {
        hash.update(piece);
        if (mine && kill.place === 'middle') kill.now();
      });
      const came = new Promise<IncomingMessage>((resolve) => upstream.once('response', resolve));
      await Promise.all([pipeline(request, upstream), came]);
      if (request.method === 'PUT') whole.push(hash.digest('hex'));
      if (mine && kill.place === 'after') kill.now();
      const answer = await came;
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      await pipeline(answer, response);
    };
    pass().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, begun, whole };
}

async function track(name: string, length: number): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, randomBytes(length));
  return path;
}

it.each<[string, RegExp, Place, number]>([
  ['while it hashes', /^never/, 'before', 1],
  ['before a grant', /^POST .*upload$/, 'before', 2],
  ['after a grant', /^POST .*upload$/, 'after', 2],
  ['as it begins to send', /^PUT/, 'before', 2],
  ['while it sends', /^PUT/, 'middle', 2],
  ['after it has sent', /^PUT/, 'after', 2],
  ['before it attaches', /^PATCH .*attach$/, 'before', 2],
  ['after it has attached', /^PATCH .*attach$/, 'after', 2],
  ['after it has attached the last file', /^PATCH .*attach$/, 'after', 3],
  ['before the chapters', /^PATCH .*books.[^/]*$/, 'before', 1],
  ['after the chapters', /^PATCH .*books.[^/]*$/, 'after', 1],
])(
  'killed %s',
  async (stage, ...[fits, place, nth]) => {
    const killing = { stage, fits, place, nth };
    await Promise.all([1, 3].map((concurrency) => killedOnce({ ...killing, concurrency })));
  },
  60_000,
);

interface Killing {
  readonly stage: string;
  readonly fits: RegExp;
  readonly place: Place;
  readonly nth: number;
  readonly concurrency: number;
}

async function killedOnce({ stage, fits, place, nth, concurrency }: Killing): Promise<void> {
  const victim = { kill: () => true, killed: false };
  const now = (): void => {
    victim.killed = victim.kill();
  };
  const addresses = { api: '', storage: '' };
  const api = await relay(() => addresses.api, { fits, nth, place, now });
  const storage = await relay(() => addresses.storage, { fits, nth, place, now });
  const served = await serveSandbox({ storageOrigin: () => storage.url });
  closing.push(served.close);
  addresses.api = served.url;
  addresses.storage = served.storageUrl;
  const { books } = createDistribution({ baseUrl: served.url, apiKey: served.key });
  const { id } = await books.create(audiobook);
  const files: FileToUpload[] = [
    {
      role: 'audio_content',
      path: await track(`${concurrency}-1.mp3`, 300_000),
      chapter: { sequence: 1, title: 'One' },
    },
    {
      role: 'audio_content',
      path: await track(`${concurrency}-2.mp3`, 3_000_000),
      chapter: { sequence: 2, title: 'Two' },
    },
    { role: 'audio_cover', path: await track(`${concurrency}-3.jpg`, 30_000) },
  ];
  const journal = join(folder, `${concurrency}.journal`);
  const options = { concurrency, journal };
  const hashes = stage === 'while it hashes';
  const given = { baseUrl: api.url, apiKey: served.key, id, files, options, hashes };
  const client = import.meta.resolve('./index.ts');
  const flags = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const child = spawn(process.execPath, [...flags, JSON.stringify(given), client], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said += text.toString();
  });
  victim.kill = () => child.kill('SIGKILL');
  const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)));
  expect(signal, said).toBe('SIGKILL');
  // What the dead program had sent may still be on its way through the relay.
  await new Promise((resolve) => setTimeout(resolve, 100));

  const again = await books.upload(id, files, options);
  expect(again.files.map(({ ok }) => ok)).toEqual([true, true, true]);
  const { attributes } = await books.get(id);
  expect(attributes.files).toHaveLength(3);
  expect(attributes.chapters).toMatchObject(again.chapters);
  // No file reached the storage whole twice. Sending was begun again only for what was under way.
  expect(new Set(storage.whole).size).toBe(3);
  expect(storage.whole).toHaveLength(3);
  if (concurrency === 1) expect(storage.begun.length).toBeLessThanOrEqual(4);
  await books.publish(id);
  const { attributes: published } = await books.get(id);
  expect((await books.upload(id, files, options)).ok).toBe(true);
  expect((await books.get(id)).attributes.status).toBe(published.status);
  expect(await readFile(journal, 'utf8')).not.toMatch(/https?:|nonce|signature/);
}
