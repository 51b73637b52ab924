/** Measures the CPU per request of the sandbox as books grow (`--books 10000,100000`), with `--postgres` also that of PostgreSQL. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  newBook,
  type TestClient,
  createRemoteClient,
} from '../tests/support/sandbox/test-client.ts';
import { startObjectStore } from '../tests/support/servers/object-store.ts';
import { startPostgres } from '../tests/support/servers/postgres.ts';
import { startBookdist, type Child } from './child.ts';

/** For each row: the requests that only warm up, and then those that are measured. */
export const warmUpRequests = 10;
export const measuredRequests = 20;
const requestCount = warmUpRequests + measuredRequests;

export interface Row {
  readonly name: string;
  /** Sends the nth request and returns the status of its response. */
  readonly send: (turn: number) => Promise<number>;
}

/** Creates what the requests need in a sandbox with a seeded catalogue. */
export async function createRows(caller: TestClient): Promise<readonly Row[]> {
  const drafts: string[] = [];
  while (drafts.length < requestCount) drafts.push((await caller.createReady('ebook')).id);
  const lists = await Promise.all(pages.map((page) => createListRow(page, caller)));
  return [...lists, ...createBookRows(caller, drafts), ...createLargeBodyRows(caller, drafts)];
}

const pages = [
  ['createdAt', 'first'],
  ['createdAt', 'last'],
  ['title', 'first'],
  ['title', 'middle'],
  ['title', 'last'],
  ['productIdentifier', 'last'],
  ['createdAt&format=audio', 'last'],
  ['createdAt&language=nl', 'first'],
  ['title&format=ebook&language=de', 'last'],
] as const;

/** Requests pages of different lengths, about 50 books each, so that none comes from a cache. */
async function createListRow(
  [query, place]: (typeof pages)[number],
  { send }: TestClient,
): Promise<Row> {
  const { text } = await send('GET', `/books?sort=${query}&perPage=1`);
  const total = Number(/"total":(\d+)/.exec(text)?.[1] ?? 0);
  return {
    name: `list by ${query.replaceAll('&', ', ')}: ${place} page`,
    send: async (turn) => {
      const length = 30 + turn;
      const last = Math.max(1, Math.ceil(total / length));
      const page = { first: 1, middle: Math.ceil(last / 2), last }[place];
      return (await send('GET', `/books?sort=${query}&perPage=${length}&page=${page}`)).status;
    },
  };
}

function createBookRows({ send }: TestClient, drafts: readonly string[]): readonly Row[] {
  const row = (name: string, request: (turn: number) => Parameters<TestClient['send']>): Row => ({
    name,
    send: async (turn) => (await send(...request(turn))).status,
  });
  return [
    row('book by id', (turn) => ['GET', `/books/${drafts[turn]}`]),
    row('create', (turn) => ['POST', '/books', newBook('ebook', { externalId: `growth-${turn}` })]),
    row('book by external id', (turn) => ['GET', `/books/external-id/growth-${turn}`]),
    row('update', (turn) => ['PATCH', `/books/${drafts[turn]}`, { title: `Growing ${turn}` }]),
    row('publish', (turn) => ['POST', `/books/${drafts[turn]}/publish`, {}]),
  ];
}

/** Sends very large bodies. The sandbox refuses those above its limit. */
function createLargeBodyRows({ send }: TestClient, drafts: readonly string[]): readonly Row[] {
  const createKeywordRow = (count: number): Row => {
    const book = newBook('ebook', {
      keyword: Array.from({ length: count }, (_, index) => index),
    });
    return {
      name: `create with ${count} numbers as keywords`,
      send: async () => (await send('POST', '/books', book)).status,
    };
  };
  const createDescriptorRow = (count: number): Row => {
    const files = Array.from({ length: count }, (_, index) => ({
      referenceId: `${index}`,
      role: 'ebook_content',
      filename: `${index}.epub`,
      hashSha256: createHash('sha256').update(`${index}`).digest('hex'),
    }));
    return {
      name: `upload request with ${count} files`,
      send: async (turn) => (await send('POST', `/books/${drafts[turn]}/upload`, files)).status,
    };
  };
  return [
    createKeywordRow(16_000),
    createKeywordRow(9_000),
    createDescriptorRow(8_000),
    createDescriptorRow(1_900),
  ];
}

const apiKey = 'growth-key';

const { values } = parseArgs({
  options: {
    books: { type: 'string', default: '1000,10000,100000' },
    postgres: { type: 'boolean', default: false },
  },
});

/** Returns the CPU milliseconds that the processes of a database server have spent so far. */
type DatabaseCpu = () => Promise<number>;

/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10;

/**
 * Returns the CPU milliseconds that a process and its children have spent so far, including children that
 * have ended. Reads them from /proc.
 */
