/** Finds the condition that tells the calls which drift from those which do not, and counts both. */
import { listPermittedValues } from '../../contract/fields.ts';
import type { ExtentRow, SeparationRow } from './drift-parts.ts';
import type { ExchangeRow } from './exchanges/index.ts';

/** Values by dimension, such as `status` with `draft`. */
export type Facts = Readonly<Record<string, readonly string[]>>;

/** A response that could show a drift. */
export interface ComparedCase {
  readonly drifted: boolean;
  /** Responses that show the result of the same call have the same subject: together they prove no more than one. */
  readonly subject: number | string;
  readonly facts: Facts;
  /** The call with these facts; of a read that shows the result of another call, that call. */
  readonly call: Pick<ExchangeRow, 'number' | 'status'>;
}

/** The greatest probability with which chance alone would separate the calls as well, over everything that was tried. */
const maxChance = 0.02;
/** One or two calls have many things in common by chance, and so have the calls that differ from all others. */
const minDrifted = 3;
const minOthers = 2;
/** Many faults depend on these dimensions, so less evidence is enough; they also come first. */
export const likely: readonly string[] = [
  'after',
  'write status',
  'write published',
  'write sends',
  'status',
  'published',
  'format',
  'sent format',
  'days',
  'sends',
];
/** What a title gives already, or what the history of the book says in other words. */
export const known = /(?:^| )(?:operation|validity|id|turn|items)$/;
/** More values would not be a condition that a reader can remember. */
const maxValues = 2;

interface Candidate {
  readonly condition: ExtentRow;
  /** The cases to which it applies. */
  readonly matching: ReadonlySet<ComparedCase>;
}

interface Rated extends Candidate {
  /** True if only drifts meet it. */
  readonly isExact: boolean;
  /** The probability that chance alone would confine the drifts to it. */
  readonly singleChance: number;
  /** The same, considering how many candidates were tried. */
  readonly chance: number;
}

/**
 * Returns the condition that all drifts meet and other cases do not; undefined if there is none, or if chance explains it.
 * @param field the field that the drifts are about: what was sent for it comes first
 */
export function findSeparation(
  cases: readonly ComparedCase[],
  field?: string,
): SeparationRow | undefined {
  const drifts = cases.filter(({ drifted }) => drifted);
  if (drifts.length === 0 || drifts.length === cases.length) return undefined;
  const isAboutField = ({ condition }: Candidate): boolean =>
    field !== undefined && condition.dimension.split(/[ .]/).includes(field);
  const candidates = listCandidates(cases, drifts);
  // If the values of the field itself explain the drifts, those of other fields are beside the point.
  const ofField = rate(candidates.filter(isAboutField), cases).filter(
    (row) => row.isExact && isCertain(row),
  );
  const rated = ofField.length > 0 ? ofField : rate(candidates, cases);
  const best = rated.find(isCertain) ?? rated.find(isGuess);
  return (
    best && {
      condition: best.condition,
      matching: { times: best.matching.size, drifted: drifts.length },
      others: cases.length - best.matching.size,
      ...(best.chance > maxChance && { isGuess: true }),
    }
  );
}

function isCertain({ chance }: Rated): boolean {
  return chance <= maxChance;
}

function isGuess(rated: Rated): boolean {
  return rated.isExact && isLikely(rated) && rated.singleChance <= maxChance;
}

function isLikely({ condition }: Candidate): boolean {
  return likely.includes(condition.dimension);
}

/** Returns the conditions that all drifts meet, but not all cases. */
function listCandidates(
  cases: readonly ComparedCase[],
  drifts: readonly ComparedCase[],
): Candidate[] {
  const dimensions = [...new Set(cases.flatMap(({ facts }) => Object.keys(facts)))].filter(
    (name) => !known.test(name),
  );
  return dimensions.flatMap((dimension) => {
    const lists = drifts.map(({ facts }) => facts[dimension] ?? []);
    const all = [...new Set(lists.flat())];
    const shared = all.filter((value) => lists.every((values) => values.includes(value)));
    const isSingle = lists.every(({ length }) => length === 1);
    const groups = shared.map((value) => [value]);
    if (groups.length === 0 && isSingle && all.length <= maxValues) groups.push(all);
    const met = groups.map((values) => toCandidate({ dimension, values }, cases));
    // A status is often unknown after a publish: then drifts have in common that the book is not known to be draft.
    const unmet = statuses.test(dimension)
      ? listOtherValues(dimension, cases, all).map((value) =>
          toCandidate({ dimension, values: [value], isUnmet: true }, cases),
        )
      : [];
    return [...met, ...unmet].filter(({ matching }) => matching.size < cases.length);
  });
}

export const statuses = /(?:^|^write )status$/;

function listOtherValues(
  dimension: string,
  cases: readonly ComparedCase[],
  values: readonly string[],
): string[] {
  const all = new Set(cases.flatMap(({ facts }) => facts[dimension] ?? []));
  return [...all].filter((value) => !values.includes(value));
}

function toCandidate(condition: ExtentRow, cases: readonly ComparedCase[]): Candidate {
  const { dimension, values, isUnmet = false } = condition;
  const isMet = ({ facts }: ComparedCase): boolean =>
    facts[dimension]?.some((value) => values.includes(value)) === true;
  return {
    condition,
    matching: new Set(cases.filter((row) => isMet(row) !== isUnmet)),
  };
}

/** Returns the candidates with the least probable first; of equal ones, the likelier dimension. */
function rate(candidates: readonly Candidate[], cases: readonly ComparedCase[]): Rated[] {
  const drifted = countSubjects(cases.filter((row) => row.drifted));
  const all = countSubjects(cases);
  const tried = { likely: candidates.filter(isLikely).length, all: candidates.length };
  return candidates
    .map((candidate): Rated => {
      const { matching } = candidate;
      const singleChance = computeChance(countSubjects(matching), all, drifted);
      const chance = singleChance * (isLikely(candidate) ? tried.likely : tried.all);
      const isExact = [...matching].every((row) => row.drifted);
      return { ...candidate, isExact, singleChance, chance };
    })
    .toSorted(
      (a, b) =>
        Number(b.isExact) - Number(a.isExact) ||
        (a.isExact ? rankCondition(a.condition) - rankCondition(b.condition) : a.chance - b.chance),
    );
}

/** Returns a lower rank for conditions on which faults depend more often, and the highest for values that were drawn. */
export function rankCondition({ dimension, values }: ExtentRow): number {
  const rank = likely.indexOf(dimension);
  if (rank >= 0) return rank;
  if (!dimension.includes('sent ')) return likely.length + 1;
  // A program knows values that the contract lists; others were drawn.
  const areListed = values.every((value) => listPermittedValues().has(value.replaceAll('"', '')));
  return areListed ? likely.length : likely.length + 2;
}

function countSubjects(cases: Iterable<ComparedCase>): number {
  return new Set([...cases].map(({ subject }) => subject)).size;
}

/** Returns the probability that all of `drifted` subjects, drawn at random from `all`, are among `matching`. */
function computeChance(matching: number, all: number, drifted: number): number {
  if (drifted < minDrifted || all - matching < minOthers) return 1;
  return Array.from({ length: drifted }, (_, index) => (matching - index) / (all - index)).reduce(
    (product, factor) => product * factor,
    1,
  );
}
