/** Names the verdict of a run, how much of the contract it checked, and the reasons for what it did not prove. */
import { isDecisive, type UnprovenPart } from '../../contract/parts/index.ts';
import { type Proof, type Report, generalizeReason, type RequirementRow } from '../record/index.ts';
import { formatCount, formatNumber, groupBy, toPlainText } from './text.ts';
import { selectAdviceDrifts, selectNewDrifts } from './drift-summary.ts';

type ContractOnly = Pick<Report, 'contract'>;

/** Returns `402 of 431 parts of the contract checked`; undefined if it has none. */
export function describeContractCoverage({ contract }: ContractOnly): string | undefined {
  const { parts, checked } = contract;
  return parts === 0 ? undefined : `${checked} of ${parts} parts of the contract checked`;
}

/** Returns the unproven parts that the contract of the package does not have, or has otherwise; the gravest first. */
export function selectChangedParts({ contract: { unproven } }: ContractOnly): UnprovenPart[] {
  return unproven
    .filter(({ differs }) => differs === true)
    .toSorted((a, b) => Number(isDecisive(b)) - Number(isDecisive(a)));
}

/** Returns `2 new parts of the contract unproven`, which must not be missing next to the verdict; undefined if there are none. */
function describeNewParts({ contract: { unproven } }: ContractOnly): string | undefined {
  const count = unproven.filter(isDecisive).length;
  return count === 0 ? undefined : `${formatCount(count, 'new part')} of the contract unproven`;
}

export interface VerdictDescription {
  /** In lower case. A terminal shows the title in capitals, and a page only its first letter. */
  readonly title: string;
  /** Decides the colour. A run without drift that tested little has the one of `unproven`. */
  readonly kind: 'conforms' | 'drifts' | 'unproven';
}

/** Returns the title and kind of a run's verdict. The title of a failed run names the first reason that applies. */
export function describeVerdict(report: Report): VerdictDescription {
  const { exitCode, stale = [], changed = [], callers = [], run, summary } = report;
  if (exitCode === 0) {
    const limits = [describeReadOnly(report) && 'read only', describeNewParts(report)];
    const title = ['conforms', ...limits.filter(Boolean)].join(', ');
    const isLimited = title !== 'conforms' || hasProvenTooLittle(report);
    return { title, kind: isLimited ? 'unproven' : 'conforms' };
  }
  if (exitCode === 3 && run.stopped === undefined && summary.errored === 0)
    return { title: 'too few requirements tested', kind: 'unproven' };
  if (exitCode !== 1) {
    const why = run.stopped === undefined ? '' : `: ${run.stopped}`;
    return { title: `no full answer${why}`, kind: 'unproven' };
  }
  if (selectNewDrifts(report).length > 0) return { title: 'drift', kind: 'drifts' };
  if (stale.length > 0) return { title: 'stale known drifts', kind: 'drifts' };
  const hasSurprise = (summary.surprising ?? 0) > 0;
  if (changed.length > 0)
    return { title: `changed ${hasSurprise ? 'or surprising ' : ''}answers`, kind: 'drifts' };
  if (hasSurprise) return { title: 'surprising answers', kind: 'drifts' };
  const isCallerAtFault = callers.some(({ broken }) => broken > 0);
  return { title: isCallerAtFault ? 'caller at fault' : 'changed answers', kind: 'drifts' };
}

/** Returns the number of answers that the document excludes; nothing if there are none. */
export function countForbiddenAnswers(report: Report): string[] {
  const { length } = selectNewDrifts(report).filter(([row]) => row?.level === 'open');
  return length === 0 ? [] : [formatCount(length, 'forbidden answer')];
}

/** Returns the number of each kind of deviation besides new drifts, such as `2 changed answers`. */
export function countOtherDeviations(report: Report): string[] {
  const { summary, changed = [], stale = [] } = report;
  const counts: readonly (readonly [number | undefined, string, string?])[] = [
    [summary.surprising, 'surprising answer'],
    [changed.length, 'changed answer'],
    [
      selectAdviceDrifts(report).length,
      'piece of advice not followed',
      'pieces of advice not followed',
    ],
    [stale.length, 'stale entry', 'stale entries'],
  ];
  return counts.flatMap(([count = 0, ...words]) =>
    count > 0 ? [formatCount(count, ...words)] : [],
  );
}

/** Describes the requirements of a run in numbers that add up: `2 of 200 requirements broken, 190 met, 8 not proven`. */
export function describeProof({
  requirements,
  summary,
}: Pick<Report, 'requirements' | 'summary'>): string {
  const isKnown = ({ level, verdict }: RequirementRow) => level === 'must' && verdict === 'known';
  return formatProof(summary.must, requirements.filter(isKnown).length);
}

/** @param known the broken requirements that known-drifts.yaml accepts */
export function formatProof(
  { total, proven, conforms }: Omit<Proof, 'untested'>,
  known = 0,
): string {
  const broken = proven - conforms - known;
  const [first = [0, 'met'], ...others] = (
    [
      [broken, 'broken'],
      [known, 'known'],
      [conforms, 'met'],
      [total - proven, 'not proven'],
    ] as const
  ).filter(([count]) => count > 0);
  const head = `${formatNumber(first[0])} of ${formatCount(total, 'requirement')} ${first[1]}`;
  return [head, ...others.map(([count, word]) => `${formatNumber(count)} ${word}`)].join(', ');
}

/** Returns the title of the verdict, with a capital letter at its start. */
export function formatVerdictHeading(report: Report): string {
  const { title } = describeVerdict(report);
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
}

/** Returns why the run ended early or did not prove enough; undefined otherwise. */
export function findVerdictReason({ run, exitCode, summary }: Report): string | undefined {
  if (run.stoppedBecause !== undefined) return run.stoppedBecause;
  if (run.stopped !== undefined) return `The run ended early: ${run.stopped}.`;
  return exitCode === 3 && summary.errored === 0 ? 'Nothing could be judged.' : undefined;
}

/** Returns true if the run ended before its first case, so that it says nothing about any requirement. */
export function endedBeforeFirstCase({ run, requirements }: Report): boolean {
  if (run.stopped === 'unreachable' || run.stopped === 'not the service') return true;
  return run.stopped === 'key refused' && requirements.every(({ cases }) => cases.length === 0);
}

/** Returns `--allow read,write would prove up to 150 more`; undefined if the run ended early or could do more than read. */
export function describeReadOnly({ run, summary }: Report): string | undefined {
  const { nextConsent } = run;
  const additional = (nextConsent?.requirements ?? 0) - summary.must.proven;
  if (nextConsent === undefined || run.stopped !== undefined || additional <= 0) return undefined;
  return `--allow ${nextConsent.allow.join(',')} would prove up to ${additional} more`;
}

/** Returns true if fewer than half of the requirements that can be tested were proven. */
function hasProvenTooLittle({ summary }: Report): boolean {
  const { total, proven, untested } = summary.must;
  return proven < (total - untested) / 2;
}

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
