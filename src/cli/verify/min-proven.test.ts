/** Tests `--min-proven` and `--as-of`, with which a pipeline sets the required proof and the cases. */
import { describe, expect, it } from 'vitest';
import { statedIds } from '../../contract/requirements.ts';
import { isNewer } from '../../contract/versions.ts';
import { check, section, type Section } from '../../harness/suite/index.ts';
import { readReport } from '../output/index.ts';
import { chooseStatements } from './statements.ts';
import { createFolder } from '../../../tests/support/fixtures.ts';
import { driftingRun, runCommandLine } from '../../../tests/support/cli/run-command-line.ts';

const folder = createFolder();
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
