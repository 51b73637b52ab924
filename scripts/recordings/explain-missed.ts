/** Finds out what a run knew, and a recording does not show, about the findings that judge misses. */
import type { WorldOptions } from '../../src/monitor/index.ts';
import { judgeArchives } from './judge-archive.ts';
import type { RecordedRun } from './record-run.ts';

export interface Missed {
  readonly id: string;
  /** The further question whose answer makes judge find it; undefined if no answer does. */
  readonly question: string | undefined;
}

/** Judges the recording again with one further fact at a time, and at last with all of them. */
export async function explainMissed(
  missed: readonly string[],
  { archive, readings }: RecordedRun,
): Promise<readonly Missed[]> {
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
  for (const [question, known] of facts) {
    const open = missed.filter((id) => !questions.has(id));
    if (open.length === 0) break;
    const { drifted } = await judgeArchives([archive], known);
    for (const id of open) if (drifted.includes(id)) questions.set(id, question);
  }
  return missed.map((id) => ({ id, question: questions.get(id) }));
}
