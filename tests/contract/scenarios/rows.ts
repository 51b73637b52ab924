/** Rows of factor values: as few as possible in which every two, or three, values meet. */
import * as covertable from 'covertable';

// A CommonJS package: Node has its exports under `default`, other loaders by their names.
const { criteria, make } = Object.hasOwn(covertable, 'make') ? covertable : covertable.default;

type Factors = Readonly<Record<string, readonly string[]>>;

/** One value for each factor. */
export type Row<F extends Factors> = { readonly [Name in keyof F]: F[Name][number] };

/** Rows in which every combination of `strength` values occurs. */
export function coverRows<const F extends Factors>(factors: F, strength: 2 | 3): Row<F>[] {
  const rows: readonly Readonly<Record<string, string>>[] = make(mutable(factors), {
    length: strength,
    criterion: criteria.greedy,
  });
  return rows.map((row) => pick(factors, row));
}

/**
 * A few rows that together hold every single value: each time the row with the most new ones.
 * @param names the factors that count; all of them unless given
 */
export function firstOfEach<Value extends Readonly<Record<string, string>>>(
  rows: readonly Value[],
  names?: readonly (keyof Value & string)[],
): Value[] {
  const seen = new Set<string>();
  const cellsOf = (row: Value): string[] =>
    (names ?? Object.keys(row)).map((name) => `${name} ${row[name]}`);
  const fresh = (row: Value): string[] => cellsOf(row).filter((cell) => !seen.has(cell));
  const chosen: Value[] = [];
  for (;;) {
    const [best] = rows.toSorted((one, other) => fresh(other).length - fresh(one).length);
    if (best === undefined || fresh(best).length === 0) return chosen;
    chosen.push(best);
    for (const cell of cellsOf(best)) seen.add(cell);
  }
}

function mutable(factors: Factors): Record<string, string[]> {
  return Object.fromEntries(Object.entries(factors).map(([name, values]) => [name, [...values]]));
}

/** Returns the values with the types that the factors give them. */
function pick<F extends Factors>(factors: F, row: Readonly<Record<string, string>>): Row<F> {
  const entries = Object.entries(factors).map(([name, values]) => [
    name,
    values.find((value) => value === row[name]),
  ]);
  // Object.fromEntries forgets the names of its keys, which are those of the factors.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return Object.fromEntries(entries) as Row<F>;
}
