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
  const drifts = cases.filter(({ drifted }) => drifted);
  const isShown = ({ call, subject }: ComparedCase): boolean =>
    call.number === shown?.number || subject === shown?.url;
  const failing = drifts.find(isShown) ?? drifts[0];
  const passing =
    failing && findPassing(cases, failing.facts, { field, near: failing.call.number });
  return passing === undefined ? {} : { passing };
}

/** Returns the passing call with the fewest differences from the failing one, and the difference that matters most. */
function findPassing(
  cases: readonly ComparedCase[],
  failing: Facts,
  { field, near }: { readonly field: string | undefined; readonly near: number },
): PassingRow | undefined {
  const drifts = cases.filter(({ drifted }) => drifted);
  // A call that must be refused is no example for one that must be accepted.
  const passing = cases.filter(
    ({ drifted, facts }) => !drifted && mustBeRefused(facts) === mustBeRefused(failing),
  );
  const [nearest] = passing
    .map(({ call, facts }) => {
      const differences = listDifferences(failing, facts, field);
      const isOther = sends(failing, field) && !sends(facts, field);
      const distance = differences.length + (isOther ? otherKind : 0);
      return { call, differences, distance, gap: Math.abs(call.number - near) };
    })
    .toSorted((a, b) => a.distance - b.distance || a.gap - b.gap);
  if (nearest === undefined) return undefined;
  const { call, differences } = nearest;
  // What another drift has too does not make a call pass, and what was drawn for a body is chance.
  const isQuery = failing['parameters'] !== undefined;
  const possible = differences.filter(({ rank, condition: { dimension, values, isUnmet } }) => {
    const holds = ({ facts }: ComparedCase): boolean =>
      values.every((value) => facts[dimension]?.includes(value) === true);
    if (isUnmet === true) return !dimension.includes('sent ') || drifts.every(holds);
    return (isQuery || Number.isInteger(rank)) && !drifts.some(holds);
  });
  const telling = possible.filter(
    ({ condition, rank }) =>
      rank < unlikely && passing.every(({ facts }) => !isMet(condition, failing, facts)),
  );
  const ofField = differences.find(({ subject }) => subject === field);
  const ofRequest = possible.find(({ rank }) => rank < requestRanks.length);
  const { condition } = ofField ?? joinUnsent(telling) ?? ofRequest ?? {};
  return { request: call.number, status: call.status, ...(condition && { condition }) };
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

/** Returns one difference for each member of the request and each circumstance, the most telling first. */
function listDifferences(failing: Facts, passing: Facts, field?: string): Difference[] {
  const isOfWrite = failing['after'] !== undefined;
  return [...new Set([...Object.keys(failing), ...Object.keys(passing)])]
    .filter((name) => !known.test(name) && (!isOfWrite || name.startsWith('write ')))
    .flatMap((dimension) =>
      compareDimension(dimension, failing[dimension] ?? [], passing[dimension] ?? []),
    )
    .toSorted((a, b) => rank(a) - rank(b))
    .filter(({ subject }, index, all) => all.findIndex((row) => row.subject === subject) === index);

  function rank(difference: Difference): number {
    return difference.subject === field ? -1 : difference.rank;
  }
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

function compareDimension(
  dimension: string,
  own: readonly string[],
  other: readonly string[],
): Difference[] {
  const name = dimension.replace(/^(?:write|stored) /, '');
  const [missing, extra] = [subtract(own, other), subtract(other, own)];
  const toDifference = (values: readonly string[], subject: string, isUnmet = false) => {
    const condition = { dimension, values, ...(isUnmet && { isUnmet }) };
    return { subject: subject.replace(/\..*$/, ''), rank: rankDimension(condition), condition };
  };
  if (name === 'sends' || name === 'has')
    return [
      ...missing.map((value) => toDifference([value], value, true)),
      ...extra.map((value) => toDifference([value], value)),
    ].toSorted((a, b) => countSteps(a) - countSteps(b));
  const subject = name.replace(/^(?:sent|count|kind) /, '');
  if (name !== 'lacks' && extra.length > 0) return [toDifference(extra, subject)];
  // A status that is not known may be any other, and an entry of a list may be missing.
  const isTold = statuses.test(dimension) || name.startsWith('sent ');
  return isTold && missing.length > 0 ? [toDifference(missing.slice(0, 1), subject, true)] : [];
}

function subtract(values: readonly string[], others: readonly string[]): string[] {
  return values.filter((value) => !others.includes(value));
}

function countSteps({ condition: { values } }: Difference): number {
  return values.join().split('.').length;
}
