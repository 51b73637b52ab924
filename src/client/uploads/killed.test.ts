/** Tests that an upload or a flow which was killed, at any stage, is finished by the same call made again. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { serveSandbox } from '../../sandbox/index.ts';
import { createDistribution, type Distribution } from '../create-distribution.ts';
import { createTestFolder } from '../scenes/local-server.ts';
import { startRelay, type Place } from '../scenes/relay.ts';
import { audiobook } from '../scenes/scene.ts';
import { createTrack } from '../scenes/storage-scene.ts';
import type { AudioRole } from '../contract.ts';
import type { FileOfRole } from '../files/source.ts';

/** The client in one file, because a separate program starts faster with one file than with a hundred. */
let client = '';

beforeAll(async () => {
  const outdir = await mkdtemp(join(tmpdir(), 'client-'));
  client = join(outdir, 'index.mjs');
  const entry = fileURLToPath(import.meta.resolve('../index.ts'));
  const bundle = { bundle: true, format: 'esm', platform: 'node' } as const;
  await build({ entryPoints: [entry], outfile: client, ...bundle });
});

afterAll(() => rm(join(client, '..'), { recursive: true }));

/** The program that is killed; the same call as below, in a separate process. */
const program = `
  const [given, client] = process.argv.slice(1);
  const { baseUrl, apiKey, id, plan, options, hashes } = JSON.parse(given);
  const { createDistribution } = await import(client);
  const { books, flows } = createDistribution({ baseUrl, apiKey, maxRetries: 0 });
  const onProgress = ({ stage, file }) => {
    if (stage === 'hash' && hashes && file === 1) process.kill(process.pid, 'SIGKILL');
  };
  const watched = { ...options, onProgress };
  await (id ? books.upload(id, plan.files, watched) : flows.audiobook(plan, watched));
`;

type Case = readonly [stage: string, fits: RegExp, place: Place, nth: number];

const uploading: readonly Case[] = [
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
];

/** The options of a flow besides those of an upload. */
const around: readonly Case[] = [
  ['before the book', /^POST .*books$/, 'before', 1],
  ['after the book', /^POST .*books$/, 'after', 1],
  ['before the final flag', /^PATCH .*books.[^/]*$/, 'before', 2],
  ['after the final flag', /^PATCH .*books.[^/]*$/, 'after', 2],
  ['before it publishes', /^POST .*publish$/, 'before', 1],
  ['after it has published', /^POST .*publish$/, 'after', 1],
];

it.each(uploading)(
  'an upload killed %s',
  async (stage, ...[fits, place, nth]) => {
    const killing = { stage, fits, place, nth, flow: false };
    await Promise.all([1, 3].map((concurrency) => killedOnce({ ...killing, concurrency })));
  },
  60_000,
);

it.each([...uploading, ...around])(
  'a flow killed %s',
  async (stage, ...[fits, place, nth]) => {
    await killedOnce({ stage, fits, place, nth, flow: true, concurrency: 1 });
  },
  60_000,
);

interface Killing {
  readonly stage: string;
  readonly fits: RegExp;
  readonly place: Place;
  readonly nth: number;
  readonly flow: boolean;
  readonly concurrency: number;
}

async function killedOnce(killing: Killing): Promise<void> {
  const { stage, fits, place, nth, flow, concurrency } = killing;
  const victim = { kill: () => true };
  const now = (): unknown => victim.kill();
  const addresses = { api: '', storage: '' };
  const api = await startRelay(() => addresses.api, { fits, nth, place, now });
  const storage = await startRelay(() => addresses.storage, { fits, nth, place, now });
  const served = await serveSandbox({ storageOrigin: () => storage.url });
  onTestFinished(async () => served.close());
  addresses.api = served.url;
  addresses.storage = served.storageUrl;
  const writes: string[] = [];
  const distribution = createDistribution({
    baseUrl: served.url,
    apiKey: served.key,
    fetch: async (request) => {
      if (request.method !== 'GET') writes.push(`${request.method} ${request.url}`);
      return fetch(request);
    },
  });
  const { books } = distribution;
  const externalId = 'backlist/0042';
  const book = { ...audiobook, externalId };
  const id = flow ? undefined : (await books.create(book)).id;
  const { format: _format, ...fields } = book;
  const plan = { book: fields, files: await threeFiles(), isFinalVersion: true };
  const journal = join(await createTestFolder(), 'uploads.journal');
  const options = { concurrency, journal };
  const hashes = stage === 'while it hashes';
  const given = { baseUrl: api.url, apiKey: served.key, id, plan, options, hashes };
  const flags = ['--input-type=module', '--eval', program, JSON.stringify(given), client];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (text: Buffer) => {
    output += text.toString();
  });
  victim.kill = () => child.kill('SIGKILL');
  const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)));
  expect(signal, output).toBe('SIGKILL');
  await Promise.all([api.settled(), storage.settled()]);

  const again = async () => finish(distribution, { id, plan, options });
  await again();
  const found = await books.findByExternalId(externalId);
  if (found === null) throw new Error('the book is not there');
  const { attributes, id: there } = found;
  expect(await books.list().toArray({ limit: 9 })).toHaveLength(1);
  expect(attributes.files).toHaveLength(3);
  expect(attributes.chapters?.map(({ title }) => title)).toEqual(['One', 'Two']);
  // No file reached the storage whole twice. Sending was begun again only for what was under way.
  expect(new Set(storage.completePuts).size).toBe(3);
  expect(storage.completePuts).toHaveLength(3);
  if (concurrency === 1) expect(storage.startedPuts.length).toBeLessThanOrEqual(4);
  if (!flow) await books.publish(there);
  const { status } = (await books.get(there)).attributes;
  expect(status).toBe('in_review');
  writes.splice(0);
  await again();
  expect(writes).toEqual([]);
  expect((await books.get(there)).attributes.status).toBe(status);
  expect(await readFile(journal, 'utf8')).not.toMatch(/https?:|nonce|signature/);
}

async function threeFiles(): Promise<readonly FileOfRole<AudioRole>[]> {
  const one = { ...(await createTrack('1.mp3', 300_000)), chapter: { sequence: 1, title: 'One' } };
  const two = {
    ...(await createTrack('2.mp3', 3_000_000)),
    chapter: { sequence: 2, title: 'Two' },
  };
  const { path } = await createTrack('3.jpg', 30_000);
  return [one, two, { role: 'audio_cover', path }];
}

interface Call {
  readonly id: string | undefined;
  readonly plan: Parameters<Distribution['flows']['audiobook']>[0];
  readonly options: { readonly concurrency: number; readonly journal: string };
}

async function finish({ books, flows }: Distribution, call: Call): Promise<void> {
  const { id, plan, options } = call;
  if (id === undefined) await flows.audiobook(plan, options);
  else await books.upload(id, plan.files, options);
}
