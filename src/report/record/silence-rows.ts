/** Creates the report's row for each silence, with the service's answers. */
import type { SilenceAnswer, Finding, Verdict } from '../../harness/evidence/index.ts';
import { isInScope } from '../../harness/plan/index.ts';
import { toExchangeRow } from './exchanges/index.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import type { Redactor } from '../redact/index.ts';
import type { AnswerRow, SilenceRow } from './report.ts';

export interface SilenceContext {
  readonly answers: readonly SilenceAnswer[];
  readonly findings: readonly Finding[];
  /** The id prefix to which `--only` limited the run. */
  readonly only: string | undefined;
  readonly redact: Redactor;
}

/** Returns a row for each silence that is in scope, was observed or drifts, in the ledger's order. */
export function toSilenceRows(
  ledger: readonly LedgerEntry[],
  context: SilenceContext,
): SilenceRow[] {
  return ledger.flatMap((entry) => {
    if (entry.level !== 'open') return [];
    const findings = context.findings.filter((finding) => finding.requirement === entry.id);
    const answers = context.answers
      .filter((answer) => answer.silence === entry.id)
      .map((answer) => toAnswerRow(answer, context.redact));
    const { verdict, reason } = chooseOutcome(entry, answers.length > 0, findings);
    if (!isInScope(context.only, entry.id) && verdict !== 'drifts' && verdict !== 'observed')
      return [];
    return [
      {
        id: entry.id,
        says: entry.says,
        section: entry.from,
        verdict,
        ...(reason !== undefined && { reason: context.redact.text(reason) }),
        readings: entry.readings ?? 'any',
        ...(entry.others !== undefined && { others: entry.others }),
        ...(entry.surprising !== undefined && { surprising: entry.surprising }),
        answers,
      },
    ];
  });
}

function toAnswerRow(answer: SilenceAnswer, redact: Redactor): AnswerRow {
  return {
    answer: redact.text(answer.answer),
    ...(answer.operation !== undefined && { operation: answer.operation }),
    times: answer.times,
    ...(answer.evidence && { evidence: toExchangeRow(answer.evidence, redact) }),
  };
}

interface SilenceOutcome {
  readonly verdict: Verdict;
  readonly reason?: string | undefined;
}

function chooseOutcome(
  entry: LedgerEntry,
  isAnswered: boolean,
  findings: readonly Finding[],
): SilenceOutcome {
  const drift = findings.find(({ verdict }) => verdict === 'drifts' || verdict === 'known');
  if (drift) return { verdict: drift.verdict, reason: drift.reason };
  if (isAnswered) return { verdict: 'observed' };
  const inconclusiveFinding = findings.find(
    ({ verdict }) => verdict === 'errored' || verdict === 'unproven',
  );
  if (inconclusiveFinding)
    return { verdict: inconclusiveFinding.verdict, reason: inconclusiveFinding.reason };
  if (entry.untested !== undefined) {
    return { verdict: 'unproven', reason: `cannot be tested from outside: ${entry.untested}` };
  }
  return { verdict: 'unproven', reason: 'no case observes this yet' };
}
