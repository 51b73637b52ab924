/** Groups drifts that one fault most likely explains, the most direct drift first. */
import type { FindingRow } from '../record/index.ts';
import { isNew } from '../wording/index.ts';
import { titleOf } from './cause-title.ts';
import { differingPlace, statusesOf } from './differing-place.ts';
import { isGeneral, signsIn } from './signs.ts';

/** Drifts with one likely cause. */
export interface Cause {
  /** The fingerprint of its first drift, which names the cause in addresses. */
  readonly id: string;
  readonly title: string;
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
  readonly rows: readonly FindingRow[];
  readonly certain: ReadonlySet<string>;
  readonly offers: ReadonlySet<string>;
  readonly seeks: readonly string[];
}

/**
 * Joins drifts that share a certain sign, directly or by way of other drifts. Then adds each group that
 * refers to another one to that one only: a response may show several faults.
 */
function joinBySigns(findings: readonly FindingRow[]): Group[] {
  const signsOf = signsIn(findings);
  const groups = findings.reduce<Group[]>((found, row) => {
    const { certain, offers, seeks } = signsOf(row);
    const same = found.filter((group) => certain.some((sign) => group.certain.has(sign)));
    const own = { rows: [row], certain: new Set(certain), offers: new Set(offers), seeks };
    return [...found.filter((group) => !same.includes(group)), joined([...same, own])];
  }, []);
  return groups.reduce(addToNamed, groups);
}

function joined(groups: readonly Group[]): Group {
  return {
    rows: groups.flatMap(({ rows }) => rows),
    certain: new Set(groups.flatMap(({ certain }) => [...certain])),
    offers: new Set(groups.flatMap(({ offers }) => [...offers])),
    seeks: groups.flatMap(({ seeks }) => seeks),
  };
}

function addToNamed(groups: Group[], group: Group): Group[] {
  const target = groups.find(
    (one) =>
      !one.rows.some((row) => group.rows.includes(row)) &&
      group.seeks.some((sign) => one.offers.has(sign)),
  );
  const own = groups.find((one) => one.rows.some((row) => group.rows.includes(row)));
  if (target === undefined || own === undefined) return groups;
  return [...groups.filter((one) => one !== target && one !== own), joined([target, own])];
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
 * then statements about one operation, then the clearest expectation, then calls that show what was
 * sent, then the case with the fewest calls.
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
    statusesOf(row)?.permitted.length ?? vagueness(row),
    row.exchange?.requestBody === undefined ? 1 : 0,
    (row.callsLeftOut ?? 0) + (row.calls?.length ?? 1),
    row.firstAtRequest,
  ];
}

/** Returns 1 for a short value at a place, 2 for a long one, and 3 for a drift without a place. */
function vagueness(row: FindingRow): number {
  const names = differingPlace(row)?.names ?? [];
  if (names.length === 0) return 3;
  return row.expected.length + row.actual.length > 200 ? 2 : 1;
}
