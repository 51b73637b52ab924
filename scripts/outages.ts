/**
 * Proves what clients of a sandbox receive in an outage: while its disk is full or fails, while other
 * clients stall, and when it ends under load. No acknowledged book may be lost. Only root can test a
 * full disk, because that needs a separate small file system.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { valueAt, newBook } from '../src/sandbox/scenes/test-client.ts';
import { startServing } from './proof/command.ts';
import { createCaller, type Caller } from './team/caller.ts';
import { apiKey } from './team/deployment.ts';

const run = promisify(execFile);
const megabyte = 1024 * 1024;
/** The content of a small upload. */
const bytes = 'complete';

/** How often each status was received; 0 is a broken or refused connection. */
type Statuses = Map<number, number>;

function count(statuses: Statuses, status: number): number {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  return status;
}

function describeStatuses(statuses: Statuses): string {
  const sorted = [...statuses].toSorted(([a], [b]) => a - b);
  return sorted.map(([status, times]) => `${times} × ${status || 'no connection'}`).join(', ');
}

let failures = 0;
function report(passed: boolean, summary: string): void {
  console.log(`${passed ? 'passed' : 'FAILED'}  ${summary}`);
  if (!passed) failures += 1;
}

async function start(data: string) {
  const options = ['--port', '0', '--data', data, '--key', apiKey];
  const { address, end } = await startServing(['sandbox', ...options]);
  return { address, end, caller: createCaller(address) };
}

/** Creates a book, counts the status, and adds the id if the service acknowledged the book. */
async function create(
  { send }: Caller,
  statuses: Statuses,
  acknowledged: Set<string>,
): Promise<number> {
  const book = newBook('ebook', { description: 'A long description. '.repeat(200) });
  const { status, body } = await send('POST', '/books', book);
  if (status === 201) acknowledged.add(String(valueAt(body, 'data.id')));
  return count(statuses, status);
}

/** Starts a sandbox on the data of an earlier one, and counts the books that are lost. */
async function countLost(data: string, books: ReadonlySet<string>): Promise<number> {
  const { caller, end } = await start(data);
  let lost = 0;
  for (const id of books) if ((await caller.get(`/books/${id}`)).status !== 200) lost += 1;
  await end();
  return lost;
}

async function fillDisk(disk: string): Promise<void> {
  const [data, filler] = [join(disk, 'books'), join(disk, 'filler')];
  await writeFile(filler, Buffer.alloc(8 * megabyte));
  const { caller, end } = await start(data);
  const [creates, uploads]: [Statuses, Statuses] = [new Map(), new Map()];
  const acknowledged = new Set<string>();
  await create(caller, creates, acknowledged);
  const large = 'x'.repeat(6 * megabyte);
  const file = await caller.grant([...acknowledged][0] ?? '', 'ebook_content', large);
  const upload = async () => count(uploads, (await caller.upload(file.url, large)).status);
  const refused = await upload();
  while ((await create(caller, creates, acknowledged)) === 201);
  for (let turn = 0; turn < 20; turn += 1) await create(caller, creates, acknowledged);
  await rm(filler);
  const afterwards = [await upload(), await create(caller, creates, acknowledged)];
  await end();
  const lost = await countLost(data, acknowledged);
  const received = `creates ${describeStatuses(creates)}; uploads ${describeStatuses(uploads)}`;
  const passed =
    refused === 507 && afterwards.join() === '200,201' && creates.size === 2 && lost === 0;
  report(passed, `full disk: ${received}; ${lost} of ${acknowledged.size} books lost`);
}

async function fullDisk(): Promise<void> {
  const disk = await mkdtemp(join(tmpdir(), 'bookdist-disk-'));
  const size = ['-t', 'tmpfs', '-o', 'size=14m', 'none', disk];
  const mounted = await run('mount', size).catch(() => undefined);
  if (mounted === undefined) console.log('skipped full disk: only root can mount one');
  else {
    await fillDisk(disk);
    await run('umount', [disk]);
  }
  await rm(disk, { recursive: true });
}