async function readFamilyCpu(parent: number): Promise<number> {
  let ticks = 0;
  for (const pid of await readdir('/proc')) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isParent = Number(pid) === parent;
    if (!isParent && Number(fields[1]) !== parent) continue;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
    ticks += user + system + (isParent ? endedUser + endedSystem : 0);
  }
  return ticks * tickMs;
}

interface Cell {
  readonly name: string;
  readonly value: string;
}

/** Returns the CPU milliseconds per request, with the statuses that are not successes. */
async function measureRow(row: Row, readCpu: () => Promise<number>): Promise<Cell> {
  const statuses = new Set<number>();
  for (let turn = 0; turn < warmUpRequests; turn += 1) await row.send(turn);
  const before = await readCpu();
  for (let turn = 0; turn < measuredRequests; turn += 1)
    statuses.add(await row.send(warmUpRequests + turn));
  const cpu = ((await readCpu()) - before) / measuredRequests;
  const unusualStatuses = [...statuses].filter((status) => status >= 300);
  const marks = unusualStatuses.length === 0 ? '' : ` (${unusualStatuses.join(', ')})`;
  return { name: `${row.name}, ms`, value: `${cpu.toFixed(1)}${marks}` };
}

async function measureRows(child: Child, databaseCpu: DatabaseCpu): Promise<readonly Cell[]> {
  const readCpu = async () => (await child.usage()).cpu / 1000 + (await databaseCpu());
  const cells: Cell[] = [];
  for (const row of await createRows(createRemoteClient(child.address, apiKey))) {
    cells.push(await measureRow(row, readCpu));
  }
  return cells;
}

interface StoreOptions {
  readonly options: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly databaseCpu: DatabaseCpu;
}

async function measureSize(books: number, { options, env, databaseCpu }: StoreOptions) {
  const startSandbox = async (...extraOptions: readonly string[]) => {
    const start = performance.now();
    const command = ['sandbox', '--port', '0', '--key', apiKey, ...options, ...extraOptions];
    const child = await startBookdist(command, env);
    return { child, seconds: ((performance.now() - start) / 1000).toFixed(1) };
  };
  const seedRun = await startSandbox('--seed', String(books));
  const seedingCpu = (await seedRun.child.usage()).cpu + (await databaseCpu()) * 1000;
  await seedRun.child.end();
  console.error(`${books} books seeded in ${seedRun.seconds} s`);
  const { child, seconds } = await startSandbox();
  const { cpu, memory } = await child.usage();
  const cells = [
    { name: 'seeding, s', value: seedRun.seconds },
    { name: 'seeding, s of CPU', value: (seedingCpu / 1e6).toFixed(1) },
    { name: 'start, s', value: seconds },
    { name: 'start, s of CPU', value: (cpu / 1e6).toFixed(1) },
    { name: 'memory after the start, MB', value: (memory / 1e6).toFixed(0) },
    ...(await measureRows(child, databaseCpu)),
  ];
  const finalMemory = (await child.usage()).memory;
  await child.end();
  return [...cells, { name: 'memory at the end, MB', value: (finalMemory / 1e6).toFixed(0) }];
}

async function measureOnDisk(books: number): Promise<readonly Cell[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-growth-'));
  const databaseCpu = async () => 0;
  try {
    return await measureSize(books, { options: ['--data', folder], env: {}, databaseCpu });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measureOnPostgres(books: number): Promise<readonly Cell[]> {
  const [postgres, objects] = await Promise.all([startPostgres(), startObjectStore()]);
  const storeOptions = {
    options: ['--store', postgres.url, '--bytes', 's3://growth'],
    env: {
      AWS_ENDPOINT_URL_S3: objects.endpoint,
      AWS_ACCESS_KEY_ID: objects.accessKeyId,
      AWS_SECRET_ACCESS_KEY: objects.secretAccessKey,
    },
    databaseCpu: () => readFamilyCpu(postgres.pid()),
  };
  try {
    return await measureSize(books, storeOptions);
  } finally {
    await Promise.all([postgres.stop(), objects.stop()]);
  }
}

const sizes = values.books.split(',').map(Number);
const columns: (readonly Cell[])[] = [];
for (const size of sizes)
  columns.push(await (values.postgres ? measureOnPostgres : measureOnDisk)(size));
const rows = [
  ['books', ...sizes.map((size) => size.toLocaleString('en'))],
  ['---', ...sizes.map(() => '---:')],
  ...(columns[0] ?? []).map(({ name }, index) => [
    name,
    ...columns.map((column) => column[index]?.value ?? ''),
  ]),
];
for (const cells of rows) console.log(`| ${cells.join(' | ')} |`);
