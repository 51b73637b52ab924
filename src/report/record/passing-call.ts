/** Finds the call that is most like a failing one and passes, so that a reader sees what the drift depends on. */
import type { ExtentRow, PassingRow, SeparationRow } from './drift-parts.ts';
import type { ExchangeRow } from './exchanges/index.ts';
import {
  type ComparedCase,
  type Facts,
  findSeparation,
  known,
  likely,
  rankCondition,
  statuses,
} from './separation.ts';

/** More than similar calls have otherwise: a call without the field is hardly an example for one that sends it. */
const otherKind = 20;
/** The most members to name that the passing call did not send. */
const maxUnsent = 3;

/** What two calls have otherwise about one thing, such as a member of the body. */
interface Difference {
  readonly subject: string;
  readonly rank: number;
  readonly condition: ExtentRow;
}

/** The call that the drift shows; another one may have the same query. */
type ShownCall = Pick<ExchangeRow, 'number'> & Partial<Pick<ExchangeRow, 'url'>>;

/** Returns the condition of the drifts, or without one the most similar passing call. */
export function tellApart(
  cases: readonly ComparedCase[],
  shown: ShownCall | undefined,
  field?: string,
): { readonly separation?: SeparationRow; readonly passing?: PassingRow } {
  const separation = findSeparation(cases, field);
  if (separation !== undefined) return { separation };
  const passing = findPassing(cases, shown, field);
  return passing === undefined ? {} : { passing };
}

/**
 * Returns the passing call with the fewest differences from the failing one, and the differences that matter most.
 * @param field the field that the drift is about: if it differs, nothing else matters
 */
function findPassing(
  cases: readonly ComparedCase[],
  shown: ShownCall | undefined,
  field?: string,
): PassingRow | undefined {
  const drifts = cases.filter(({ drifted }) => drifted);
  const failing =
    drifts.find(({ call }) => call.number === shown?.number) ??
    drifts.find(({ subject }) => subject === shown?.url) ??
    drifts[0];
  if (failing === undefined) return undefined;
  // A call that must be refused is no example for one that must be accepted.
  const passing = cases.filter(
    ({ drifted, facts }) => !drifted && mustBeRefused(facts) === mustBeRefused(failing.facts),
  );
  const [nearest] = passing
    .map(({ call, facts }) => {
      const differences = listDifferences(failing.facts, facts, field);
      const isOther = sends(failing.facts, field) && !sends(facts, field);
      const distance = differences.length + (isOther ? otherKind : 0);
      return { call, differences, distance, gap: Math.abs(call.number - failing.call.number) };
    })
    .toSorted((a, b) => a.distance - b.distance || a.gap - b.gap);
  if (nearest === undefined) return undefined;
  const { call, differences } = nearest;
  const telling = differences.filter(
    ({ condition, rank }) =>
      rank < unlikely && passing.every(({ facts }) => !isMet(condition, failing.facts, facts)),
  );
  const ofField = differences.find(({ subject }) => subject === field);
  const ofRequest = differences.find(({ rank }) => rank < requestRanks.length);
  const chosen = ofField ?? joinUnsent(telling) ?? ofRequest;
  const conditions = chosen === undefined ? [] : [chosen.condition];
  return { request: call.number, status: call.status, conditions };
}

/** Returns the first difference; of members that only the failing call sent, all of them, because any may matter. */
function joinUnsent([first, ...others]: readonly Difference[]): Difference | undefined {
  if (first?.condition.isUnmet !== true) return first;
  const alike = [first, ...others.filter(({ rank }) => rank === first.rank)];
  const values = alike.flatMap(({ condition }) => condition.values).slice(0, maxUnsent);
  return { ...first, condition: { ...first.condition, values } };
}

