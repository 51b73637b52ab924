/** Tests that the same call completes an upload or a flow that was killed at any stage. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { serveSandbox, type ServedSandbox } from '../../sandbox/index.ts';
import { createDistribution, type Distribution } from '../create-distribution.ts';
import {
  startRelay,
  type KillPoint,
  type Relay,
  createTrack,
} from '../../../tests/support/client/storage-scene.ts';
import { audiobook } from '../../../tests/support/client/scene.ts';
import type { AudioRole } from '../contract.ts';
import type { FileOfRole } from '../files/source.ts';
import { createFolder } from '../../../tests/support/fixtures.ts';

/** The path of the bundled client. A program starts faster with one file than with a hundred. */
let clientPath = '';

beforeAll(async () => {
  const outdir = await mkdtemp(join(tmpdir(), 'client-'));
  clientPath = join(outdir, 'index.mjs');
  const entry = fileURLToPath(import.meta.resolve('../index.ts'));
  const bundle = { bundle: true, format: 'esm', platform: 'node' } as const;
  await build({ entryPoints: [entry], outfile: clientPath, ...bundle });
});

afterAll(() => rm(join(clientPath, '..'), { recursive: true }));

/** The source of the program that is killed. It makes the same call as `repeatCall`, in a process of its own. */
const programSource = `
  const [input, clientPath] = process.argv.slice(1);
  const { baseUrl, apiKey, id, plan, options, killsWhileHashing } = JSON.parse(input);
  const { createDistribution } = await import(clientPath);
  const { books, flows } = createDistribution({ baseUrl, apiKey, maxRetries: 0 });
  const onProgress = ({ stage, file }) => {
    if (killsWhileHashing && stage === 'hash' && file === 1) process.kill(process.pid, 'SIGKILL');
  };
  const callOptions = { ...options, onProgress };
  await (id ? books.upload(id, plan.files, callOptions) : flows.audiobook(plan, callOptions));
`;

/** The program is killed at the nth request that matches the pattern. */
type Case = readonly [stage: string, pattern: RegExp, moment: KillPoint, nth: number];

