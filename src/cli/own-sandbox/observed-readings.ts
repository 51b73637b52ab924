/** The readings under which the sandbox answers as an observed service did. */
import { readingsOf } from '../../contract/requirements.ts';
import { lastAnswers, type Observed } from '../../report/baseline/index.ts';
import { settableIds } from '../../sandbox/readings/index.ts';

export interface Twin {
  /** By silence. */
  readonly readings: Readonly<Record<string, string>>;
  /** Answers for which the sandbox has no setting, one line each. */
  readonly unlike: readonly string[];
}

/** Uses the answers of the last run that has any. A silence with several answers gets no reading. */
export function readingsObserved({ silences }: Observed): Twin {
  const readings: Record<string, string> = {};
  const unlike: string[] = [];
  for (const id of settableIds) {
    const answers = [...new Set(lastAnswers(silences[id] ?? []).map(({ answer }) => answer))];
    const [only, other] = answers;
    if (only === undefined) continue;
    if (other === undefined && readingsOf(id).includes(only)) readings[id] = only;
    else unlike.push(`${id} was answered ${answers.join(' and ')}`);
  }
  return { readings, unlike };
}
