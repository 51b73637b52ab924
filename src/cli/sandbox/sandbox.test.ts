/** Tests `bookdist sandbox` in this process, as a process of its own, and with a proxy that judges its callers. */
import { writeFile, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, test } from 'vitest';
import {
  runCommandLine,
  type CommandLineOptions,
} from '../../../tests/support/cli/run-command-line.ts';
import { createFolder, listenOnFreePort } from '../../../tests/support/fixtures.ts';
import { serveSandbox } from '../../sandbox/index.ts';
import { sandboxControl } from '../../testing/sandbox-control.ts';
import { callCorrectly } from '../../../tests/support/traffic/correct-traffic.ts';
import { faultyCallers } from '../../../tests/support/traffic/faulty-callers.ts';
import type { CallerEnvironment } from '../../../tests/support/traffic/caller-steps.ts';
import type { Shell } from '../shell/index.ts';
import { openRecordingProxy } from './recording-proxy.ts';

/** Runs the command until it serves, or fails. */
const start = async (args: readonly string[], options: CommandLineOptions = {}) =>
  runCommandLine(['sandbox', '--port', '0', ...args], { interruptAt: /Ctrl-C/, ...options });

/** Writes a file into a new folder and returns its path. */
async function writeText(text: string): Promise<string> {
  const file = join(createFolder(), 'file.txt');
  await writeFile(file, text);
  return file;
}

it('prints its address and key, and exits cleanly on Ctrl-C', async () => {
  const result = await start(['--key', 'mine', '--clock', '2030-01-01']);
  expect(result.code).toBe(0);
  expect(result.out).toMatch(
    /^sandbox {3}http:\/\/127\.0\.0\.1:\d+\nstorage {3}http.*\nkey {7}mine\n/,
  );
});

it.each([
  ['--key', async () => ['--key', 'one', '--key', 'two'], {}],
  ['--key-file', async () => ['--key-file', await writeText('# ours\none\n\ntwo\n')], {}],
  ['the environment', async () => [], { variable: () => 'one,two' }],
])('reads several keys from %s', async (_source, createArgs, environment) => {
  const { code, out } = await start(await createArgs(), { environment });
  expect([code, out.match(/^key .*$/gm)]).toEqual([0, ['key       one', 'key       two']]);
});

it('reads accounts from a file, hides their keys, and rejects invalid accounts', async () => {
  const startWithAccounts = async (text: string) =>
    start(['--control-port', '0', '--accounts', await writeText(text)], {
      environment: { variable: (name) => ({ NORTH: 'n1' })[name] },
    });
  const { code, out } = await startWithAccounts(
    'accounts:\n  - name: north\n    keys: [{ variable: NORTH }, { key: n2, readOnly: true }]\n' +
      '    readings: { create.response: walkthrough }\n    faults: [isbn-checksum-ignored]\n',
  );
  expect([code, out]).toEqual([0, expect.stringMatching(/account {3}north\ncontrol {3}http/)]);
  expect(out).not.toContain('n1');
  for (const [text, message] of [
    ['accounts: []', 'It needs a list `accounts`'],
    ['accounts: [{ keys: [a] }]', 'Account number 1 needs a name'],
    ['accounts: [{ name: a, keys: [{ variable: X }] }]', 'the variable X, which is not set'],
    ['accounts: [{ name: a, keys: [b], colour: red }]', 'unknown property colour'],
    ['accounts: [{ name: a, keys: [b], faults: [nope] }]', 'There is no fault "nope"'],
  ] as const) {
    const invalid = await startWithAccounts(text);
    expect([invalid.code, invalid.err]).toEqual([2, expect.stringContaining(message)]);
  }
});

it.each([
  ['text', /401 {2}GET {5}\/v2\/distribution\/books {2}\d+ ms {2}auth\.missing-key/],
  ['json', /"level":"info".*"path":"\/v2\/distribution\/books","status":401/],
])('logs one line of %s for each request', async (form, line) => {
  let address = '';
  const running = start(['--log', form], {
    interruptAt: line,
    onOut: (text) => (address ||= /http:\S+/.exec(text)?.[0] ?? ''),
  });
  await expect.poll(() => address).not.toBe('');
  await (await fetch(`${address}/v2/distribution/books`)).text();
  expect((await running).err).toMatch(line);
});

it('starts with seed data, and exits with 3 for invalid seed data', async () => {
  const { code, err } = await start(['--seed', '30']);
  expect([code, err]).toEqual([0, expect.stringContaining('Seeded with 30 books')]);
  const invalid = await start(['--seed', await writeText('{"format":"ebook"}\n')]);
  expect([invalid.code, invalid.err]).toEqual([3, expect.stringContaining('Line 1 is not a book')]);
});

