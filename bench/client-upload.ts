/** Compares the time, CPU and memory of an upload with the client and with plain hashing and `fetch`. */
import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { randomBytes } from 'node:crypto';
import { listen } from '../tests/support/servers/server-process.ts';
import { formatLine, median } from './rounds.ts';

/** The programs that the upload benchmark compares: each hashes and sends a file. */
const builtClient = JSON.stringify(new URL('../dist/client/index.mjs', import.meta.url).href);

/**
 * Returns a program that processes a small file first, so that all modules are loaded. Then it processes the
 * large file, and prints the time, the CPU time and the maximum memory of the process.
 */
function createProgram(setup: string, work: string): string {
  return `
    ${setup}
    const [large, small, url] = process.argv.slice(1);
    const work = async (file) => { ${work} };
    await work(small);
    const before = process.cpuUsage();
    const start = performance.now();
    await work(large);
    const seconds = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage(before);
    console.log(seconds, (user + system) / 1e6, process.resourceUsage().maxRSS);
    process.exit();
  `;
}

/** The client, with a service in the same process, so that only the storage is a server. */
const client = `
  import { createDistribution } from ${builtClient};
  const fetch = async (request) => request.url.endsWith('/upload')
    ? Response.json([{ id: crypto.randomUUID(), url }], { status: 201 })
    : Response.json({});
  const { books } = createDistribution({ baseUrl: 'http://service', apiKey: 'bench-key', fetch });
`;

/** The minimum for any program: it hashes the file and sends it with `fetch`, in chunks of the same size as the client's. */
const plain = `
  import { createHash } from 'node:crypto';
  import { createReadStream } from 'node:fs';
  import { stat } from 'node:fs/promises';
  import { Readable } from 'node:stream';
  const chunks = { highWaterMark: 2 ** 20 };
`;

export const programs = {
  upload: createProgram(
    client,
    `await books.upload('b', [{ role: 'audio_content', path: file }]);`,
  ),
  'upload-three': createProgram(
    client,
    `const files = ['1', '2', '3'].map((name) => ({ role: 'audio_content', path: file, filename: name + '.mp3' }));
     await books.upload('b', files);`,
  ),
  plain: createProgram(
    plain,
    `const hash = createHash('sha256');
     for await (const chunk of createReadStream(file, chunks)) hash.update(chunk);
     hash.digest('hex');
     const headers = { 'content-length': String((await stat(file)).size) };
     const body = Readable.toWeb(createReadStream(file, chunks));
     const init = { method: 'PUT', body, headers, duplex: 'half', redirect: 'error' };
     await (await fetch(url, init)).text();`,
  ),
} as const;

export type ProgramName = keyof typeof programs;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    mebibytes: { type: 'string', default: '1024' },
    gibibytes: { type: 'string', default: '5' },
    // `time` or `memory`, to run only one half.
    only: { type: 'string' },
    // Each memory figure is the median of this many processes.
    peaks: { type: 'string', default: '3' },
  },
});

const mebibyte = 2 ** 20;
const folder = await mkdtemp(join(tmpdir(), 'bench-upload-'));
/** The small file with which every process warms up. */
const smallFile = await createRandomFile(join(folder, 'small.mp3'), 2 * mebibyte);
const run = promisify(execFile);

/** The cost of one file in one process. */
interface Cost {
  readonly seconds: number;
  /** CPU seconds of the whole process, which vary less on a busy machine. */
  readonly cpu: number;
  /** The maximum memory in megabytes, including Node's own. */
  readonly peak: number;
}

/** Starts a server that reads every body to its end and discards it. */
async function startStorage(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    request.resume().once('end', () => response.end());
  });
  return { url: `http://127.0.0.1:${await listen(server)}/`, close: () => server.close() };
}

async function measureCost(program: ProgramName, file: string, url: string): Promise<Cost> {
  const flags = ['--input-type=module', '--eval', programs[program]];
  const { stdout } = await run(process.execPath, [...flags, file, smallFile, url]);
  const [seconds, cpu, kibibytes] = stdout.trim().split(' ').map(Number);
  if (seconds === undefined || cpu === undefined || kibibytes === undefined) {
    throw new Error(`${program} printed ${stdout}`);
  }
  return { seconds, cpu, peak: (kibibytes * 1_024) / 1_000_000 };
}

