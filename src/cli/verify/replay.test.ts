/** Tests replays and their tokens, scripts, saved reports and `--watch` through the command line. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { readReport } from '../output/index.ts';
import { createReplayToken, parseReplayToken } from './replay-token.ts';
import { createFolder } from '../../../tests/support/fixtures.ts';
import { runCommandLine } from '../../../tests/support/cli/run-command-line.ts';
import { WrongUsage } from '../shell/run-program.ts';

const folder = createFolder();
const run = async (...args: readonly string[]) => runCommandLine(args, { width: 100 });

async function verify(name: string, ...args: readonly string[]) {
  const out = join(folder, name);
  const result = await run('verify', '--out', out, ...args);
  const file = join(out, 'report.json');
  return { ...result, file, report: await readReport(file) };
}

const fault = ['--fault', 'page-one-too-long'];
let first: Awaited<ReturnType<typeof verify>>;
beforeAll(async () => {
  first = await verify('first', '--only', 'list.page-size', ...fault);
});

describe('a replay', () => {
  it('runs only that case again, with the same result', async () => {
    const [drift] = first.report.findings;
    const token = /--replay (\S+)/.exec(drift?.again ?? '')?.[1] ?? '';
    const replayed = await verify('again', ...fault, '--replay', token);
    expect([first.code, replayed.code]).toEqual([1, 1]);
    const fingerprints = replayed.report.findings.map(({ fingerprint }) => fingerprint);
    expect(fingerprints).toContain(drift?.fingerprint);
    const cases = replayed.report.requirements.flatMap(({ cases: rows }) => rows);
    const sources = cases.map(({ source }) => source);
    expect(sources.filter((source) => source === 'case' || source === 'property')).toHaveLength(1);
    expect((await verify('right', '--replay', token)).code).toBe(0);
  });

  it('exits with 2 for a case that does not exist, and for a token of another version', async () => {
    const missing = { requirement: 'list.walk', about: 'list.walk', sentence: '00000000' } as const;
    const token = createReplayToken({ ...missing, seed: 1, runs: 1 });
    const { code, err } = await run('verify', '--replay', token);
    expect([code, err]).toEqual([2, expect.stringContaining('is not in this version')]);
    const text = JSON.stringify([0, 'list.walk']);
    const checksum = createHash('sha256').update(text).digest('hex').slice(0, 6);
    const oldToken = `${Buffer.from(text).toString('base64url')}.${checksum}`;
    expect((await run('verify', '--replay', oldToken)).err).toContain('another version');
  });

  it('rejects an invalid token, and --seed with a token', async () => {
    expect((await run('verify', '--replay', 'abc.def')).err).toContain('is incomplete');
    const { code, err } = await run('verify', '--replay', 'abc.def', '--seed', '1');
    expect([code, err]).toEqual([2, expect.stringContaining('--seed cannot be combined with it')]);
  });
});

it('prints the help of report and its subcommands, and exits with 2 without a required option', async () => {
  const help = await run('report', '--help');
  expect(help.code).toBe(0);
  expect(help.out).toContain('bookdist report bundle reports --out evidence');
  expect((await run('report', 'bundle', '--help')).out).toContain('--out <dir>');
  expect((await run('report', 'bundle')).code).toBe(2);
});

it('rejects a file that is missing or not a report', async () => {
  const text = join(folder, 'text.json');
  await writeFile(text, '{}');
  const show = async (file: string) => run('report', 'show', file);
  expect((await show(text)).err).toContain('is not a report of bookdist');
  expect((await show(join(folder, 'none'))).err).toContain('there is no such file');
  expect((await show(text)).code).toBe(2);
});

it('shows a report again, with the output and the exit code of its run', async () => {
  const result = await run('report', 'show', first.file);
  // A run names its page; `report show` names the file.
  const expected = first.out.replace('report.html', 'report.json');
  expect([result.code, result.out]).toEqual([first.code, expected]);
});

it('writes a script for each drift, and removes those of the previous run', async () => {
  const [drift] = first.report.findings;
  expect(drift?.script).toBe('reproduce/list.page-size-1.sh');
  const file = join(folder, 'first', drift?.script ?? '');
  expect(first.out).toContain(`sh ${file}`);
  expect(await readFile(file, 'utf8')).toMatch(/^#!\/bin\/sh\n# list\.page-size: /);
  await verify('first', '--only', 'path.prefix');
  expect(await readdir(join(folder, 'first', 'reproduce'))).toEqual([]);
});

const replay = {
  requirement: 'list.walk',
  about: 'list.walk',
  sentence: '0a1b2c3d',
  seed: -7,
  runs: 25,
  path: '3:0:1',
} as const;

it('decodes to the same replay', () => {
  expect(parseReplayToken(createReplayToken(replay))).toEqual(replay);
  const fullReplay = {
    ...replay,
    about: 'list.item-title',
    history: '[{"method":"GET","path":"/books"}]',
  };
  expect(parseReplayToken(createReplayToken(fullReplay))).toEqual(fullReplay);
});

it('is one word without characters that a shell interprets', () => {
  expect(createReplayToken(replay)).toMatch(/^[\w.-]+$/);
});

it.each(['', 'x', createReplayToken(replay).slice(0, -1), createReplayToken(replay).slice(3)])(
  'rejects the incomplete token %j',
  (incompleteToken) => {
    expect(() => parseReplayToken(incompleteToken)).toThrow(WrongUsage);
    expect(() => parseReplayToken(incompleteToken)).toThrow('is incomplete');
  },
);

it('runs again after a change and on Enter, ignores its own reports, and ends on Ctrl-C', async () => {
  const watched = createFolder();
  const keys = { enter: (): void => undefined, interrupt: (): void => undefined };
  let output = '';
  const waitForRuns = async (times: number): Promise<void> =>
    expect.poll(() => output.split('Waiting for changes').length - 1).toBe(times);
  await mkdir(join(watched, 'routes'));
  const options = ['--only', 'path.prefix', '--runs', '2', '--out', join(watched, 'reports')];
  const result = runCommandLine(['verify', '--watch', watched, ...options], {
    onEnter: (listener) => {
      keys.enter = listener;
      return () => undefined;
    },
    onInterrupt: (listener) => {
      keys.interrupt = listener;
      return () => undefined;
    },
    onErr: (text) => void (output += text),
  });
  await waitForRuns(1);
  // A change of its own reports would be noticed within this time.
  await pause(500);
  expect(output).not.toContain('changed.');
  await writeFile(join(watched, 'routes/books.ts'), 'fixed');
  await waitForRuns(2);
  expect(output).toContain(`${join('routes', 'books.ts')} changed.`);
  keys.enter();
  await waitForRuns(3);
  expect(output).toContain('Running again.');
  keys.interrupt();
  const { code, out } = await result;
  expect(code).toBe(130);
  expect(out.match(/^conforms/gm)).toHaveLength(3);
});

it('requires a folder that exists', async () => {
  const { code, err } = await runCommandLine(['verify', '--watch', '/nowhere/at/all']);
  expect([code, err]).toEqual([2, 'bookdist: --watch /nowhere/at/all: there is no such folder.\n']);
});
