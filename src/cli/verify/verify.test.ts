/** Tests `bookdist verify` from its options to its exit code, with `--min-proven` and `--as-of`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
import { statedIds } from '../../contract/requirements.ts';
import { isNewer } from '../../contract/revision.ts';
import { check, section, type Section } from '../../harness/suite/index.ts';
import { readReport } from '../output/index.ts';
import { chooseStatements } from './plan-listing.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
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
  expect(out).toMatch(/^conforms {3}1 of 1 requirement met {3}under path.prefix/m);
  expect(JSON.parse(await readOutput('report.json'))).toMatchObject({
    exitCode: 0,
    run: { seed: 1 },
  });
});

it('reports the requirement that a fault breaks, and exits with 1', async () => {
  const { code, out } = await verify(driftingRun.slice(1));
  expect(code).toBe(1);
  expect(out).toContain('✗ listBooks shows too many books\n');
  expect(out).toMatch(/^DRIFT {3}1 of \d+ requirements? broken/m);
});

it('prints the verdict of a run whose files cannot be written, and keeps its exit code for a drift', async () => {
  const out = createFolder();
  await mkdir(join(out, 'report.html'));
  const run = async (args: readonly string[]) => runCommandLine([...args, '--out', out]);
  const drifting = await run(driftingRun);
  expect([drifting.code, drifting.out]).toEqual([
    1,
    expect.stringMatching(/^DRIFT {3}1 of \d+ requirements? broken/m),
  ]);
  expect(drifting.err).toContain('report.html could not be written');
  const conforming = await run(['verify', '--only', 'path.prefix']);
  expect([conforming.code, conforming.out]).toEqual([3, expect.stringMatching(/^conforms/m)]);
});

it('exits with 3 and one sentence if its output cannot be written', async () => {
  const device = await open('/dev/full', 'w');
  const args = ['--import', import.meta.resolve('tsx'), main, 'requirements'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', device.fd, 'pipe'] });
  let errors = '';
  child.stderr?.on('data', (text) => (errors += String(text)));
  const ending: unknown[] = await once(child, 'close');
  await device.close();
  expect([ending[0], errors]).toEqual([
    3,
    expect.stringMatching(/^bookdist: the output could not .*\n$/),
  ]);
});

it('reports in one sentence that no server responds, and exits with 3', async () => {
  const { code, out } = await verify([await findUnusedOrigin()], withKey);
  expect(code).toBe(3);
  expect(out).toMatch(
    /^No response from http:\/\/127\.0\.0\.1:\d+\/v2\/distribution: \S+ refuses connections \(ECONNREFUSED\)\. Is/m,
  );
  expect(out).toMatch(/^NO FULL ANSWER: UNREACHABLE {3}(\d+) of \1 requirements not proven/m);
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
    expect(out).toMatch(/^conforms, read only   \d+ of \d+ requirements met/m);
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

const listRun = ['verify', '--only', 'list.meta'];
const run = async (...args: readonly string[]) =>
  runCommandLine([...args, '--out', folder], { width: 200 });

describe('--min-proven', () => {
  it('exits with 3 and gives the reason if less was proven', async () => {
    const { code, out } = await run(...listRun, '--min-proven', '3');
    expect(code).toBe(3);
    expect(out).toContain(
      'Too little was proven for a verdict: 2, but a verdict needs at least 3 requirements (--min-proven).',
    );
    const report = await readReport(`${folder}/report.json`);
    expect(report).toMatchObject({ exitCode: 3, verdict: 'unproven' });
  });

  it('does not change the exit code of a drift', async () => {
    expect(await run(...driftingRun, '--min-proven', '99')).toMatchObject({ code: 1 });
  });

  it.each([
    [['--min-proven', 'most'], 'It takes a number such as 180, or a share such as 95%.'],
    [['--min-proven', '101%'], 'It takes a number such as 180, or a share such as 95%.'],
    [['--min-proven', '1.5'], 'It takes a number such as 180, or a share such as 95%.'],
    [['--min-proven', '1', '--replay', 'x.y'], '--min-proven cannot be combined with it'],
    [['--as-of', 'last'], 'It takes a version such as 0.1.0.'],
    [['--as-of', '99.0.0'], '--as-of 99.0.0 is newer than this version, bookdist '],
    [['--as-of', '0.0.1'], '--as-of 0.0.1 leaves nothing to test.'],
  ])('exits with 2 for %j', async (args, sentence) => {
    const { code, err } = await run('verify', ...args);
    expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
  });
});

describe('--as-of', () => {
  it('compares versions by number', () => {
    expect(isNewer('0.10.0', '0.9.9')).toBe(true);
    expect([isNewer('0.9.9', '0.10.0'), isNewer('1.0.0', '1.0.0')]).toEqual([false, false]);
    expect(isNewer('0.2.0-next.1', '0.2.0')).toBe(false);
  });

  it('appears in the report and in the summary, and a share of the proof may be required too', async () => {
    const { code, out } = await run(...listRun, '--as-of', '0.1.0', '--min-proven', '100%');
    expect([code, out]).toEqual([0, expect.stringContaining('as of 0.1.0')]);
    const report = await readReport(`${folder}/report.json`);
    expect(report).toMatchObject({ run: { asOf: '0.1.0' } });
  });

  it('leaves out newer cases, findings and requirements', () => {
    const [olderId, newerId] = statedIds;
    if (olderId === undefined || newerId === undefined) throw new Error('The ledger has two ids.');
    const suite: readonly Section[] = [
      section('Both', [check(olderId, { a: async () => undefined }), check(newerId, {})]),
      section('New alone', [check(newerId, {})]),
    ];
    const statements = chooseStatements({ asOf: '0.1.0' }, (id) =>
      id === newerId ? '0.2.0' : '0.1.0',
    );
    const titles = statements.suite(suite).map(({ title, items }) => [title, items.length]);
    expect(titles).toEqual([['Both', 1]]);
    const ids = statements.ledger().map(({ id }) => id);
    expect([ids.includes(olderId), ids.includes(newerId)]).toEqual([true, false]);
    const rows = [{ requirement: olderId }, { requirement: newerId }];
    // oxlint-disable-next-line typescript/consistent-type-assertions -- three lists are all it looks at
    const outcome = { findings: rows, judged: rows, answers: [] } as unknown as Parameters<
      typeof statements.outcome
    >[0];
    expect(statements.outcome(outcome)).toEqual({
      findings: [rows[0]],
      judged: [rows[0]],
      answers: [],
    });
  });
});
