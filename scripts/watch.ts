/** Proves that `bookdist watch` neither changes nor delays traffic, and reports drifts immediately. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { createBook, type CallerEnvironment } from '../src/traffic/scenes/index.ts';
import { uploadTrack } from './watch/large-upload.ts';
import { get, runLoad, type LoadResult } from './watch/paced-load.ts';
import { watchProcess, type ServerProcess } from './servers/server-process.ts';

const usage = `Usage: npm run prove -- watch [options]

Runs bookdist watch in front of our sandbox. Linux only.

  --rate N     requests per second through the proxy, and as many directly (default: 200)
  --seconds N  of each phase (default: 15)
  --upload N   megabytes of each of two uploads (default: 1024)
`;

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '15' },
    upload: { type: 'string', default: '1024' },
    help: { type: 'boolean', default: false },
  },
});
const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

/** Starts `bookdist` with these arguments. */
function startCommand(args: readonly string[]): ServerProcess {
  const command = ['--import', 'tsx', main, ...args];
  return watchProcess(spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** Returns the ids of a process's child processes; Linux only. */
function listChildren(pid: number): number[] {
  const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return ids === '' ? [] : ids.split(' ').map(Number);
}

/** Returns the memory that a process uses, in MB; Linux only. */
function readMemory(pid: number): number {
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

const key = 'sandbox-key';
const megabyte = 1024 * 1024;

/** Prints whether a claim holds. */
function reportClaim(holds: boolean, description: string): void {
  console.log(`${holds ? 'holds' : 'FAILS'}  ${description}`);
  if (!holds) process.exitCode = 1;
}

/** The addresses of the service: directly, and through the proxy. */
interface ServiceUrls {
  readonly direct: string;
  readonly watched: string;
}

function createEnvironment(url: string): CallerEnvironment {
  const nothing = (): void => undefined;
  const api = `${url}/v2/distribution`;
  return { fetch, api, apiKey: key, advance: nothing, loseCreate: nothing, refuseList: nothing };
}

async function runPacedLoad(urls: ServiceUrls, call: string, seconds: number): Promise<LoadResult> {
  const path = `/v2/distribution${call}`;
  return runLoad({
    direct: urls.direct + path,
    watched: urls.watched + path,
    key,
    rate: Number(values.rate),
    seconds,
  });
}

function describeLoad({ sent, failed, rate, direct, watched }: LoadResult): string {
  const added = (watched - direct).toFixed(2);
  return `${sent} requests at ${rate} per second, ${failed} failed; median ${direct.toFixed(2)} ms directly, ${watched.toFixed(2)} ms watched: ${added} ms added`;
}

/** Proves that the proxy changes neither the body of a response nor its headers, not even their case. */
async function proveUnchanged(urls: ServiceUrls, call: string): Promise<void> {
  const [direct, watched] = await Promise.all(
    [urls.direct, urls.watched].map(async (url) => get(`${url}/v2/distribution${call}`, key)),
  );
  const connectionHeaders = /^(date|connection|keep-alive|x-request-id)$/i;
  const headers = (raw: readonly string[] = []): string =>
    raw.filter((_, at) => !connectionHeaders.test(raw[at - (at % 2)] ?? '')).join('\n');
  reportClaim(
    direct?.text === watched?.text && headers(direct?.rawHeaders) === headers(watched?.rawHeaders),
    'the response and its headers are the same',
  );
}

async function proveUploads(
  urls: ServiceUrls,
  call: string,
  pids: readonly number[],
): Promise<void> {
  const size = Number(values.upload) * megabyte;
  const before = pids.map(readMemory);
  const highest = [...before];
  const timer = setInterval(() => {
    for (const [at, pid] of pids.entries())
      highest[at] = Math.max(highest[at] ?? 0, readMemory(pid));
  }, 100);
  const load = runPacedLoad(urls, call, Number(values.seconds));
  const environment = createEnvironment(urls.watched);
  const failures = await Promise.all([
    uploadTrack(environment, size),
    uploadTrack(environment, size),
  ]);
  clearInterval(timer);
  const result = await load;
  reportClaim(
    failures.flat().length === 0,
    `two uploads of ${values.upload} MB arrive unchanged ${failures.flat().join(', ')}`,
  );
  const growth = highest.map((most, at) => most - (before[at] ?? 0));
  reportClaim(
    growth.every((megabytes) => megabytes < 100),
    `proxy and judge used ${before.join(' and ')} MB before the uploads, at most ${highest.join(' and ')} MB during them`,
  );
  reportClaim(result.failed === 0, `during the uploads: ${describeLoad(result)}`);
}

async function proveDrift(urls: ServiceUrls, log: () => string): Promise<void> {
  await get(`${urls.watched}/v2/distribution/books`, key);
  const respondedAt = performance.now();
  while (!log().includes('list.links') && performance.now() - respondedAt < 5_000) await pause(2);
  const delay = Math.round(performance.now() - respondedAt);
  reportClaim(delay < 1_000, `a drift was printed ${delay} ms after its response`);
}

async function proveWithoutJudge(urls: ServiceUrls, call: string, judge: number): Promise<void> {
  const load = runPacedLoad(urls, call, 4);
  await pause(1_500);
  process.kill(judge, 'SIGKILL');
  const result = await load;
  reportClaim(result.failed === 0, `while the judge was killed: ${describeLoad(result)}`);
}

async function proveAll(folder: string): Promise<void> {
  const fault = ['--fault', 'book-list-links-self-of-another-type'];
  const ports = ['--port', '0', '--storage-port', '0', '--log', 'none'];
  const sandbox = startCommand(['sandbox', ...ports, ...fault]);
  const direct = await sandbox.until(/(http:\/\/127\.0\.0\.1:\d+)/);
  const target = ['--target', direct, '--storage', '--out', folder, '--format', 'json'];
  const watch = startCommand(['watch', '--port', '0', ...target]);
  const urls = { direct, watched: await watch.until(/Watching (http:\/\/[\d.:]+)/) };
  try {
    const judge = listChildren(watch.pid).at(-1) ?? 0;
    const call = `/books/${await createBook(createEnvironment(urls.watched))}`;
    await proveUnchanged(urls, call);
    await runPacedLoad(urls, call, 3);
    const quiet = await runPacedLoad(urls, call, Number(values.seconds));
    reportClaim(quiet.failed === 0 && quiet.watched - quiet.direct < 2, describeLoad(quiet));
    await proveUploads(urls, call, [watch.pid, judge]);
    await proveDrift(urls, watch.log);
    reportClaim(!watch.log().includes('was not judged'), 'every exchange was judged');
    await proveWithoutJudge(urls, call, judge);
  } finally {
    console.log(`       watch ended with ${await watch.end('SIGINT')}`);
    await sandbox.end('SIGINT');
  }
}

if (values.help) console.log(usage);
else {
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-watch-'));
  try {
    await proveAll(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
