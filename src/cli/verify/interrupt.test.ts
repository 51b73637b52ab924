/** Tests interruptions of runs against a service that has stopped responding. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createSandbox } from '../../sandbox/index.ts';
import { collectOutput } from '../shell/index.ts';
import { runCommandLine } from '../../../tests/support/cli/run-command-line.ts';
import { cleanUpWith, createFolder, startServer } from '../../../tests/support/fixtures.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const key = 'a-key-for-this-test';

/** Starts a service that works until it has created two books. After that, it accepts requests but never responds. */
async function startHangingService() {
  const sandbox = await createSandbox({ key, storageOrigin: 'http://storage.invalid' });
  cleanUpWith(sandbox.close);
  const service = { address: '', hanging: 0 };
  service.address = await startServer((request, response) => {
    const forward = async (): Promise<void> => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
      if ((await sandbox.books()).length >= 2) {
        service.hanging += 1;
        return;
      }
      const answer = await sandbox.fetch(
        new Request(`http://sandbox.invalid${request.url}`, {
          method: request.method ?? 'GET',
          headers: Object.fromEntries(
            Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
          ),
          ...(chunks.length > 0 && { body: new Uint8Array(Buffer.concat(chunks)) }),
        }),
      );
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(await answer.text());
    };
    forward().catch(() => response.destroy());
  });
  const args = [
    'verify',
    service.address,
    '--allow',
    'read,write,publish,delete',
    '--only',
    'read',
  ];
  return { service, args: [...args, '--out', createFolder()] };
}

it('stops after Ctrl-C while requests are open, and writes a report', async () => {
  const { service, args } = await startHangingService();
  let pressCtrlC = (): void => undefined;
  const result = runCommandLine(args, {
    width: 300,
    environment: { key },
    onInterrupt: (listener) => {
      pressCtrlC = listener;
      return () => undefined;
    },
  });
  await expect.poll(() => service.hanging).toBeGreaterThan(0);
  pressCtrlC();
  const { code, out, err } = await result;
  expect(code, out + err).toBe(130);
  expect(out).toContain('The run was interrupted.');
  expect(out + err).toMatch(/bookdist sweep .*made-.*\.jsonl/);
});

it('stops on SIGTERM as a process, and ends immediately on a second signal', async () => {
  const { service, args } = await startHangingService();
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), main, ...args], {
    env: { DISTRIBUTION_API_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stopping = false;
  child.stderr.on('data', (text) => (stopping ||= String(text).includes('Stopping')));
  const result = collectOutput(child);
  await expect.poll(() => service.hanging).toBeGreaterThan(0);
  child.kill('SIGTERM');
  await expect.poll(() => stopping).toBe(true);
  expect(child.exitCode).toBeNull();
  // Two signals within 300 ms count as one, so the second is repeated until the process ends.
  const repeat = setInterval(() => child.kill('SIGINT'), 100);
  const { code, output } = await result;
  clearInterval(repeat);
  expect(code).toBe(130);
  expect(output).not.toContain('The run was interrupted.');
  expect(output).toContain('A second Ctrl-C ends at once and leaves them.');
  expect(output).toMatch(
    /made-\S+\.jsonl lists the books that are left[^]*bookdist sweep \S+made-/,
  );
});
