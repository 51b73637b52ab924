/** Tests replays, scripts and saved reports through the command line. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReport } from '../output/index.ts';
import { createReplayToken } from './replay-token.ts';
import { runCommandLine } from '../scenes/run-command-line.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookdist-replay-'));
});
afterAll(async () => rm(folder, { recursive: true }));

async function run(...args: readonly string[]) {
  return runCommandLine(args, { width: 100 });
}

async function verify(name: string, ...args: readonly string[]) {
  const out = join(folder, name);
  const result = await run('verify', '--out', out, ...args);
  const file = join(out, 'report.json');
  return { ...result, file, report: await readReport(file) };
}

describe('a replay', () => {
  it('runs only that case again, with the same result', async () => {
    const fault = ['--fault', 'isbn-transposition-accepted'];
    const first = await verify('first', ...fault, '--only', 'isbn', '--seed', '3');
    const [drift] = first.report.findings;
    const token = /--replay (\S+)/.exec(drift?.again ?? '')?.[1] ?? '';
    const replayed = await verify('again', ...fault, '--replay', token);
    expect([first.code, replayed.code]).toEqual([1, 1]);
    expect(replayed.report.findings.map(({ fingerprint }) => fingerprint)).toContain(
      drift?.fingerprint,
    );
    const cases = replayed.report.requirements.flatMap(({ cases: rows }) => rows);
    expect(cases.filter(({ source }) => source === 'case' || source === 'property')).toHaveLength(
      1,
    );
    expect((await verify('right', '--replay', token)).code).toBe(0);
  });

  it('exits with 2 for a case that does not exist, and for a token of another version', async () => {
    const missingCase = {
      requirement: 'list.walk',
      about: 'list.walk',
      sentence: '00000000',
    } as const;
    const { code, err } = await run(
      'verify',
      '--replay',
      createReplayToken({ ...missingCase, seed: 1, runs: 1 }),
    );
    expect([code, err]).toEqual([2, expect.stringContaining('is not in this version')]);
    const text = JSON.stringify([0, 'list.walk']);
    const checksum = createHash('sha256').update(text).digest('hex').slice(0, 6);
    const oldToken = `${Buffer.from(text).toString('base64url')}.${checksum}`;
    expect((await run('verify', '--replay', oldToken)).err).toContain('another version');
  });

  it('rejects an invalid token, and --seed with a token', async () => {
    expect((await run('verify', '--replay', 'abc.def')).err).toContain('is incomplete');
    const conflict = await run('verify', '--replay', 'abc.def', '--seed', '1');
    expect([conflict.code, conflict.err]).toEqual([
      2,
      expect.stringContaining('--seed cannot be combined with it'),
    ]);
  });
});

it('writes a script for each drift, and removes those of the previous run', async () => {
  const first = await verify('scripts', '--fault', 'new-book-is-final', '--only', 'create.not');
  const [drift] = first.report.findings;
  expect(drift?.script).toBe('reproduce/create.not-final-1.sh');
  expect(first.out).toContain(`sh ${join(folder, 'scripts', drift?.script ?? '')}`);
  const script = await readFile(join(folder, 'scripts', drift?.script ?? ''), 'utf8');
  expect(script.startsWith('#!/bin/sh\n# create.not-final: ')).toBe(true);
  await verify('scripts', '--only', 'create.not');
  expect(await readdir(join(folder, 'scripts', 'reproduce'))).toEqual([]);
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
  const first = await verify('shown', '--only', 'lookup', '--seed', '3');
  const result = await run('report', 'show', first.file);
  // A run names its page; `report show` names the file.
  const expected = first.out.replace('report.html', 'report.json');
  expect([result.code, result.out]).toEqual([first.code, expected]);
});
