/** Selects the requirements that are unproven or errored, and groups them by reason. */
import { generalizeReason, type Report, type RequirementRow } from '../record/index.ts';
import { groupBy, toPlainText } from './text.ts';
import { endedBeforeFirstCase } from './verdict-words.ts';

export interface ReasonRow {
  readonly id: string;
  readonly reason?: string;
}

export interface ReasonGroup {
  readonly reason: string;
  readonly ids: readonly string[];
}

/**
 * Groups rows by reason: first the reasons that a consent would remove, then the most frequent ones.
 * Reasons that differ only in ids or numbers are one group.
 */
export function groupByReason(rows: readonly ReasonRow[]): ReasonGroup[] {
  const groups = groupBy(rows, ({ reason = 'no reason was given' }) =>
    toPlainText(generalizeReason(reason)).replace(/\.$/, ''),
  );
  return [...groups]
    .map(([reason, group]) => ({ reason, ids: group.map(({ id }) => id) }))
    .sort((a, b) => rankReason(b) - rankReason(a));
}

/** Returns the row. A reason that ended the run is replaced by a short one, because the head of the report already gives it. */
export function withShortReason<Row extends { readonly reason?: string }>(
  row: Row,
  { run }: Pick<Report, 'run'>,
): Row {
  const endedRun = row.reason !== undefined && row.reason === run.stoppedBecause;
  return endedRun ? { ...row, reason: 'the run ended before this was tested' } : row;
}

/** Larger than the number of requirements, so that a reason that a consent would remove comes first. */
const consentRank = 1e6;

function rankReason({ reason, ids }: ReasonGroup): number {
  return ids.length + (reason.includes('--allow') ? consentRank : 0);
}

export interface UnprovenRequirements {
  readonly musts: readonly RequirementRow[];
  readonly advice: readonly RequirementRow[];
}

/** Returns the unproven requirements; none if the run ended before its first case, because the head of the report gives the reason. */
export function selectUnproven(report: Report): UnprovenRequirements {
  const rows = endedBeforeFirstCase(report)
    ? []
    : report.requirements.filter(({ verdict }) => verdict === 'unproven');
  return {
    musts: rows.filter(({ level }) => level === 'must'),
    advice: rows.filter(({ level }) => level === 'should'),
  };
}

/** Returns the requirements whose test failed on our side or in the network. */
export function selectErrored({ requirements }: Report): readonly RequirementRow[] {
  return requirements.filter(({ verdict }) => verdict === 'errored');
}
