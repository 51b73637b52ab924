/** The service's answers where the document is silent. */
import type { SilenceAnswer, Finding, Verdict } from '../../harness/evidence/index.ts';
import { exchangeRow } from './exchanges/index.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import type { Redactor } from '../redact/index.ts';
import type { AnswerRow, SilenceRow } from './report.ts';

export interface Watched {
  readonly answers: readonly SilenceAnswer[];
  readonly findings: readonly Finding[];
  readonly inScope: (id: string) => boolean;
  readonly redact: Redactor;
}

/** One row per silence in scope, in the ledger's order, answered or not. */
export function silenceRows(ledger: readonly LedgerEntry[], watched: Watched): SilenceRow[] {
  return ledger.flatMap((entry) => {
    if (entry.level !== 'open') return [];
    const findings = watched.findings.filter((finding) => finding.requirement === entry.id);
    const answers = watched.answers
      .filter((answer) => answer.silence === entry.id)
      .map((answer) => answerRow(answer, watched.redact));
    const { verdict, reason } = outcomeOf(entry, answers.length > 0, findings);
    if (!watched.inScope(entry.id) && verdict !== 'drifts' && verdict !== 'observed') return [];
    return [
      {
        id: entry.id,
        says: entry.says,
        section: entry.from,
        verdict,
        ...(reason !== undefined && { reason: watched.redact.text(reason) }),
        readings: entry.readings ?? 'any',
        ...(entry.others !== undefined && { others: entry.others }),
        ...(entry.surprising !== undefined && { surprising: entry.surprising }),
        answers,
      },
    ];
  });
}

function answerRow(answer: SilenceAnswer, redact: Redactor): AnswerRow {
  return {
    answer: redact.text(answer.answer),
    ...(answer.operation !== undefined && { operation: answer.operation }),
    times: answer.times,
    ...(answer.evidence && { evidence: exchangeRow(answer.evidence, redact) }),
  };
}

interface SilenceOutcome {
  readonly verdict: Verdict;
  readonly reason?: string | undefined;
}

function outcomeOf(
  entry: LedgerEntry,
  answered: boolean,
  findings: readonly Finding[],
): SilenceOutcome {
  const drift = findings.find(({ verdict }) => verdict === 'drifts' || verdict === 'known');
  if (drift) return { verdict: drift.verdict, reason: drift.reason };
  if (answered) return { verdict: 'observed' };
  const missed = findings.find(({ verdict }) => verdict === 'errored' || verdict === 'unproven');
  if (missed) return { verdict: missed.verdict, reason: missed.reason };
  if (entry.untested !== undefined) {
    return { verdict: 'unproven', reason: `cannot be tested from outside: ${entry.untested}` };
  }
  return { verdict: 'unproven', reason: 'no case observes this yet' };
}