it.each([
  ['--port', '--port and --storage-port', []],
  ['--port', '--port and --storage-port', ['--judge-caller']],
  ['--port', '--port and --storage-port', ['--record', join(createFolder(), 'calls.jsonl')]],
  ['--control-port', '--control-port', []],
])('names the port of %s that is in use, and exits with 3', async (option, advice, others) => {
  const port = String(await listenOnFreePort(createServer()));
  const { code, err } = await start(['--storage-port', '0', option, port, ...others]);
  expect(code).toBe(3);
  expect(err).toMatch(new RegExp(`Port ${port} is taken.* Choose one with ${advice};`));
});

it('warns about the usual key only if others can reach the sandbox', async () => {
  expect((await start(['--host', '0.0.0.0'])).err).toMatch(/Others can reach .* sandbox-key/);
  expect((await start(['--host', '0.0.0.0', '--key', 'mine'])).err).not.toMatch(/Others/);
  expect((await start([])).err).not.toMatch(/Others/);
});

it('logs a response of the class 5xx as an error', async () => {
  let output = '';
  const running = start(['--log', 'json', '--control-port', '0'], {
    interruptAt: /"status":503/,
    onOut: (text) => (output += text),
  });
  await expect.poll(() => output).toMatch(/^Ctrl-C/m);
  const [, address, control] = /^sandbox +(\S+)[^]*^control +(\S+)/m.exec(output) ?? [];
  await sandboxControl(control ?? '').chaos([{ effect: { kind: 'status', status: 503 } }]);
  await (await fetch(`${address}/v2/distribution/books`)).text();
  expect((await running).err).toMatch(/"level":"error".*"status":503/);
});

it('lists faults and readings', async () => {
  expect((await start(['--list-faults'])).out).toContain('isbn-checksum-ignored\n');
  expect((await start(['--list-readings'])).out).toContain('reference (default) | walkthrough');
});

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

test.each([
  ['--judge-caller', '--record', 'calls.jsonl'],
  ['--judge-caller', '--seed', 'none.jsonl'],
])('ends with %s %s %s if it cannot serve', async (...options) => {
  const port = String(await listenOnFreePort(createServer()));
  const folder = createFolder();
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), main, 'sandbox', '--storage-port', '0']
      // The taken port fails the proxy; a missing seed file fails the sandbox behind it.
      .concat('--port', options.includes('--seed') ? '0' : port, options),
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await once(child, 'exit')).toEqual([3, null]);
});

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

/** Runs a program against a sandbox behind the proxy. Returns the exit code and the output. */
async function runBehindProxy(
  callService: (around: CallerEnvironment) => Promise<void>,
  { record, storagePublicUrl }: { record?: string; storagePublicUrl?: string } = {},
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
  const addresses = { host: '127.0.0.1', port: 0, storagePort: 0, storagePublicUrl };
  const proxy = await openRecordingProxy({ ...addresses, judgesCallers, record }, shell);
  const sandbox = await serveSandbox({ storagePublicUrl: storagePublicUrl ?? proxy.storageUrl });
  // Does what another proxy in front would do.
  const fetchFromOutside: typeof fetch = async (target, init) =>
    fetch(
      typeof target === 'string' && storagePublicUrl !== undefined
        ? target.replace(storagePublicUrl, proxy.storageUrl)
        : target,
      init,
    );
  try {
    proxy.connect(sandbox.url, sandbox.storageUrl);
    const doNothing = (): void => undefined;
    const api = `${proxy.url}/v2/distribution`;
    const controls = { advance: doNothing, loseCreate: doNothing, refuseList: doNothing };
    await callService({ fetch: fetchFromOutside, api, apiKey: sandbox.key, ...controls });
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

it('recognises upload URLs that begin with the public address of the storage', async () => {
  const storagePublicUrl = 'https://files.example/sandbox';
  const { code, output } = await runBehindProxy(callCorrectly, { storagePublicUrl });
  expect(output).toMatch(/^The caller followed all \d+ rules that applied/);
  expect(code).toBe(0);
});

it('records calls without keys, and does not judge them', async () => {
  const file = join(createFolder(), 'traffic.jsonl');
  const { code, output } = await runBehindProxy(callCorrectly, { record: file });
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  expect({ code, output }).toEqual({ code: 0, output: '' });
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.join()).not.toContain('sandbox-key');
});
