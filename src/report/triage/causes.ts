/** Groups drifts that one fault most likely explains, the most direct drift first. */
import type { FindingRow } from '../record/index.ts';
import { isNewDrift } from '../wording/index.ts';
import { formatTitle } from './cause-title.ts';
import { findDifferingPlace, findWrongStatus } from './differing-place.ts';
import { isGeneral, createSignFinder } from './signs.ts';

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
export function groupByCause(findings: readonly FindingRow[]): Cause[] {
  const order = { new: 0, known: 1, advice: 2 };
  return groupBySigns(findings)
    .flatMap(toCause)
    .sort((a, b) => order[a.kind] - order[b.kind] || b.requirements.length - a.requirements.length);
}

interface Group {
  readonly rows: readonly FindingRow[];
  readonly certain: ReadonlySet<string>;
  readonly context: ReadonlySet<string>;
  readonly references: readonly string[];
}

/**
 * Joins drifts that share a certain sign, directly or through other drifts. Then merges each group into
 * the first group that it refers to, and into no other: a response may show several faults.
 */
function groupBySigns(findings: readonly FindingRow[]): Group[] {
  const getSigns = createSignFinder(findings);
  const groups = findings.reduce<Group[]>((earlier, row) => {
    const { certain, context, references } = getSigns(row);
    const related = earlier.filter((group) => certain.some((sign) => group.certain.has(sign)));
    const own = { rows: [row], certain: new Set(certain), context: new Set(context), references };
    return [...earlier.filter((group) => !related.includes(group)), mergeGroups([...related, own])];
  }, []);
  return groups.reduce(mergeIntoReferenced, groups);
}

function mergeGroups(groups: readonly Group[]): Group {
  return {
    rows: groups.flatMap(({ rows }) => rows),
    certain: new Set(groups.flatMap(({ certain }) => [...certain])),
    context: new Set(groups.flatMap(({ context }) => [...context])),
    references: groups.flatMap(({ references }) => references),
  };
}

function mergeIntoReferenced(groups: Group[], group: Group): Group[] {
  const target = groups.find(
    (other) =>
      !other.rows.some((row) => group.rows.includes(row)) &&
      group.references.some((sign) => other.context.has(sign)),
  );
  const ownGroup = groups.find((other) => other.rows.some((row) => group.rows.includes(row)));
  if (target === undefined || ownGroup === undefined) return groups;
  return [
    ...groups.filter((other) => other !== target && other !== ownGroup),
    mergeGroups([target, ownGroup]),
  ];
}

function toCause(group: Group): Cause[] {
  const rows = group.rows.toSorted(compareDirectness);
  const [root] = rows;
  if (root === undefined) return [];
  const operations = [...new Set(rows.flatMap(({ operation }) => operation ?? []))];
  const kind = rows.some(isNewDrift)
    ? 'new'
    : rows.some(({ level }) => level !== 'should')
      ? 'known'
      : 'advice';
  return [
    {
      id: root.fingerprint,
      title: formatTitle(rows, root, operations),
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
function compareDirectness(a: FindingRow, b: FindingRow): number {
  const [left, right] = [rankDirectness(a), rankDirectness(b)];
  const at = left.findIndex((weight, index) => weight !== right[index]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

function rankDirectness(row: FindingRow): number[] {
  return [
    isNewDrift(row) ? 0 : 1,
    row.level === 'open' ? 1 : 0,
    isGeneral(row) ? 1 : 0,
    row.kind === 'property' ? 1 : 0,
    findWrongStatus(row)?.permitted.length ?? rankVagueness(row),
    row.exchange?.requestBody === undefined ? 1 : 0,
    (row.callsLeftOut ?? 0) + (row.calls?.length ?? 1),
    row.firstAtRequest,
  ];
}

/** Returns 1 for a short value at a place, 2 for a long one, and 3 for a drift without a place. */
function rankVagueness(row: FindingRow): number {
  const names = findDifferingPlace(row)?.names ?? [];
  if (names.length === 0) return 3;
  return row.expected.length + row.actual.length > 200 ? 2 : 1;
}
