/**
 * Measures what a request costs as the number of books grows: CPU per request of the sandbox, and of
 * PostgreSQL with `--postgres`. Books are kept on disk, and no page is asked for twice, so that none
 * comes from memory. `--books 10000,100000` names the sizes.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startObjectStore } from '../scripts/team/object-store.ts';
import { findPostgres, startPostgres } from '../scripts/team/postgres.ts';
import { bookdist, type Child } from './child.ts';

const { values } = parseArgs({
  options: {
    books: { type: 'string', default: '10000,100000' },
    postgres: { type: 'boolean', default: false },
  },
});

const key = 'growth';
const requests = 20;
const perPage = 50;

/** Returns the CPU milliseconds that the processes of a database server spent so far. */
type DatabaseCpu = () => Promise<number>;

/** Returns the path of the nth request of a row. */
type PathOf = (turn: number) => string;

const pages =
  (filter: string, from: number): PathOf =>
  (turn) =>
    `books?perPage=${perPage}&${filter}&page=${from < 0 ? -from - turn : from + turn}`;

function rowsFor(books: number): Readonly<Record<string, PathOf>> {
  const last = -(books / perPage - requests);
  return {
    'createdAt, first pages': pages('sort=createdAt', 1),
    'createdAt, last pages': pages('sort=createdAt', last),
    'title, first pages': pages('sort=title', 1),
    'title, last pages': pages('sort=title', last),
    'title, middle pages': pages('sort=title', books / perPage / 2),
    'productIdentifier, last pages': pages('sort=productIdentifier', last),
    // One book in seven is an audiobook.
    'format, late pages': pages('format=audio', Math.floor((books * 0.14) / perPage) - requests),
    'language, first pages': pages('language=nl', 1),
    'external id': (turn) => `books/external-id/CAT-1-${String(turn * 97 + 3).padStart(7, '0')}`,
  };
}

interface Measured {
  readonly name: string;
  readonly value: string;
}

async function measureRequests(
  child: Child,
  books: number,
  databaseCpu: DatabaseCpu,
): Promise<readonly Measured[]> {
  const found: Measured[] = [];
  const spent = async () => (await child.usage()).cpu / 1000 + (await databaseCpu());
  for (const [name, pathOf] of Object.entries(rowsFor(books))) {
    const ask = async (turn: number) => {
      const answer = await fetch(`${child.address}/v2/distribution/${pathOf(turn)}`, {
        headers: { apikey: key },
      });
      await answer.text();
      if (answer.status !== 200 && answer.status !== 404) throw new Error(`${answer.status}`);
    };
    const before = await spent();
    for (let turn = 0; turn < requests; turn += 1) await ask(turn);
    const each = ((await spent()) - before) / requests;
    found.push({ name: `${name}, ms`, value: each.toFixed(1) });
  }
  return found;
}

interface Store {
  readonly options: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

async function measureSize(
  books: number,
  { options, env }: Store,
  databaseCpu: DatabaseCpu,
): Promise<readonly Measured[]> {
  const start = async (...more: readonly string[]) => {
    const began = performance.now();
    const command = ['sandbox', '--port', '0', '--key', key, ...options, ...more];
    const child = await bookdist(command, env);
    return { child, seconds: ((performance.now() - began) / 1000).toFixed(1) };
  };
  const seeded = await start('--seed', String(books));
  await seeded.child.end();
  const { child, seconds } = await start();
  const { cpu, memory } = await child.usage();
  const rows = await measureRequests(child, books, databaseCpu);
  await child.end();
  return [
    { name: 'seeding, s', value: seeded.seconds },
    { name: 'start, s', value: seconds },
    { name: 'start, s of CPU', value: (cpu / 1e6).toFixed(1) },
    { name: 'memory after the start, MB', value: (memory / 1e6).toFixed(0) },
    ...rows,
  ];
}

async function onDisk(books: number): Promise<readonly Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-growth-'));
  try {
    return await measureSize(books, { options: ['--data', folder], env: {} }, async () => 0);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function onPostgres(books: number): Promise<readonly Measured[]> {
  const bin = await findPostgres();
  if (bin === undefined) throw new Error('PostgreSQL is not installed.');
  const [postgres, objects] = await Promise.all([startPostgres(bin), startObjectStore()]);
  const options = ['--store', postgres.url, '--bytes', 's3://growth'];
  const env = {
    AWS_ENDPOINT_URL_S3: objects.endpoint,
    AWS_ACCESS_KEY_ID: objects.accessKeyId,
    AWS_SECRET_ACCESS_KEY: objects.secretAccessKey,
  };
  try {
    return await measureSize(books, { options, env }, () => childrenCpu(postgres.pid()));
  } finally {
    await Promise.all([postgres.stop(), objects.stop()]);
  }
}

/** Returns the CPU milliseconds of all processes that a process started. */
async function childrenCpu(parent: number): Promise<number> {
  let ticks = 0;
  for (const pid of await readdir('/proc')) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const [, from, ...fields] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    if (from === parent) ticks += (fields[9] ?? 0) + (fields[10] ?? 0);
  }
  return ticks * 10;
}

const sizes = values.books.split(',').map(Number);
const columns: (readonly Measured[])[] = [];
for (const size of sizes) columns.push(await (values.postgres ? onPostgres : onDisk)(size));
console.log(['books'.padEnd(34), ...sizes.map((size) => String(size).padStart(10))].join(''));
for (const [index, { name }] of (columns[0] ?? []).entries()) {
  const cells = columns.map((column) => (column[index]?.value ?? '').padStart(10));
  console.log([name.padEnd(34), ...cells].join(''));
}
