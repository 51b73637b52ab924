/** Tests `bookdist verify` from its options to its exit code. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveSandbox, type ServedSandbox } from '../../sandbox/index.ts';
import {
  runCommandLine,
  type CommandLineOptions,
  type CommandResult,
} from '../scenes/run-command-line.ts';

const key = 'canary-key-0a1b2c';
const withKey: CommandLineOptions = { environment: { key } };
let folder = '';
let server: ServedSandbox;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookdist-cli-'));
  server = await serveSandbox({ key });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function verify(
  args: readonly string[],
  options: CommandLineOptions = {},
): Promise<CommandResult> {
  return runCommandLine(['verify', ...args, '--out', folder], options);
}

it('judges our own sandbox and writes the report', async () => {
  const { code, out, err } = await verify(['--only', 'list.page-size', '--seed', '1']);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^conforms {3}under list.page-size {3}proven 1 of 1/m);
  const report = await readFile(join(folder, 'report.json'), 'utf8');
  expect(JSON.parse(report)).toMatchObject({ exitCode: 0, run: { seed: 1 } });
});

it('reports the requirement that a fault breaks, and exits with 1', async () => {
  const only = ['--only', 'isbn.valid-on-create'];
  const { code, out } = await verify(['--fault', 'isbn-checksum-ignored', ...only]);
  expect(code).toBe(1);
  expect(out).toContain('✗ isbn.valid-on-create');
  expect(out).toMatch(/^DRIFT {3}1 new/m);
});

it('judges the service at an address, without leaking the key', async () => {
  const { code, out, err } = await verify([server.url, '--only', 'list.meta'], withKey);
  expect(code).toBe(0);
  expect(out + err + (await readFile(join(folder, 'report.json'), 'utf8'))).not.toContain(key);
});

it('reports in one sentence that no server responds, and exits with 3', async () => {
  const stoppedServer = createServer().listen(0, '127.0.0.1');
  await once(stoppedServer, 'listening');
  const address = stoppedServer.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  stoppedServer.close();
  const { code, out } = await verify([`http://127.0.0.1:${port}`], withKey);
  expect(code).toBe(3);
  expect(out).toMatch(/^No response from http:\/\/127\.0\.0\.1:\d+/);
  expect(out).toMatch(/^NO FULL ANSWER {3}proven 0 of/m);
});

it('reports that the key was refused, without printing it, and exits with 3', async () => {
  const { code, out, err } = await verify([server.url, '--rate', '20'], {
    environment: { key: 'canary-wrong' },
  });
  expect(code).toBe(3);
  expect(out).toContain('refused the key');
  expect(err).not.toContain('This run takes');
  expect(out + err).not.toContain('canary');
});

it('keeps the report of an earlier run if the service does not respond', async () => {
  await verify(['--only', 'list.page-size', '--own-sandbox']);
  const readOutput = async (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  const earlierFiles = await Promise.all(
    ['report.json', 'report.html', 'exchanges.har'].map(readOutput),
  );
  const { code, out, err } = await verify(['http://127.0.0.1:48', '--rate', '20'], {
    ...withKey,
    width: 300,
  });
  expect(code).toBe(3);
  expect(out).toMatch(
    /^No response from http:\/\/127\.0\.0\.1:48\/v2\/distribution: 127\.0\.0\.1:48 refuses connections \(ECONNREFUSED\)\. Is/m,
  );
  expect(err).toBe(`The report of an earlier run in ${folder} is kept.\n`);
  const currentFiles = await Promise.all(
    ['report.json', 'report.html', 'exchanges.har'].map(readOutput),
  );
  expect(currentFiles).toEqual(earlierFiles);
  const summary = await readOutput('summary.md');
  expect(summary).toContain('No full answer');
  expect(summary).not.toContain('Not proven');
  expect(await readOutput('junit.xml')).toContain('type="unreachable"');
});

it('states in every format that the run was read-only, and what more consent would prove', async () => {
  const { code, out } = await verify([server.url], { ...withKey, width: 300 });
  expect(code).toBe(0);
  const advisedConsent = /--allow read,write would prove up to 1\d\d more/;
  expect(out).toMatch(/^conforms, read only   proven \d+ of \d+/m);
  const files = ['summary.md', 'report.html', 'junit.xml'];
  const texts = await Promise.all(files.map(async (name) => readFile(join(folder, name), 'utf8')));
  for (const text of [out, ...texts]) expect(text).toMatch(advisedConsent);
});

it('counts unproven requirements alike in every format', async () => {
  const { out } = await verify([server.url], { ...withKey, width: 300 });
  const [unprovenLine, requirementCount = '', adviceCount = ''] =
    /(\d+) requirements unproven, and (\d+ pieces) of advice/.exec(out) ?? [];
  expect(unprovenLine).toBeDefined();
  const summary = await readFile(join(folder, 'summary.md'), 'utf8');
  expect(summary).toContain(`### Not proven: ${requirementCount} requirements`);
  expect(summary).toContain(`### Not proven: ${adviceCount} of advice`);
  const page = await readFile(join(folder, 'report.html'), 'utf8');
  expect(page).toContain(
    `${requirementCount} requirements, and ${adviceCount} of advice, by reason`,
  );
});

it('cleans up on Ctrl-C and exits with 130', async () => {
  let pressCtrlC = (): void => undefined;
  const result = verify([server.url, '--allow', 'read,write', '--rate', '50'], {
    ...withKey,
    onInterrupt: (listener) => {
      pressCtrlC = listener;
      return () => undefined;
    },
  });
  while ((await server.sandbox.books()).length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  pressCtrlC();
  const { code, out, err } = await result;
  expect(code).toBe(130);
  expect(err).toContain('Stopping');
  expect(out).toContain('The run was interrupted.');
});

it('lists the cases without sending requests', async () => {
  const first = await runCommandLine(['verify', '--list', '--seed', '5', '--only', 'publish']);
  const second = await runCommandLine(['verify', '--list', '--seed', '5', '--only', 'publish']);
  expect(first).toEqual(second);
  expect(first.code).toBe(0);
  expect(first.out).toMatch(/^publish\.final-version-window /m);
  expect(first.out).toContain('No request was sent.');
});

it('reports before the first request that the report cannot be written', async () => {
  await writeFile(join(folder, 'a-file'), '');
  const { code, err } = await runCommandLine(['verify', '--out', join(folder, 'a-file')]);
  expect(code).toBe(2);
  expect(err).toContain('cannot write to this folder');
});
