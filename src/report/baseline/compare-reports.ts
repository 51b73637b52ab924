/** Two reports side by side: new drifts, fixed drifts, changed answers, and requirements no longer proven. */
import { changedAnswers } from './changed-answers.ts';
import { isFixed, repeatedDrift } from './fixed-drifts.ts';
import { remember, targetName } from './observed-answers.ts';
import type { ChangedRow, FindingRow, Report, RequirementRow } from '../record/index.ts';

export const comparisonFormat = 'bookdist-comparison/1';

export interface Comparison {
  readonly format: typeof comparisonFormat;
  readonly old: Side;
  readonly new: Side;
  /** Two targets, or one target over time. */
  readonly sameTarget: boolean;
  readonly sameContract: boolean;
  /** Drifts that the old report does not have; for two targets, only those tested on both. */
  readonly fresh: readonly Moved[];
  readonly fixed: readonly Moved[];
  readonly changed: readonly ChangedRow[];
  /** Requirements that the old report proved and the new one did not. */
  readonly unproven: readonly Unproven[];
  /** Drifts of one target that were not tested on the other; they are listed but not counted. */
  readonly unmatched: readonly Moved[];
  readonly both: readonly Moved[];
}

export interface Side {
  readonly target: string;
  readonly startedAt: string;
  readonly contract: string;
  readonly proven: number;
  readonly total: number;
}

export interface Moved {
  readonly fingerprint: string;
  readonly requirement: string;
  readonly says: string;
  readonly verdict: FindingRow['verdict'];
  readonly operation?: string;
  readonly expected: string;
  readonly actual: string;
  /** The time since which it is present or fixed, ISO 8601 in UTC. */
  readonly since: string;
  readonly in: 'old' | 'new' | 'both';
}

export interface Unproven {
  readonly requirement: string;
  readonly says: string;
  readonly reason: string;
  readonly since: string;
}

/** Compares two reports of one target at two times, or of two targets. */
export function compareReports(old: Report, fresh: Report): Comparison {
  const [before, after] = [sideOf(old), sideOf(fresh)];
  const sameTarget = before.target === after.target;
  const [was, is] = [driftsOf(old), driftsOf(fresh)];
  const added = is
    .filter((row) => !has(was, row))
    .map((row) => movedOf(row, 'new', row.since ?? after.startedAt));
  const fixed = was.filter((row) => !has(is, row) && isFixed(fresh, row));
  const notShown = was.filter((row) => !has(is, row) && !fixed.includes(row));
  const both = is.filter((row) => has(was, row));
  const provenBefore = provenIn(old);
  const matched = added.filter(({ requirement }) => sameTarget || provenBefore.has(requirement));
  return {
    format: comparisonFormat,
    old: before,
    new: after,
    sameTarget,
    sameContract: before.contract === after.contract,
    fresh: matched,
    fixed: fixed.map((row) => movedOf(row, 'old', after.startedAt)),
    changed: changedAnswers(fresh, remember(old)),
    unproven: unprovenOf(old, fresh),
    unmatched: [
      ...added.filter((row) => !matched.includes(row)),
      ...notShown.map((row) => movedOf(row, 'old', row.since ?? before.startedAt)),
    ],
    both: both.map((row) => movedOf(row, 'both', row.since ?? before.startedAt)),
  };
}

function sideOf({ target, run, contract, summary }: Report): Side {
  const { proven, total } = summary.must;
  const side = { target: targetName(target), startedAt: run.startedAt };
  return { ...side, contract: contract.sha256, proven, total };
}

/** Leaves out advice, and drifts that a property only repeats: they come and go with its random values. */
function driftsOf({ findings }: Report): FindingRow[] {
  return findings.filter(
    (row) => row.level !== 'should' && repeatedDrift(row, findings) === undefined,
  );
}

function has(rows: readonly FindingRow[], { fingerprint }: FindingRow): boolean {
  return rows.some((row) => row.fingerprint === fingerprint);
}

function movedOf(row: FindingRow, where: Moved['in'], since: string): Moved {
  const { fingerprint, requirement, says, verdict, operation, expected, actual } = row;
  const call = operation === undefined ? {} : { operation };
  return { fingerprint, requirement, says, verdict, ...call, expected, actual, since, in: where };
}

function isProven({ verdict }: RequirementRow): boolean {
  return verdict === 'conforms' || verdict === 'drifts' || verdict === 'known';
}

function provenIn({ requirements }: Report): Set<string> {
  return new Set(requirements.filter(isProven).map(({ id }) => id));
}

function unprovenOf(old: Report, fresh: Report): Unproven[] {
  const now = provenIn(fresh);
  return old.requirements
    .filter((row) => isProven(row) && !now.has(row.id))
    .map(({ id, says }) => {
      const row = fresh.requirements.find((one) => one.id === id);
      const reason = row?.reason ?? 'the new run did not test it';
      return { requirement: id, says, reason, since: fresh.run.startedAt };
    });
}
