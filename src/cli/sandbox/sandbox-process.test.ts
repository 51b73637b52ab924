/** Tests `bookdist sandbox` as a separate process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

function startSandbox(...options: readonly string[]) {
  const command = ['--import', 'tsx', main, 'sandbox', '--port', '0', ...options];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function readAddress(child: ReturnType<typeof startSandbox>): Promise<string> {
  let address = '';
  for await (const line of createInterface({ input: child.stdout })) {
    address ||= /http:\S+/.exec(line)?.[0] ?? '';
    if (line.startsWith('Ctrl-C')) break;
  }
  return address;
}

test('accepts several keys, hides them from ps, and exits cleanly when its terminal closes', async () => {
  const child = startSandbox('--key', 'first-secret', '--key', 'second-secret');
  const address = await readAddress(child);
  const statuses = ['first-secret', 'second-secret', 'third-secret'].map(async (apikey) => {
    const list = await fetch(`${address}/v2/distribution/books`, { headers: { apikey } });
    return list.status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 200, 401]);
  if (process.platform === 'linux') {
    expect(await readFile(`/proc/${child.pid}/cmdline`, 'utf8')).not.toContain('secret');
  }
  child.kill('SIGHUP');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
