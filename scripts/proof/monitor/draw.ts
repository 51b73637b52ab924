/** Random choices from a seed, and what was answered so far to choose from. */

export interface KnownFile {
  readonly id: string;
  readonly bookId: string;
  readonly url: string;
  readonly filename: string;
  readonly role: string;
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** The latest ids and URLs that were answered. */
export interface Pool {
  readonly books: { readonly id: string; readonly externalId: string; readonly format: string }[];
  readonly files: KnownFile[];
  readonly sent: KnownFile[];
  /** Bytes that were announced, by their hash. */
  readonly announced: Map<string, Uint8Array>;
}

export interface Draw {
  /** A number in [0, 1). */
  readonly random: () => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <T>(list: readonly [T, ...T[]]) => T;
  readonly pickOf: <T>(list: readonly T[]) => T | undefined;
  /** Counts up. */
  readonly count: () => number;
  /** The date so many days from the service's today. */
  readonly day: (offset: number) => string;
  readonly pool: Pool;
}

export function createDraw(seed: number, day: Draw['day']): Draw {
  const random = randomFrom(seed);
  let counted = 0;
  const pickOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  return {
    random,
    chance: (share) => random() < share,
    pick: (list) => pickOf(list) ?? list[0],
    pickOf,
    count: () => (counted += 1),
    day,
    pool: { books: [], files: [], sent: [], announced: new Map() },
  };
}

/** Mulberry32: the same seed gives the same numbers. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function unknownId({ random }: Draw): string {
  const digit = (): string => Math.floor(random() * 16).toString(16);
  return '00000000-0000-4000-8000-000000000000'.replaceAll('0', digit);
}

/** Values that belong nowhere in particular. */
const oddities: readonly [unknown, ...unknown[]] = [
  null,
  0,
  -1,
  1.5,
  true,
  '',
  ' ',
  'x'.repeat(300),
  '\u0001',
  '\u{1f4da} émoji',
  'שלום',
  [],
  {},
  [null],
  [{}],
  ['x', 7],
  { a: 1 },
  '2031-02-30',
  'soon',
  '9780306406158',
  'SELF',
  'draft',
];

export function oddity({ pick }: Draw): unknown {
  return pick(oddities);
}

export type Fields = Readonly<Record<string, unknown>>;

/** The fields with one of them missing, added or given an odd value. */
export function spoiled(fields: Fields, draw: Draw): Fields {
  const others = ['status', 'isFinalVersion', 'shelf', 'chapters', 'imprint'];
  const key = draw.pickOf([...Object.keys(fields), ...others]) ?? 'title';
  const without = Object.entries(fields).filter(([name]) => name !== key);
  return Object.fromEntries(draw.chance(0.3) ? without : [...without, [key, oddity(draw)]]);
}