/** Moves the folder of incoming uploads away, as if its disk had failed. */
async function failingDisk(data: string): Promise<void> {
  const { caller, end } = await start(data);
  const file = await caller.grant(await caller.create('ebook'), 'ebook_content', bytes);
  const upload = async () => (await caller.upload(file.url, bytes)).status;
  const [folder, aside] = [join(data, 'files/incoming'), join(data, 'aside')];
  await rename(folder, aside);
  const failing = await upload();
  await rename(aside, folder);
  const again = await upload();
  await end();
  report(
    failing === 500 && again === 200,
    `failing disk: ${failing}; the same URL later: ${again}`,
  );
}

/** Sends part of a request and returns the status of the response once the connection closes. */
async function sendPart(address: string, text: string): Promise<number> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname, () => socket.write(text));
  let response = '';
  socket.on('data', (chunk: Buffer) => (response += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1] ?? 0);
}

async function slowClients(data: string): Promise<void> {
  const { address, caller, end } = await start(data);
  const file = await caller.grant(await caller.create('ebook'), 'ebook_content', bytes);
  const url = new URL(file.url);
  const half = 'GET /v2/distribution/books HTTP/1.1\r\nhost: localhost\r\n';
  const halfOpen = Array.from({ length: 1_000 }, (_, index) =>
    sendPart(index % 2 === 0 ? address : url.origin, half),
  );
  const stalled = `PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-length: 8\r\n\r\ncom`;
  const pendingUpload = sendPart(url.origin, stalled);
  const meanwhile: Statuses = new Map();
  for (let turn = 0; turn < 100; turn += 1) await create(caller, meanwhile, new Set());
  const began = performance.now();
  const closed: Statuses = new Map();
  for (const status of await Promise.all(halfOpen)) count(closed, status);
  const seconds = Math.round((performance.now() - began) / 1000);
  const upload = await pendingUpload;
  const { status: again } = await caller.upload(url.href, bytes);
  await end();
  const others = `others' creates ${describeStatuses(meanwhile)}`;
  report(
    meanwhile.get(201) === 100 && closed.get(408) === 1_000,
    `1,000 half-open connections: ${describeStatuses(closed)} within ${seconds} s; ${others}`,
  );
  report(
    upload === 408 && again === 200,
    `stalled upload: ${upload}; the same URL later: ${again}`,
  );
}

async function endUnderLoad(data: string): Promise<void> {
  const { caller, end } = await start(data);
  const statuses: Statuses = new Map();
  const acknowledged = new Set<string>();
  const write = async () => {
    while ((await create(caller, statuses, acknowledged)) !== 0);
  };
  const writers = Array.from({ length: 12 }, write);
  await pause(2_000);
  const began = performance.now();
  await end();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  await Promise.all(writers);
  const lost = await countLost(data, acknowledged);
  const known = [...statuses.keys()].every((status) => status === 201 || status === 0);
  const summary = `creates ${describeStatuses(statuses)}; ended in ${seconds} s; ${lost} of ${acknowledged.size} lost`;
  report(lost === 0 && known && acknowledged.size > 0, `SIGTERM under load: ${summary}`);
}

/** Starts four processes on one folder at the same time: one serves, and the others report why they cannot. */
async function startTogether(data: string): Promise<void> {
  const starts = await Promise.allSettled(Array.from({ length: 4 }, () => start(data)));
  const served = starts.filter((entry) => entry.status === 'fulfilled');
  const refused = starts.filter(
    (entry) => entry.status === 'rejected' && String(entry.reason).includes('is in use. Stop'),
  );
  for (const { value } of served) await value.end();
  const summary = `${served.length} serves, ${refused.length} report that the folder is in use`;
  report(
    served.length === 1 && refused.length === 3,
    `4 concurrent processes on one folder: ${summary}`,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'bookdist-outages-'));
await startTogether(join(folder, 'together'));
await fullDisk();
await failingDisk(join(folder, 'failing'));
await slowClients(join(folder, 'slow'));
await endUnderLoad(join(folder, 'ended'));
await rm(folder, { recursive: true });
process.exitCode = failures === 0 ? 0 : 1;
