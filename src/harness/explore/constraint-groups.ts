/** Groups the variations of a request by the constraint that they try, and draws from the groups. */
import { readContract, type Contract } from '../../contract/spec.ts';
import { isNearestMistake, type Variation } from '../arbitraries/index.ts';
import type { Draw } from './draw.ts';

/** The variations of one constraint. A run tries each constraint equally often. */
export type Groups = ReadonlyMap<string, readonly Variation[]>;

const groupsByContract = new WeakMap<Contract, Map<string, Groups>>();

/** Computes the variations of a request once for each judged contract. */
export function getGroups(name: string, list: () => readonly Variation[]): Groups {
  const contract = readContract();
  const known = groupsByContract.get(contract) ?? new Map<string, Groups>();
  groupsByContract.set(contract, known);
  const groups = known.get(name) ?? groupByConstraint(list());
  known.set(name, groups);
  return groups;
}

function groupByConstraint(variations: readonly Variation[]): Groups {
  const groups = new Map<string, Variation[]>();
  for (const variation of variations) {
    const { kind, className, reasons, path } = variation;
    // A second reason to refuse a value would hide that the service does not check the first. A service that takes a
    // wrong format for the right one has no second reason.
    if (kind === 'open' || (reasons === 'several' && path[0] !== 'format')) continue;
    const key = `${kind} ${className}`;
    groups.set(key, [...(groups.get(key) ?? []), variation]);
  }
  return groups;
}

/** A change of a request in one place. */
export interface DrawnVariation extends Pick<Variation, 'path' | 'part' | 'value'> {
  /** The class of the changed value, and its place in a list. */
  readonly kinds: readonly string[];
}

interface WantedGroups {
  readonly isRefused: boolean;
  /** The place to change, as the start of a class name; any by default. */
  readonly place?: string;
  /** Returns how often a kind was sent: never (0), in other requests (1), or in such a request (2). */
  readonly getUse?: (kind: string) => 0 | 1 | 2;
}

/** The share of the nearest mistakes while some of them are unused. */
const nearestShare = 0.6;

/** Draws a variation, of one of the least used kinds. */
export function drawFrom(
  groups: Groups,
  draw: Draw,
  { isRefused, place = '', getUse = () => 0 }: WantedGroups,
): DrawnVariation | undefined {
  const prefix = `${isRefused ? 'refused' : 'edge'} ${place}`;
  const names = [...groups.keys()].filter((name) => name.startsWith(prefix));
  if (names.length === 0) return undefined;
  const uses = names.map((name) => ({ name, use: getUse(name) }));
  const leastUse = Math.min(...uses.map(({ use }) => use));
  const unused = uses.filter(({ use }) => use === leastUse).map(({ name }) => name);
  const nearest = unused.filter((name) => isNearestMistake(name));
  const isNearest = leastUse < 2 && nearest.length > 0 && draw.chance(nearestShare);
  const kind = draw.pick(isNearest ? nearest : unused);
  const { path, part, value } = draw.pick(groups.get(kind) ?? []);
  const index = path.find((name) => typeof name === 'number');
  // A service may check only some entries of a list.
  const entry = index === undefined ? [] : [`entry ${Math.min(index + 1, 3)}`];
  return { kinds: [kind, ...entry], path, part, value };
}
