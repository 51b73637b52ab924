/** Finds out what a run knew, and a recording does not show, about findings in which they differ. */
import type { WorldOptions } from '../../src/monitor/index.ts';
import { judgeRecordings } from '../../src/traffic/scenes/index.ts';
import type { RecordedRun } from './record-run.ts';

interface Difference {
  readonly id: string;
  /** The further question whose answer ends the difference; undefined if no answer does. */
  readonly question: string | undefined;
}

/**
 * Judges the recording again with one further fact at a time, and at last with all of them.
 * @param ids found by only one of the two, the run and judge
 */
export async function explainDifferences(
  ids: readonly string[],
  { archive, readings, drifted: found }: RecordedRun,
): Promise<readonly Difference[]> {
  const facts: readonly (readonly [string, WorldOptions])[] = [
    ['whether the account held other books before', { startsEmpty: true }],
    ['whether two keys belong to two accounts', { separateAccounts: true }],
    ['how long lists may lag behind a write', { readings: { consistency: 'immediate' } }],
    ['how the service fills the silences', { readings }],
    [
      'more than one of these: other books, other accounts, silences',
      { startsEmpty: true, separateAccounts: true, readings },
    ],
  ];
  const questions = new Map<string, string>();
  for (const [question, worldOptions] of facts) {
    const open = ids.filter((id) => !questions.has(id));
    if (open.length === 0) break;
    const { driftingRequirements } = await judgeRecordings([archive], { worldOptions });
    const agreed = open.filter((id) => driftingRequirements.includes(id) === found.includes(id));
    for (const id of agreed) questions.set(id, question);
  }
  return ids.map((id) => ({ id, question: questions.get(id) }));
}
