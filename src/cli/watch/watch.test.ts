/** Tests the whole command as a process: traffic, drifts, a killed judge, and the report. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createCredentials } from '../../../tests/support/servers/gate.ts';
import { cleanUpWith, createFolder, listenOnFreePort } from '../../../tests/support/fixtures.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Answers with a list whose total is a text that a terminal or GitHub would act on. */
function answerBadly(_: unknown, response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  const total = '\u001B[2Jnone\n::error::none';
  const meta = { total, page: 1, perPage: 50, lastPage: 1 };
  const links = { self: '/v2/distribution/books', next: null, prev: null };
  response.end(JSON.stringify({ data: [], meta, links }));
}

/** Starts the command, and waits until its proxy accepts calls. */
async function startWatch(target: string, ...options: readonly string[]) {
  const folder = createFolder();
  const common = ['--target', target, '--port', '0', '--out', folder, '--format', 'json'];
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), main, 'watch', ...common, ...options],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  cleanUpWith(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (output += String(text)));
  const until = async <Value>(read: () => Value | undefined): Promise<Value> => {
    for (;;) {
      const found = read();
      if (found !== undefined) return found;
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The command ended early. It printed:\n${output}`);
      await pause(50);
    }
  };
  const proxy = await until(() => /Watching (http:\/\/[\d.:]+)/.exec(output)?.[1]);
  return {
    folder,
    until,
    child,
    read: () => output,
    untilPrinted: async (text: string) => until(() => output.includes(text) || undefined),
    list: async (): Promise<number> => {
      const headers = { apikey: 'secret-of-a-caller' };
      return (await fetch(`${proxy}/v2/distribution/books`, { headers })).status;
    },
    /** Presses Ctrl-C and returns the exit code. */
    stop: async (): Promise<number | null> => {
      child.kill('SIGINT');
      while (child.exitCode === null) await pause(20);
      return child.exitCode;
    },
  };
}

test('prints a drift of a service with its own certificate as it happens, and writes the report on Ctrl-C', async () => {
  const { cert, key } = createCredentials('localhost');
  const service: Server = createTlsServer({ cert, key }, answerBadly);
  const port = await listenOnFreePort(service);
  const ca = join(createFolder(), 'authority.pem');
  await writeFile(ca, cert);
  const record = join(createFolder(), 'traffic.jsonl');
  const watch = await startWatch(`https://localhost:${port}`, '--ca', ca, '--record', record);
  expect(await watch.list()).toBe(200);
  await watch.untilPrinted('✗ GET /books → 200');
  expect(watch.read()).toContain(String.raw`\u001b[2Jnone\n::error::none`);
  expect(await watch.stop()).toBe(1);
  const report = await readFile(join(watch.folder, 'report.json'), 'utf8');
  expect(JSON.parse(report)).toMatchObject({ verdict: 'drifts', target: { kind: 'recording' } });
  const recorded = await readFile(record, 'utf8');
  expect(recorded.trim().split('\n')).toHaveLength(1);
  expect(report + recorded + watch.read()).not.toContain('secret-of-a-caller');
});

test('forwards traffic after its judge was killed, and reports once why calls get no response', async () => {
  const service = createServer(answerBadly);
  const watch = await startWatch(`http://127.0.0.1:${await listenOnFreePort(service)}`);
  expect(await watch.list()).toBe(200);
  process.kill(await watch.until(() => findJudge(watch.child.pid ?? 0)), 'SIGKILL');
  await watch.untilPrinted('The judge ended (SIGKILL)');
  expect(await watch.list()).toBe(200);
  service.closeAllConnections();
  service.close();
  await expect(watch.list()).rejects.toThrow();
  await expect(watch.list()).rejects.toThrow();
  await watch.untilPrinted('refuses connections (ECONNREFUSED)');
  expect(watch.read().split('A call got no response')).toHaveLength(2);
  expect(await watch.stop()).toBe(3);
});

/** The process that the command started, by the table of processes. */
function findJudge(parent: number): number | undefined {
  const file = `/proc/${parent}/task/${parent}/children`;
  if (!existsSync(file)) return undefined;
  const child = Number(readFileSync(file, 'utf8').trim().split(' ')[0]);
  return child > 0 ? child : undefined;
}
