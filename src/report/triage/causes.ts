/** Groups drifts that one fault most likely explains, the most direct drift first. */
import type { FindingRow } from '../record/index.ts';
import { isNew } from '../wording/index.ts';
import { titleOf } from './cause-title.ts';
import { isGeneral, signsIn } from './signs.ts';
import { statusesOf } from './statuses.ts';

/** Drifts with one likely cause. */
export interface Cause {
  /** The fingerprint of its first drift, which names the cause in addresses. */
  readonly id: string;
  readonly title: string;
  /** The most direct drift first. */
  readonly rows: readonly FindingRow[];
  readonly root: FindingRow;
  readonly requirements: readonly string[];
  readonly operations: readonly string[];
  readonly kind: CauseKind;
}

/** `new` if any of its drifts fails the run. */
export type CauseKind = 'new' | 'known' | 'advice';

/** Groups the drifts of a run: new causes first, then those that break the most requirements. */
export function causesOf(findings: readonly FindingRow[]): Cause[] {
  const order = { new: 0, known: 1, advice: 2 };
  return joinBySigns(findings)
    .flatMap(causeOf)
    .sort(
      (one, other) =>
        order[one.kind] - order[other.kind] || other.requirements.length - one.requirements.length,
    );
}

interface Group {
  readonly signs: ReadonlySet<string>;
  readonly rows: readonly FindingRow[];
}

/** Joins drifts that share a sign, directly or by way of other drifts. */
function joinBySigns(findings: readonly FindingRow[]): Group[] {
  const signsOf = signsIn(findings);
  return findings.reduce<Group[]>((groups, row) => {
    const own = signsOf(row);
    const same = groups.filter(({ signs }) => own.some((sign) => signs.has(sign)));
    const joined = {
      signs: new Set([...same.flatMap(({ signs }) => [...signs]), ...own]),
      rows: [...same.flatMap(({ rows }) => rows), row],
    };
    return [...groups.filter((group) => !same.includes(group)), joined];
  }, []);
}

function causeOf(group: Group): Cause[] {
  const rows = group.rows.toSorted(byDirectness);
  const [root] = rows;
  if (root === undefined) return [];
  const operations = [...new Set(rows.flatMap(({ operation }) => operation ?? []))];
  const kind = rows.some(isNew)
    ? 'new'
    : rows.some(({ level }) => level !== 'should')
      ? 'known'
      : 'advice';
  return [
    {
      id: root.fingerprint,
      title: titleOf(rows, root, operations),
      rows,
      root,
      requirements: [...new Set(rows.map(({ requirement }) => requirement))],
      operations,
      kind,
    },
  ];
}

/**
 * Sorts what fails a run first, then what the document states before answers that no reading permits,
 * then statements about one operation, then the clearest expectation, then the case with the fewest
 * calls.
 */
function byDirectness(one: FindingRow, other: FindingRow): number {
  const [left, right] = [weigh(one), weigh(other)];
  const at = left.findIndex((weight, index) => weight !== right[index]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

function weigh(row: FindingRow): number[] {
  return [
    isNew(row) ? 0 : 1,
    row.level === 'open' ? 1 : 0,
    isGeneral(row) ? 1 : 0,
    row.kind === 'property' ? 1 : 0,
    statusesOf(row)?.permitted.length ?? 1,
    (row.callsLeftOut ?? 0) + (row.calls?.length ?? 1),
    row.firstAtRequest,
  ];
}
