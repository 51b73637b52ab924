/** Chooses at random among everything that the document permits at an open point. */
import { createRandom } from '../random.ts';
import { type Choice, type OpenPoint, openPoints } from './open-points.ts';

export interface ChooserOptions {
  readonly seed: number;
  /** Points at which the service always takes the first choice. */
  readonly steady: readonly string[];
}

export interface Chooser {
  /** Returns what the service does this time. */
  readonly choose: <C extends Choice>(point: OpenPoint<C>) => C;
  /** Returns the items in another order. */
  readonly shuffle: <T>(items: readonly T[]) => T[];
}

/** One in how many choices is a seldom one. */
const rarity = 16;

/** Returns functions that choose. The same seed gives the same choices. */
export function createChooser({ seed, steady }: ChooserOptions): Chooser {
  const random = createRandom(seed);
  const points = Object.entries<OpenPoint>(openPoints);
  const steadyPoints = new Set(
    points.filter(([name]) => steady.includes(name)).map(([, point]) => point),
  );
  // Numbers instead of choices, because they do not depend on the type of the choices.
  const roll = () => [random(), random()] as const;
  const rolls = new Map(points.map(([, point]) => [point, roll()]));
  return {
    shuffle: (items) =>
      items
        .map((item) => ({ item, place: random() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ item }) => item),
    choose: (point) => {
      const { per, usual, seldom } = point;
      if (steadyPoints.has(point)) return pick(usual, 0);
      const [kind, place] = (per === 'service' ? rolls.get(point) : undefined) ?? roll();
      // A service is unusual in more points than a call.
      const limit = per === 'service' ? 4 / rarity : 1 / rarity;
      return pick(seldom.length > 0 && kind < limit ? seldom : usual, place);
    },
  };
}

function pick<T>(items: readonly T[], roll: number): T {
  const item = items[Math.floor(roll * items.length)];
  if (item === undefined) throw new Error('An open point has no choices.');
  return item;
}
