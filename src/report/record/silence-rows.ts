/** Creates the report's row for each silence, with the service's answers. */
import { omitUndefined } from '../../contract/omit-undefined.ts';
import type { SilenceAnswer, Finding } from '../../harness/evidence/index.ts';
import { isInScope } from '../../harness/plan/index.ts';
import { toExchangeRow } from './exchanges/index.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import type { Redactor } from '../redact.ts';
import type { SilenceRow } from './report.ts';

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
  const { redact, only } = context;
  return ledger.flatMap((entry) => {
    const { id, says, from: section, level, readings = 'any', others, surprising } = entry;
    if (level !== 'open') return [];
    const findings = context.findings.filter(({ requirement }) => requirement === id);
    const answers = context.answers
      .filter(({ silence }) => silence === id)
      .map(({ answer, operation, times, evidence }) => {
        const exchange = evidence && toExchangeRow(evidence, redact);
        return omitUndefined({ answer: redact.text(answer), operation, times, evidence: exchange });
      });
    const { verdict, reason: rawReason } = chooseOutcome(entry, answers.length > 0, findings);
    if (!isInScope(only, id) && verdict !== 'drifts' && verdict !== 'observed') return [];
    const reason = rawReason === undefined ? undefined : redact.text(rawReason);
    const facts = { id, says, section, verdict, reason, readings, others, surprising, answers };
    return [omitUndefined(facts)];
  });
}

function chooseOutcome(
  { untested }: LedgerEntry,
  isAnswered: boolean,
  findings: readonly Finding[],
): Pick<Finding, 'verdict' | 'reason'> {
  const drift = findings.find(({ verdict }) => verdict === 'drifts' || verdict === 'known');
  if (drift) return drift;
  if (isAnswered) return { verdict: 'observed' };
  const undecided = findings.find(({ verdict }) => verdict === 'errored' || verdict === 'unproven');
  if (undecided) return undecided;
  if (untested === undefined) return { verdict: 'unproven', reason: 'no case observes this yet' };
  return { verdict: 'unproven', reason: `cannot be tested from outside: ${untested}` };
}
