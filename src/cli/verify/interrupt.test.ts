/** Tests interruptions of runs against a service that has stopped responding. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSandbox } from '../../sandbox/index.ts';
import { collectOutput } from '../shell/index.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const key = 'a-key-for-this-test';
/** The time that a run waits for one response, in milliseconds. */
const requestTimeout = 25_000;
let folder = '';
let server: Server;
let address = '';
const service = { hangs: false, created: 0 };

/** Starts a service that works until `hangs` is set. After that, it accepts requests but never responds. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookdist-interrupt-'));
  Object.assign(service, { hangs: false, created: 0 });
  const sandbox = await createSandbox({ key, storageOrigin: 'http://storage.invalid' });
  server = createServer((request, response) => {
    const forward = async (): Promise<void> => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
      if (service.hangs) return;
      const sandboxResponse = await sandbox.fetch(
        new Request(`http://sandbox.invalid${request.url}`, {
          method: request.method ?? 'GET',
          headers: Object.fromEntries(
            Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
          ),
          ...(chunks.length > 0 && { body: new Uint8Array(Buffer.concat(chunks)) }),
        }),
      );
      if (sandboxResponse.status === 201) service.created += 1;
      response.writeHead(sandboxResponse.status, Object.fromEntries(sandboxResponse.headers));
      response.end(await sandboxResponse.text());
    };
    forward().catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const serverAddress = server.address();
  address = `http://127.0.0.1:${typeof serverAddress === 'object' ? serverAddress?.port : ''}`;
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true });
});

/** Starts a run, waits until it has created books, and then makes the service hang. */
async function startAndHang() {
  const args = ['verify', address, '--allow', 'read,write,publish,delete', '--out', folder];
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), main, ...args], {
    env: { DISTRIBUTION_API_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result = collectOutput(child);
  while (service.created < 10 && child.exitCode === null) await pause(20);
  service.hangs = true;
  await pause(200);
  return { child, result };
}

it.each(['SIGINT', 'SIGTERM'] as const)(
  'stops after %s before the open requests time out, and writes a report',
  async (signal) => {
    const { child, result } = await startAndHang();
    const interruptedAt = performance.now();
    child.kill(signal);
    const { code, output } = await result;
    expect(performance.now() - interruptedAt, output).toBeLessThan(requestTimeout);
    expect(code, output).toBe(130);
    expect(output).toContain('The run was interrupted.');
    expect(output).toMatch(/bookdist sweep .*made-.*\.jsonl/);
  },
);

it('ends immediately on a second Ctrl-C', async () => {
  const { child, result } = await startAndHang();
  child.kill('SIGINT');
  await pause(600);
  expect(child.exitCode).toBeNull();
  child.kill('SIGINT');
  const { code, output } = await result;
  expect(code).toBe(130);
  expect(output).not.toContain('The run was interrupted.');
});
