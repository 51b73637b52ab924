/** Tests `bookdist verify` from its options to its exit code. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createFolder,
  findUnusedOrigin,
  serveTestSandbox,
} from '../../../tests/support/fixtures.ts';
import {
  driftingRun,
  runCommandLine,
  type CommandLineOptions,
} from '../../../tests/support/cli/run-command-line.ts';

const key = 'canary-key-0a1b2c';
const withKey: CommandLineOptions = { environment: { key }, width: 300 };
const folder = createFolder();
const server = await serveTestSandbox({ key });

const verify = async (args: readonly string[], options: CommandLineOptions = {}) =>
  runCommandLine(['verify', ...args, '--out', folder], options);
const readOutput = async (name: string) => readFile(join(folder, name), 'utf8');

it('judges our own sandbox and writes the report', async () => {
  const { code, out, err } = await verify(['--only', 'path.prefix', '--seed', '1']);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^conforms {3}under path.prefix {3}proven 1 of 1/m);
  expect(JSON.parse(await readOutput('report.json'))).toMatchObject({
    exitCode: 0,
    run: { seed: 1 },
  });
});

it('reports the requirement that a fault breaks, and exits with 1', async () => {
  const { code, out } = await verify(driftingRun.slice(1));
  expect(code).toBe(1);
  expect(out).toContain('✗ list.page-size');
  expect(out).toMatch(/^DRIFT {3}1 new/m);
});

it('reports in one sentence that no server responds, and exits with 3', async () => {
  const { code, out } = await verify([await findUnusedOrigin()], withKey);
  expect(code).toBe(3);
  expect(out).toMatch(
    /^No response from http:\/\/127\.0\.0\.1:\d+\/v2\/distribution: \S+ refuses connections \(ECONNREFUSED\)\. Is/m,
  );
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
  await verify(['--only', 'path.prefix', '--own-sandbox']);
  const readKeptFiles = async () =>
    Promise.all(['report.json', 'report.html', 'exchanges.har'].map(readOutput));
  const earlierFiles = await readKeptFiles();
  const { code, err } = await verify([await findUnusedOrigin(), '--rate', '20'], withKey);
  expect([code, err]).toEqual([3, `The report of an earlier run in ${folder} is kept.\n`]);
  expect(await readKeptFiles()).toEqual(earlierFiles);
  const summary = await readOutput('summary.md');
  expect(summary).toContain('No full answer');
  expect(summary).not.toContain('Not proven');
  expect(await readOutput('junit.xml')).toContain('type="unreachable"');
});

describe('a read-only run of a service', async () => {
  const { code, out, err } = await verify([server.url], withKey);
  const files = ['summary.md', 'report.html', 'junit.xml', 'report.json'];
  const [summary = '', page = '', junit = '', report = ''] = await Promise.all(
    files.map(readOutput),
  );

  it('does not leak the key', () => {
    expect([code, (out + err + report).includes(key)]).toEqual([0, false]);
  });

  it('states in every format that it was read-only, and what more consent would prove', () => {
    const advisedConsent = /--allow read,write would prove up to 1\d\d more/;
    expect(out).toMatch(/^conforms, read only   proven \d+ of \d+/m);
    for (const text of [out, summary, page, junit]) expect(text).toMatch(advisedConsent);
  });

  it('counts unproven requirements alike in every format', () => {
    const [unprovenLine, requirementCount = '', adviceCount = ''] =
      /(\d+) requirements unproven, and (\d+ pieces) of advice/.exec(out) ?? [];
    expect(unprovenLine).toBeDefined();
    expect(summary).toContain(`### Not proven: ${requirementCount} requirements`);
    expect(summary).toContain(`### Not proven: ${adviceCount} of advice`);
    expect(page).toContain(
      `${requirementCount} requirements, and ${adviceCount} of advice, by reason`,
    );
  });
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
  await expect.poll(() => server.sandbox.books()).not.toEqual([]);
  pressCtrlC();
  const { code, out, err } = await result;
  expect(code).toBe(130);
  expect(err).toContain('Stopping');
  expect(out).toContain('The run was interrupted.');
});

it('lists the cases without sending requests', async () => {
  const list = async () => runCommandLine(['verify', '--list', '--seed', '5', '--only', 'publish']);
  const first = await list();
  expect(first).toEqual(await list());
  expect(first.code).toBe(0);
  expect(first.out).toMatch(/^publish\.final-version-window /m);
  expect(first.out).toContain('No request was sent.');
});

it('reports before the first request that the report cannot be written', async () => {
  await writeFile(join(folder, 'a-file'), '');
  const { code, err } = await runCommandLine(['verify', '--out', join(folder, 'a-file')]);
  expect([code, err]).toEqual([2, expect.stringContaining('cannot write to this folder')]);
});
