/** Finds the fact that a run knew and its recording does not show, for each finding in which they differ. */
import type { WorldOptions } from '../../src/monitor/index.ts';
import { judgeRecordings } from '../../src/traffic/scenes/index.ts';
import type { RecordedRun } from './record-run.ts';

interface Difference {
  readonly id: string;
  /** The fact without which judge cannot agree; undefined if there is none. */
  readonly fact: string | undefined;
}

/**
 * Judges the recording again with one more fact at a time, and finally with several.
 * @param ids found either by the run or by judge, but not by both
 */
export async function explainDifferences(
  ids: readonly string[],
  { archive, readings, drifted }: RecordedRun,
): Promise<readonly Difference[]> {
  const facts: readonly (readonly [string, WorldOptions])[] = [
    ['whether the account held other books before', { startsEmpty: true }],
    ['whether two keys belong to two accounts', { separateAccounts: true }],
    ['how long lists may lag behind a write', { readings: { consistency: 'immediate' } }],
    ['how the service reads the silences', { readings }],
    [
      'more than one of these: other books, other accounts, silences',
      { startsEmpty: true, separateAccounts: true, readings },
    ],
  ];
  const explanations = new Map<string, string>();
  for (const [fact, worldOptions] of facts) {
    const open = ids.filter((id) => !explanations.has(id));
    if (open.length === 0) break;
    const { driftingRequirements } = await judgeRecordings([archive], { worldOptions });
    const agreed = open.filter((id) => driftingRequirements.includes(id) === drifted.includes(id));
    for (const id of agreed) explanations.set(id, fact);
  }
  return ids.map((id) => ({ id, fact: explanations.get(id) }));
}
