/** Lists the requirements without a verdict, and groups them by reason. */
import { generalizeReason, type Report, type RequirementRow } from '../record/index.ts';
import { groupBy, toPlainText } from './text.ts';
import { hasNeverBegun } from './verdict-words.ts';

export interface ReasonRow {
  readonly id: string;
  readonly reason?: string;
}

export interface ReasonGroup {
  readonly reason: string;
  readonly ids: readonly string[];
}

/** Returns the reasons: first those that a consent would remove, then the most frequent. Reasons that differ only in ids or numbers count as one. */
export function groupByReason(rows: readonly ReasonRow[]): ReasonGroup[] {
  const groups = groupBy(rows, ({ reason = 'no reason was given' }) =>
    toPlainText(generalizeReason(reason)).replace(/\.$/, ''),
  );
  return [...groups]
    .map(([reason, group]) => ({ reason, ids: group.map(({ id }) => id) }))
    .sort((a, b) => rankReason(b) - rankReason(a));
}

/** Returns a row with a short reason if its reason is the one that ended the run, which the head of a report shows. */
export function withShortReason<Row extends { readonly reason?: string }>(
  row: Row,
  { run }: Pick<Report, 'run'>,
): Row {
  const endedRun = row.reason !== undefined && row.reason === run.stoppedBecause;
  return endedRun ? { ...row, reason: 'the run ended before this was tested' } : row;
}

function rankReason({ reason, ids }: ReasonGroup): number {
  return ids.length + (reason.includes('--allow') ? 1e6 : 0);
}

export interface UnprovenRequirements {
  readonly musts: readonly RequirementRow[];
  readonly advice: readonly RequirementRow[];
}

/** Returns what is unproven. A run that ended at its first response has nothing here, because its head says it all. */
export function selectUnproven(report: Report): UnprovenRequirements {
  const rows = hasNeverBegun(report)
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
