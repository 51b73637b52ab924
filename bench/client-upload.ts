/** The cost of an upload with the client: hashing, sending and memory, compared with the plain way. */
import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { randomBytes } from 'node:crypto';
import { listen } from '../scripts/servers/listen.ts';
import { line, median } from './rounds.ts';
import { ways, type Way } from './upload-ways.ts';

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
/** The small file that every process starts with. */
const small = await filled(join(folder, 'small.mp3'), 2 * mebibyte);
const run = promisify(execFile);

/** The cost of one file in one process. */
interface Cost {
  readonly seconds: number;
  /** CPU seconds of the whole process, which vary less on a busy machine. */
  readonly cpu: number;
  /** The maximum memory in megabytes, including Node's own. */
  readonly peak: number;
}

/** Reads every body to its end and discards it. */
async function drain(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    request.resume().once('end', () => response.end());
  });
  return { url: `http://127.0.0.1:${await listen(server)}/`, close: () => server.close() };
}

async function cost(way: Way, file: string, url: string): Promise<Cost> {
  const flags = ['--input-type=module', '--eval', ways[way]];
  const { stdout } = await run(process.execPath, [...flags, file, small, url]);
  const [seconds, cpu, kibibytes] = stdout.trim().split(' ').map(Number);
  if (seconds === undefined || cpu === undefined || kibibytes === undefined) {
    throw new Error(`${way} said ${stdout}`);
  }
  return { seconds, cpu, peak: (kibibytes * 1_024) / 1_000_000 };
}

/** A file of random bytes, so that no file system can store it sparsely. */
async function filled(path: string, length: number): Promise<string> {
  const file = await open(path, 'w');
  const piece = randomBytes(mebibyte);
  for (let at = 0; at < length; at += mebibyte) {
    piece.writeDoubleLE(at);
    await file.write(piece, 0, Math.min(mebibyte, length - at));
  }
  await file.close();
  return path;
}

/** A sparse file of the given length. */
async function sparse(path: string, length: number): Promise<string> {
  const file = await open(path, 'w');
  await file.truncate(length);
  await file.close();
  return path;
}

type Costs = ReadonlyMap<Way, readonly Cost[]>;

/** Runs every way in every round, in another order each time. The first round only warms up the file. */
async function measured(asked: readonly Way[], file: string, url: string): Promise<Costs> {
  const costs = new Map<Way, Cost[]>(asked.map((way) => [way, []]));
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    for (const way of round % 2 === 0 ? asked : asked.toReversed()) {
      const one = await cost(way, file, url);
      if (round > 0) costs.get(way)?.push(one);
    }
  }
  return costs;
}

function figures(costs: Costs, way: Way, figure: keyof Cost): readonly number[] {
  return (costs.get(way) ?? []).map((one) => one[figure]);
}

/** Returns the maximum memory, as the median of several processes. */
async function peak(way: Way, file: string, url: string): Promise<number> {
  const peaks: number[] = [];
  while (peaks.length < Number(values.peaks)) peaks.push((await cost(way, file, url)).peak);
  return median(peaks);
}

/** Returns the ratio of two ways, as the median of the rounds. */
function ratio(costs: Costs, figure: keyof Cost, [one, other]: readonly [Way, Way]): string {
  const others = figures(costs, other, figure);
  const ratios = figures(costs, one, figure).map((is, at) => is / (others[at] ?? Number.NaN));
  return median(ratios).toFixed(2);
}

function print(name: string, value: string, aim = ''): void {
  console.log(line(name, value, aim));
}

function rateLine(name: string, costs: Costs, way: Way): void {
  const rate =
    (Number(values.mebibytes) * mebibyte) / 1_000_000 / median(figures(costs, way, 'seconds'));
  print(name, `${Math.round(rate)} MB/s`);
}

const cpuAim = 'aim: at most 1.15';
const memoryAim = 'aim: at most 120 MB';

async function compareTimes(url: string): Promise<void> {
  const file = await filled(join(folder, 'one.mp3'), Number(values.mebibytes) * mebibyte);
  const costs = await measured(['upload', 'plain'], file, url);
  rateLine('upload: client', costs, 'upload');
  rateLine('upload: hash and fetch', costs, 'plain');
  print('upload: CPU, client / hash and fetch', ratio(costs, 'cpu', ['upload', 'plain']), cpuAim);
  print('upload: time, client / hash and fetch', ratio(costs, 'seconds', ['upload', 'plain']));
}

async function compareMemory(url: string): Promise<void> {
  const short = await filled(join(folder, 'a.mp3'), 128_000_000);
  const long = await sparse(join(folder, 'b.mp3'), Number(values.gibibytes) * 2 ** 30);
  const low = await peak('upload', short, url);
  const three = await peak('upload-three', short, url);
  const high = await peak('upload', long, url);
  print('peak memory: 128 MB', `${Math.round(low)} MB`);
  print(`peak memory: ${values.gibibytes} GiB`, `${Math.round(high)} MB`, memoryAim);
  print('peak memory: 3 concurrent files of 128 MB', `${Math.round(three)} MB`, memoryAim);
  print('peak memory: large / small', (high / low).toFixed(2));
}

const storage = await drain();
try {
  if (values.only !== 'memory') await compareTimes(storage.url);
  if (values.only !== 'time') await compareMemory(storage.url);
} finally {
  storage.close();
  await rm(folder, { recursive: true });
}
