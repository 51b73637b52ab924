/** Random choices that a seed determines. */

export interface Dice {
  /** Returns an integer from 0 up to a bound. */
  readonly below: (bound: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T;
  /** Returns a name with a probability proportional to its weight. */
  readonly weighted: <Name extends string>(weights: Readonly<Record<Name, number>>) => Name;
}

/** Returns the dice for one part of a seed, independent of those for other parts. */
export function shareOf(seed: number, part: number): Dice {
  let state = (Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(part + 1, 0xc2b2_ae35)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    below,
    chance: (share) => next() < share,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
    weighted: (weights) => {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of the record are its names
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let left = below(entries.reduce((total, [, weight]) => total + weight, 0));
      const found = entries.find(([, weight]) => {
        left -= weight;
        return left < 0;
      });
      if (found === undefined) throw new Error('There is nothing to choose from.');
      return found[0];
    },
  };
}