const uploadCases: readonly Case[] = [
  // No request matches: the program kills itself.
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

/** The stages that only a flow has, and one of its uploads. */
const flowCases: readonly Case[] = [
  ['while it sends', /^PUT/, 'middle', 2],
  ['before the book', /^POST .*books$/, 'before', 1],
  ['after the book', /^POST .*books$/, 'after', 1],
  ['before the final flag', /^PATCH .*books.[^/]*$/, 'before', 2],
  ['after the final flag', /^PATCH .*books.[^/]*$/, 'after', 2],
  ['before it publishes', /^POST .*publish$/, 'before', 1],
  ['after it has published', /^POST .*publish$/, 'after', 1],
];

it.each(uploadCases)('completes an upload that was killed %s', async (...killCase) => {
  const runs = [1, 3].map((concurrency) => killAndRepeat(killCase, { isFlow: false, concurrency }));
  await Promise.all(runs);
});

it.each(flowCases)('completes a flow that was killed %s', async (...killCase) => {
  await killAndRepeat(killCase, { isFlow: true, concurrency: 1 });
});

async function killAndRepeat(
  killCase: Case,
  { isFlow, concurrency }: { readonly isFlow: boolean; readonly concurrency: number },
): Promise<void> {
  const [stage] = killCase;
  const { server, api, storage, runProgram } = await startServers(killCase);
  const writes: string[] = [];
  const distribution = createDistribution({
    baseUrl: server.url,
    apiKey: server.key,
    fetch: async (request) => {
      if (request.method !== 'GET') writes.push(`${request.method} ${request.url}`);
      return fetch(request);
    },
  });
  const { books } = distribution;
  const externalId = 'backlist/0042';
  const { format, ...fields } = { ...audiobook, externalId };
  const id = isFlow ? undefined : (await books.create({ format, ...fields })).id;
  const plan = { book: fields, files: await createFiles(), isFinalVersion: true };
  const journal = join(createFolder(), 'uploads.journal');
  const call = { id, plan, options: { concurrency, journal } };
  const killsWhileHashing = stage === 'while it hashes';
  await runProgram({ baseUrl: api.url, apiKey: server.key, ...call, killsWhileHashing });
  await Promise.all([api.waitForReplies(), storage.waitForReplies()]);

  await repeatCall(distribution, call);
  const bookId = await expectCompleteBook(distribution, externalId);
  // Each of the three files reached the storage once. Only a file that was in transit was sent again.
  expect(new Set(storage.completePuts).size).toBe(3);
  expect(storage.completePuts).toHaveLength(3);
  if (concurrency === 1) expect(storage.startedPuts.length).toBeLessThanOrEqual(4);

  if (!isFlow) await books.publish(bookId);
  expect((await books.get(bookId)).attributes.status).toBe('in_review');
  writes.splice(0);
  await repeatCall(distribution, call);
  expect(writes).toEqual([]);
  expect((await books.get(bookId)).attributes.status).toBe('in_review');
  expect(await readFile(journal, 'utf8')).not.toMatch(/https?:|nonce|signature/);
}

interface Servers {
  readonly server: ServedSandbox;
  readonly api: Relay;
  readonly storage: Relay;
  /** Runs the program with this input until it is killed. */
  readonly runProgram: (input: object) => Promise<void>;
}

/** Starts a sandbox, and relays in front of its API and storage, which kill the program. */
async function startServers([, pattern, moment, nth]: Case): Promise<Servers> {
  let killProgram = () => true;
  const kill = { pattern, nth, moment, killProgram: () => killProgram() };
  const addresses = { api: '', storage: '' };
  const api = await startRelay(() => addresses.api, kill);
  const storage = await startRelay(() => addresses.storage, kill);
  const server = await serveSandbox({ storageOrigin: () => storage.url });
  onTestFinished(async () => server.close());
  addresses.api = server.url;
  addresses.storage = server.storageUrl;
  const runProgram = async (input: object): Promise<void> => {
    const flags = ['--input-type=module', '--eval', programSource];
    const parameters = [...flags, JSON.stringify(input), clientPath];
    const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.on('data', (text: Buffer) => {
      output += text.toString();
    });
    killProgram = () => child.kill('SIGKILL');
    const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)));
    expect(signal, output).toBe('SIGKILL');
  };
  return { server, api, storage, runProgram };
}

/** Checks that there is one book, with all files and chapters, and returns its id. */
async function expectCompleteBook({ books }: Distribution, externalId: string): Promise<string> {
  const book = await books.findByExternalId(externalId);
  if (book === null) throw new Error('the book does not exist');
  expect(await books.list().toArray({ limit: 9 })).toHaveLength(1);
  const { files, chapters } = book.attributes;
  expect(files).toHaveLength(3);
  expect(chapters?.map(({ title }) => title)).toEqual(['One', 'Two']);
  return book.id;
}

async function createFiles(): Promise<readonly FileOfRole<AudioRole>[]> {
  const firstTrack = await createTrack('1.mp3', 300_000);
  const secondTrack = await createTrack('2.mp3', 3_000_000);
  const { path } = await createTrack('3.jpg', 30_000);
  return [
    { ...firstTrack, chapter: { sequence: 1, title: 'One' } },
    { ...secondTrack, chapter: { sequence: 2, title: 'Two' } },
    { role: 'audio_cover', path },
  ];
}

/** An upload to the book with this id, or a flow if `id` is undefined. */
interface Call {
  readonly id: string | undefined;
  readonly plan: Parameters<Distribution['flows']['audiobook']>[0];
  readonly options: { readonly concurrency: number; readonly journal: string };
}

async function repeatCall({ books, flows }: Distribution, call: Call): Promise<void> {
  const { id, plan, options } = call;
  if (id === undefined) await flows.audiobook(plan, options);
  else await books.upload(id, plan.files, options);
}
