/** Tests the whole command as a process: traffic, drifts, a killed judge, and the report. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCredentials } from '../../../scripts/gated/credentials.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
let folder = '';
let service: Server;
let watch: ChildProcess | undefined;
let output = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watch-'));
  output = '';
  service = createServer(answerBadly);
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
});

/** Answers with a list whose total is not a number. */
function answerBadly(_: unknown, response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  response.end('{"data":[],"meta":{"total":"none"},"links":{}}');
}

afterEach(async () => {
  watch?.kill('SIGKILL');
  service.closeAllConnections();
  service.close();
  await rm(folder, { recursive: true, force: true });
});

function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function until<Value>(read: () => Value | undefined): Promise<Value> {
  for (;;) {
    const found = read();
    if (found !== undefined) return found;
    if (watch?.exitCode !== null || watch.signalCode !== null)
      throw new Error(`The command ended early. It printed:\n${output}`);
    await pause(50);
  }
}

/** Starts the command; returns the address of its proxy. */
async function startWatch(...options: readonly string[]): Promise<string> {
  return startOn(`http://127.0.0.1:${portOf(service)}`, options);
}

async function startOn(target: string, options: readonly string[]): Promise<string> {
  const commonOptions = [
    'watch',
    '--target',
    target,
    '--port',
    '0',
    '--out',
    folder,
    '--format',
    'json',
  ];
  watch = spawn(process.execPath, ['--import', 'tsx', main, ...commonOptions, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  watch.stdout?.on('data', (text) => (output += String(text)));
  watch.stderr?.on('data', (text) => (output += String(text)));
  return until(() => /Watching (http:\/\/[\d.:]+)/.exec(output)?.[1]);
}

async function exitCode(): Promise<number | null> {
  await until(() => (watch?.exitCode === null ? undefined : true));
  return watch?.exitCode ?? null;
}

async function list(proxy: string): Promise<number> {
  const headers = { apikey: 'secret-of-a-caller' };
  return (await fetch(`${proxy}/v2/distribution/books`, { headers })).status;
}

test('prints a drift as it happens and writes the report on Ctrl-C', async () => {
  const record = join(folder, 'traffic.jsonl');
  const proxy = await startWatch('--record', record);
  expect(await list(proxy)).toBe(200);
  await until(() => (output.includes('✗ GET /books → 200') ? true : undefined));
  watch?.kill('SIGINT');
  expect(await exitCode()).toBe(1);
  const report = await readFile(join(folder, 'report.json'), 'utf8');
  expect(JSON.parse(report)).toMatchObject({ verdict: 'drifts', target: { kind: 'recording' } });
  const recorded = await readFile(record, 'utf8');
  expect(recorded.trim().split('\n')).toHaveLength(1);
  expect(report + recorded + output).not.toContain('secret-of-a-caller');
});

test('judges a service whose certificate is in --ca', async () => {
  const { cert, key } = createCredentials('localhost');
  const secure = createTlsServer({ cert, key }, answerBadly).listen(0, 'localhost');
  await once(secure, 'listening');
  const ca = join(folder, 'authority.pem');
  await writeFile(ca, cert);
  try {
    const proxy = await startOn(`https://localhost:${portOf(secure)}`, ['--ca', ca]);
    expect(await list(proxy)).toBe(200);
    await until(() => (output.includes('✗ GET /books → 200') ? true : undefined));
  } finally {
    secure.closeAllConnections();
    secure.close();
  }
});

test('forwards traffic after its judge was killed, and reports it', async () => {
  const proxy = await startWatch();
  expect(await list(proxy)).toBe(200);
  const judge = await until(() => judgeOf(watch?.pid ?? 0));
  process.kill(judge, 'SIGKILL');
  await until(() => (output.includes('The judge ended (SIGKILL)') ? true : undefined));
  expect(await list(proxy)).toBe(200);
  watch?.kill('SIGINT');
  expect(await exitCode()).toBe(3);
});

test('reports once why calls get no response', async () => {
  const proxy = await startWatch();
  service.closeAllConnections();
  service.close();
  await expect(list(proxy)).rejects.toThrow();
  await expect(list(proxy)).rejects.toThrow();
  await until(() => (output.includes('refuses connections (ECONNREFUSED)') ? true : undefined));
  expect(output.split('A call got no response')).toHaveLength(2);
});

/** The process that the command started, by the table of processes. */
function judgeOf(parent: number): number | undefined {
  const file = `/proc/${parent}/task/${parent}/children`;
  if (!existsSync(file)) return undefined;
  const child = Number(readFileSync(file, 'utf8').trim().split(' ')[0]);
  return child > 0 ? child : undefined;
}
