/** Derives verdicts from recorded exchanges alone. */
import { fingerprintOf } from '../../report/record/index.ts';
import { createTrafficRun } from '../../traffic/index.ts';
import {
  createAccountLabels,
  createNotes,
  inAnswerOrder,
  inSendingOrder,
  mergeBySentAt,
} from '../../traffic/recordings/index.ts';

export interface DerivedVerdicts {
  readonly exchanges: number;
  /** The verdict of each requirement that the exchanges prove or contradict, by id. */
  readonly verdicts: Readonly<Record<string, string>>;
  /** Fingerprints of the drifts, sorted. */
  readonly drifts: readonly string[];
}

/** Derives the verdicts of a HAR file. The same file always gives the same ones. */
export async function deriveVerdicts(file: string): Promise<DerivedVerdicts> {
  const run = createTrafficRun(undefined);
  const sources = mergeBySentAt([inSendingOrder(file, createNotes())]);
  const how = { service: undefined, labels: createAccountLabels(), complete: true };
  let exchanges = 0;
  for await (const { observed, recorded } of inAnswerOrder(sources, how)) {
    run.hear(observed, recorded);
    exchanges += 1;
  }
  const { judged, findings } = run.outcome();
  const proven = judged.filter(({ verdict }) => verdict !== 'unproven' && verdict !== 'errored');
  return {
    exchanges,
    verdicts: Object.fromEntries(
      proven
        .map(({ requirement, verdict }) => [requirement, verdict] as const)
        .sort(([one], [other]) => one.localeCompare(other)),
    ),
    drifts: [...new Set(findings.flatMap((finding) => fingerprintOf(finding) ?? []))].sort(),
  };
}
