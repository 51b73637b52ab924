/** Groups drifts that probably have the same cause, and names what the service does instead. */
import { type FindingRow, isAboutRefusal } from '../record/index.ts';
import { isNewDrift } from '../wording/index.ts';
import { findDifferingPlace, findWrongStatus } from './differing-place.ts';
import { findBlamedOperation, isGeneral } from './drift-calls.ts';
import { createSignFinder } from './signs.ts';
import { formatTitle } from './titles.ts';

export interface Cause {
  /** The fingerprint of its first drift, which identifies the cause in links. */
  readonly id: string;
  readonly title: string;
  /** The drifts, the most direct one first. */
  readonly rows: readonly FindingRow[];
  /** The most direct drift. */
  readonly root: FindingRow;
  readonly requirements: readonly string[];
  readonly operations: readonly string[];
  readonly kind: CauseKind;
}

/** `new` if any of its drifts fails the run. */
type CauseKind = 'new' | 'known' | 'advice';

/** Groups the drifts of a run: new causes first, then those that break the most requirements. */
export function groupByCause(findings: readonly FindingRow[]): Cause[] {
  const order = { new: 0, known: 1, advice: 2 };
  return groupBySigns(findings)
    .flatMap(toCause)
    .sort((a, b) => order[a.kind] - order[b.kind] || b.requirements.length - a.requirements.length);
}

/** Drifts with all their signs, as in `Signs`. */
interface Group {
  readonly rows: readonly FindingRow[];
  readonly certain: ReadonlySet<string>;
  readonly context: ReadonlySet<string>;
  readonly references: readonly string[];
  /** The drifts that only follow from others of the group. */
  readonly consequences: readonly FindingRow[];
}

/**
 * Groups drifts that share a certain sign, directly or through other drifts. Then merges each group into
 * the first group that it refers to, and no other, because a response may show several faults.
 */
function groupBySigns(findings: readonly FindingRow[]): Group[] {
  const getSigns = createSignFinder(findings);
  const groups = findings.reduce<Group[]>((joinedGroups, row) => {
    const { certain, context, references } = getSigns(row);
    const related = joinedGroups.filter((group) => certain.some((sign) => group.certain.has(sign)));
    const signs = { certain: new Set(certain), context: new Set(context), references };
    return [
      ...joinedGroups.filter((group) => !related.includes(group)),
      mergeGroups([...related, { rows: [row], ...signs, consequences: [] }]),
    ];
  }, []);
  return groups.reduce(mergeIntoReferenced, groups);
}

function mergeGroups(groups: readonly Group[]): Group {
  return {
    rows: groups.flatMap(({ rows }) => rows),
    certain: new Set(groups.flatMap(({ certain }) => [...certain])),
    context: new Set(groups.flatMap(({ context }) => [...context])),
    references: groups.flatMap(({ references }) => references),
    consequences: groups.flatMap(({ consequences }) => consequences),
  };
}

function mergeIntoReferenced(groups: Group[], group: Group): Group[] {
  const own = groups.find(({ rows }) => rows.some((row) => group.rows.includes(row)));
  const target = groups.find(
    (other) => other !== own && group.references.some((sign) => other.context.has(sign)),
  );
  if (target === undefined || own === undefined) return groups;
  const others = groups.filter((other) => other !== target && other !== own);
  return [...others, mergeGroups([target, { ...own, consequences: own.rows }])];
}

function toCause(group: Group): Cause[] {
  const rankConsequence = (row: FindingRow): number =>
    isNewDrift(row) && !group.consequences.includes(row) ? 0 : 1;
  const rows = group.rows.toSorted(
    (a, b) => rankConsequence(a) - rankConsequence(b) || compareDirectness(a, b),
  );
  const [root] = rows;
  if (root === undefined) return [];
  const operations = listOperations(rows);
  const direct = rows.filter((row) => !group.consequences.includes(row));
  const title = formatTitle(direct, root, listOperations(direct));
  const requirements = [...new Set(rows.map(({ requirement }) => requirement))];
  const kind = chooseKind(rows);
  return [{ id: root.fingerprint, title, rows, root, requirements, operations, kind }];
}

function listOperations(rows: readonly FindingRow[]): string[] {
  return [...new Set(rows.flatMap((row) => findBlamedOperation(row) ?? []))];
}

function chooseKind(rows: readonly FindingRow[]): CauseKind {
  if (rows.some(isNewDrift)) return 'new';
  return rows.some(({ level }) => level !== 'should') ? 'known' : 'advice';
}

/** Compares drifts by directness: the first rank that differs decides. */
function compareDirectness(a: FindingRow, b: FindingRow): number {
  const [left, right] = [rankDirectness(a), rankDirectness(b)];
  const firstDifference = left.findIndex((rank, index) => rank !== right[index]);
  return firstDifference < 0 ? 0 : (left[firstDifference] ?? 0) - (right[firstDifference] ?? 0);
}

/**
 * Returns ranks, the most important first; a lower rank is more direct. Direct drifts fail the run, break a
 * statement and not a silence, concern one operation, have a clear expectation, occur in many of
 * the responses that could show them, have a known request, and occur early in a short case.
 */
function rankDirectness(row: FindingRow): number[] {
  return [
    isNewDrift(row) ? 0 : 1,
    row.shows === 'the refused value' && !isAboutRefusal(row) ? 1 : 0,
    row.level === 'open' ? 1 : 0,
    isGeneral(row) ? 1 : 0,
    // A value that was never stored looks in later calls as if an update had removed it.
    row.requirement === 'update.keeps-the-rest' ? 1 : 0,
    row.kind === 'property' ? 1 : 0,
    findWrongStatus(row)?.permittedStatuses.length ?? rankVagueness(row),
    rankFrequency(row),
    row.sent === undefined ? 1 : 0,
    row.exchange?.requestBody === undefined ? 1 : 0,
    (row.callsLeftOut ?? 0) + (row.calls?.length ?? 1),
    row.firstAtRequest,
  ];
}

/** Returns 0 for a drift that at least one of 50 judged responses shows, and 1 for a rarer one. */
function rankFrequency({ judged }: FindingRow): number {
  return judged !== undefined && judged.drifted * 50 < judged.times ? 1 : 0;
}

/** The most characters of both sides of a drift that are easy to read. */
const maxShortSides = 200;

/** Returns 1 for short values at a place, 2 for long ones, and 3 for a drift without a place. */
function rankVagueness(row: FindingRow): number {
  const names = findDifferingPlace(row)?.names ?? [];
  if (names.length === 0) return 3;
  return row.expected.length + row.actual.length > maxShortSides ? 2 : 1;
}