/** Creates a file of random bytes, which no file system can store sparsely. */
async function createRandomFile(path: string, length: number): Promise<string> {
  const file = await open(path, 'w');
  const piece = randomBytes(mebibyte);
  for (let offset = 0; offset < length; offset += mebibyte) {
    piece.writeDoubleLE(offset);
    await file.write(piece, 0, Math.min(mebibyte, length - offset));
  }
  await file.close();
  return path;
}

/** Creates a sparse file. */
async function createSparseFile(path: string, length: number): Promise<string> {
  const file = await open(path, 'w');
  await file.truncate(length);
  await file.close();
  return path;
}

type Costs = ReadonlyMap<ProgramName, readonly Cost[]>;

/** Runs every program in every round, in alternating order. The first round only warms up the file cache. */
async function measurePrograms(
  programNames: readonly ProgramName[],
  file: string,
  url: string,
): Promise<Costs> {
  const costs = new Map<ProgramName, Cost[]>(programNames.map((program) => [program, []]));
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    for (const program of round % 2 === 0 ? programNames : programNames.toReversed()) {
      const cost = await measureCost(program, file, url);
      if (round > 0) costs.get(program)?.push(cost);
    }
  }
  return costs;
}

function listFigures(costs: Costs, program: ProgramName, figure: keyof Cost): readonly number[] {
  return (costs.get(program) ?? []).map((cost) => cost[figure]);
}

/** Returns the maximum memory, as the median of several processes. */
async function measurePeak(program: ProgramName, file: string, url: string): Promise<number> {
  const peaks: number[] = [];
  while (peaks.length < Number(values.peaks))
    peaks.push((await measureCost(program, file, url)).peak);
  return median(peaks);
}

/** Returns the median over the rounds of the ratio between two programs. */
function ratio(
  costs: Costs,
  figure: keyof Cost,
  [firstProgram, secondProgram]: readonly [ProgramName, ProgramName],
): string {
  const others = listFigures(costs, secondProgram, figure);
  const ratios = listFigures(costs, firstProgram, figure).map(
    (value, index) => value / (others[index] ?? Number.NaN),
  );
  return median(ratios).toFixed(2);
}

function print(name: string, value: string, aim = ''): void {
  console.log(formatLine(name, value, aim));
}

function printRate(name: string, costs: Costs, program: ProgramName): void {
  const rate =
    (Number(values.mebibytes) * mebibyte) /
    1_000_000 /
    median(listFigures(costs, program, 'seconds'));
  print(name, `${Math.round(rate)} MB/s`);
}

const cpuAim = 'aim: at most 1.15';
const memoryAim = 'aim: at most 120 MB';

async function compareTimes(url: string): Promise<void> {
  const file = await createRandomFile(join(folder, 'one.mp3'), Number(values.mebibytes) * mebibyte);
  const costs = await measurePrograms(['upload', 'plain'], file, url);
  printRate('upload: client', costs, 'upload');
  printRate('upload: hash and fetch', costs, 'plain');
  print('upload: CPU, client / hash and fetch', ratio(costs, 'cpu', ['upload', 'plain']), cpuAim);
  print('upload: time, client / hash and fetch', ratio(costs, 'seconds', ['upload', 'plain']));
}

async function compareMemory(url: string): Promise<void> {
  const shortFile = await createRandomFile(join(folder, 'a.mp3'), 128_000_000);
  const longFile = await createSparseFile(
    join(folder, 'b.mp3'),
    Number(values.gibibytes) * 2 ** 30,
  );
  const shortPeak = await measurePeak('upload', shortFile, url);
  const threePeak = await measurePeak('upload-three', shortFile, url);
  const longPeak = await measurePeak('upload', longFile, url);
  print('peak memory: 128 MB', `${Math.round(shortPeak)} MB`);
  print(`peak memory: ${values.gibibytes} GiB`, `${Math.round(longPeak)} MB`, memoryAim);
  print('peak memory: 3 concurrent files of 128 MB', `${Math.round(threePeak)} MB`, memoryAim);
  print('peak memory: large / small', (longPeak / shortPeak).toFixed(2));
}

const storage = await startStorage();
try {
  if (values.only !== 'memory') await compareTimes(storage.url);
  if (values.only !== 'time') await compareMemory(storage.url);
} finally {
  storage.close();
  await rm(folder, { recursive: true });
}
