/** Tests the front of a sandbox that judges and records its callers. */
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveSandbox } from '../../sandbox/index.ts';
import {
  callCorrectly,
  faultyCallers,
  type CallerEnvironment,
} from '../../traffic/scenes/index.ts';
import type { Shell } from '../shell/index.ts';
import { openRecordingProxy } from './recording-proxy.ts';

/** Runs a program against a sandbox behind the front; returns the exit code and what was printed. */
async function judge(run: (around: CallerEnvironment) => Promise<void>, record?: string) {
  const output: string[] = [];
  const note = (text: string): void => void output.push(text);
  const terminal = { isTerminal: false, width: 80, colour: false };
  const shell: Shell = {
    out: note,
    err: note,
    outTerminal: terminal,
    errTerminal: terminal,
    environment: { url: undefined, key: undefined, noColour: true, debug: false },
    onInterrupt: () => () => undefined,
    onEnter: () => () => undefined,
    exitWith: () => undefined,
  };
  const judgesCallers = record === undefined;
  const where = { host: '127.0.0.1', port: 0, storagePort: 0 };
  const proxy = await openRecordingProxy({ ...where, judgesCallers, record }, shell);
  const served = await serveSandbox({ storagePublicUrl: proxy.storageUrl });
  try {
    proxy.connect(served.url, served.storageUrl);
    const nothing = (): void => undefined;
    const api = `${proxy.url}/v2/distribution`;
    const ways = { advance: nothing, loseCreate: nothing, refuseList: nothing };
    await run({ fetch, api, apiKey: served.key, ...ways });
    return { code: await proxy.end(), output: output.join('') };
  } finally {
    await served.close();
  }
}

it('reports no mistake for a correct caller', async () => {
  const { code, output } = await judge(callCorrectly);
  expect(output).toMatch(/^The caller followed all \d+ rules that applied/);
  expect(code).toBe(0);
});

it('recognises upload URLs on the port of the storage', async () => {
  const twice = faultyCallers.find(({ name }) => name === 'uses-a-url-twice');
  const { code, output } = await judge(async (around) => twice?.run(around));
  expect(output).toContain('caller.uses-url-once  1 of 2 calls');
  expect(code).toBe(1);
});

it('records calls without keys, and does not judge them', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'front-')), 'traffic.jsonl');
  const { code, output } = await judge(callCorrectly, file);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  expect({ code, output }).toEqual({ code: 0, output: '' });
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.join()).not.toContain('sandbox-key');
});
