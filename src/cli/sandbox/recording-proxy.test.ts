/** Tests the proxy that judges or records the callers of a sandbox. */
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveSandbox } from '../../sandbox/index.ts';
import {
  callCorrectly,
  faultyCallers,
  type CallerEnvironment,
} from '../../../tests/support/traffic/index.ts';
import type { Shell } from '../shell/index.ts';
import { openRecordingProxy } from './recording-proxy.ts';

/** Runs a program against a sandbox behind the proxy. Returns the exit code and the output. */
async function runBehindProxy(
  callService: (around: CallerEnvironment) => Promise<void>,
  record?: string,
) {
  const output: string[] = [];
  const print = (text: string): void => void output.push(text);
  const terminal = { isTerminal: false, width: 80, colour: false };
  const shell: Shell = {
    out: print,
    err: print,
    outTerminal: terminal,
    errTerminal: terminal,
    environment: { url: undefined, key: undefined, noColour: true, debug: false },
    onInterrupt: () => () => undefined,
    onEnter: () => () => undefined,
    exitWith: () => undefined,
  };
  const judgesCallers = record === undefined;
  const addresses = { host: '127.0.0.1', port: 0, storagePort: 0 };
  const proxy = await openRecordingProxy({ ...addresses, judgesCallers, record }, shell);
  const sandbox = await serveSandbox({ storagePublicUrl: proxy.storageUrl });
  try {
    proxy.connect(sandbox.url, sandbox.storageUrl);
    const doNothing = (): void => undefined;
    const api = `${proxy.url}/v2/distribution`;
    const controls = { advance: doNothing, loseCreate: doNothing, refuseList: doNothing };
    await callService({ fetch, api, apiKey: sandbox.key, ...controls });
    return { code: await proxy.end(), output: output.join('') };
  } finally {
    await sandbox.close();
  }
}

it('reports no mistake for a correct caller', async () => {
  const { code, output } = await runBehindProxy(callCorrectly);
  expect(output).toMatch(/^The caller followed all \d+ rules that applied/);
  expect(code).toBe(0);
});

it('recognises upload URLs on the port of the storage', async () => {
  const faultyCaller = faultyCallers.find(({ name }) => name === 'uses-a-url-twice');
  const { code, output } = await runBehindProxy(async (around) => faultyCaller?.run(around));
  expect(output).toContain('caller.uses-url-once  1 of 2 calls');
  expect(code).toBe(1);
});

it('records calls without keys, and does not judge them', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'recording-proxy-')), 'traffic.jsonl');
  const { code, output } = await runBehindProxy(callCorrectly, file);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  expect({ code, output }).toEqual({ code: 0, output: '' });
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.join()).not.toContain('sandbox-key');
});