/** Returns true if another call is like the failing one in the dimension of a condition: then that does not make a call fail. */
function isMet({ dimension, isUnmet, values }: ExtentRow, failing: Facts, other: Facts): boolean {
  const others = other[dimension] ?? [];
  if (/(?:sends|has)$/.test(dimension))
    return values.some((value) => others.includes(value)) === (isUnmet === true);
  const own = failing[dimension] ?? [];
  return own.length > 0 && own.every((value) => others.includes(value));
}

function sends({ sends: names }: Facts, field = ''): boolean {
  return names?.includes(field) === true;
}

function mustBeRefused({ validity }: Facts): boolean {
  return validity?.includes('must-be-refused') === true;
}

function isDifferent(failing: Facts, passing: Facts, dimension: string): boolean {
  const [left, right] = [failing[dimension] ?? [], passing[dimension] ?? []];
  return left.length !== right.length || left.some((value) => !right.includes(value));
}

/** Returns one difference for each member of the request and each circumstance, the most telling first. */
function listDifferences(failing: Facts, passing: Facts, field?: string): Difference[] {
  const isOfWrite = failing['after'] !== undefined;
  const dimensions = [...new Set([...Object.keys(failing), ...Object.keys(passing)])].filter(
    (name) => !known.test(name) && (!isOfWrite || name.startsWith('write ')),
  );
  const all = dimensions
    .filter((dimension) => isDifferent(failing, passing, dimension))
    .flatMap((dimension) => compareDimension(failing, passing, dimension))
    .map((difference) => (difference.subject === field ? { ...difference, rank: -1 } : difference))
    .toSorted((a, b) => a.rank - b.rank);
  // The first of each subject.
  return all.filter(
    (row, index) => all.findIndex((other) => other.subject === row.subject) === index,
  );
}

/** Members of the request come first: whether they are sent, their values, and at last what is said about these. */
const requestDimensions = /^(?:write |stored )?(sends|sent|count|kind)\b/;
const requestRanks = ['sends', 'sent', 'count', 'kind'];

/** Circumstances of this rank differ by chance. */
const unlikely = requestRanks.length + likely.length;

function rankDimension(condition: ExtentRow): number {
  const [, kind = ''] = requestDimensions.exec(condition.dimension) ?? [];
  const rank = rankCondition(condition);
  // Values of the contract come before drawn ones.
  if (kind !== '') return requestRanks.indexOf(kind) + (rank > likely.length ? 0.5 : 0);
  return requestRanks.length + Math.min(rank, likely.length);
}

function compareDimension(failing: Facts, passing: Facts, dimension: string): Difference[] {
  const [own, other] = [failing[dimension] ?? [], passing[dimension] ?? []];
  const name = dimension.replace(/^(?:write|stored) /, '');
  const [, , path = ''] = /^(sent|count|kind) (.*)$/.exec(name) ?? [];
  if (name === 'sends' || name === 'has' || name === 'lacks') {
    // A book without something is the opposite of one that has it.
    if (name === 'lacks') return [];
    const missing = own.filter((value) => !other.includes(value));
    const extra = other.filter((value) => !own.includes(value));
    return [
      ...missing.map((value) => ({ value, isUnmet: true })),
      ...extra.map((value) => ({ value })),
    ].map(({ value, ...row }) => ({
      subject: value.replace(/\..*$/, ''),
      rank: rankDimension({ dimension, values: [value] }) + value.split('.').length / 10,
      condition: { dimension, values: [value], ...row },
    }));
  }
  const values = other.filter((value) => !own.includes(value));
  const subject = path === '' ? name : path.replace(/\..*$/, '');
  if (values.length > 0) return [toDifference(subject, { dimension, values })];
  // A status that is not known may be any other, and an entry of a list may be missing.
  const missing = own.filter((value) => !other.includes(value));
  return statuses.test(dimension) || name.startsWith('sent ')
    ? [toDifference(subject, { dimension, values: missing.slice(0, 1), isUnmet: true })]
    : [];
}

function toDifference(subject: string, condition: ExtentRow): Difference {
  return { subject, rank: rankDimension(condition), condition };
}
