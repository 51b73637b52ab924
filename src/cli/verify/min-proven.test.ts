/** Tests `--min-proven` and `--as-of`, with which a pipeline sets the required proof and the cases. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statedIds } from '../../contract/requirements.ts';
import { isNewer } from '../../contract/versions.ts';
import { check, section, type Section } from '../../harness/suite/index.ts';
import { chooseStatements } from './statements.ts';
import { runCommandLine } from '../scenes/run-command-line.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookdist-held-'));
});
afterAll(async () => rm(folder, { recursive: true }));

async function run(...args: readonly string[]) {
  return runCommandLine(args, { width: 200 });
}

const listRun = ['verify', '--only', 'list.meta'];

describe('--min-proven', () => {
  it('exits with 3 and gives the reason if less was proven', async () => {
    const { code, out } = await run(...listRun, '--out', folder, '--min-proven', '3');
    expect(code).toBe(3);
    expect(out).toContain(
      'Too little was proven for a verdict: 2, but a verdict needs at least 3 requirements (--min-proven).',
    );
    const report: unknown = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    expect(report).toMatchObject({ exitCode: 3, verdict: 'unproven' });
  });

  it('accepts a percentage, and exits with 0 if it was reached', async () => {
    expect(await run(...listRun, '--out', folder, '--min-proven', '100%')).toMatchObject({
      code: 0,
    });
  });

  it('does not change the exit code of a drift', async () => {
    const faultyRun = [
      'verify',
      '--only',
      'isbn.valid-on-create',
      '--fault',
      'isbn-checksum-ignored',
    ];
    const { code } = await run(...faultyRun, '--out', folder, '--min-proven', '99');
    expect(code).toBe(1);
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
    expect(code).toBe(2);
    expect(err).toContain(sentence);
  });
});

describe('--as-of', () => {
  it('compares versions by number', () => {
    expect(isNewer('0.10.0', '0.9.9')).toBe(true);
    expect([isNewer('0.9.9', '0.10.0'), isNewer('1.0.0', '1.0.0')]).toEqual([false, false]);
    expect(isNewer('0.2.0-next.1', '0.2.0')).toBe(false);
  });

  it('appears in the report and in the summary', async () => {
    const { code, out } = await run(...listRun, '--out', folder, '--as-of', '0.1.0');
    expect(code).toBe(0);
    expect(out).toContain('as of 0.1.0');
    const report: unknown = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
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
