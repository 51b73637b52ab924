/** Covering arrays: few rows of factor values that contain every pair, or triple, of values. */
import * as covertable from 'covertable';

// A CommonJS package: Node has its exports under `default`, other loaders by their names.
const { criteria, make } = Object.hasOwn(covertable, 'make') ? covertable : covertable.default;

type Factors = Readonly<Record<string, readonly string[]>>;

/** One value for each factor. */
export type Row<F extends Factors> = { readonly [Name in keyof F]: F[Name][number] };

/** Returns rows that contain every combination of `strength` values. */
export function coverRows<const F extends Factors>(factors: F, strength: 2 | 3): Row<F>[] {
  const rows: readonly Readonly<Record<string, string>>[] = make(copyFactors(factors), {
    length: strength,
    criterion: criteria.greedy,
  });
  return rows.map((row) => typeRow(factors, row));
}

/**
 * Returns a few rows that together contain every single value, chosen greedily.
 * @param names the factors to consider; all by default
 */
export function chooseCoveringRows<Value extends Readonly<Record<string, string>>>(
  rows: readonly Value[],
  names?: readonly (keyof Value & string)[],
): Value[] {
  const seenCells = new Set<string>();
  const listCells = (row: Value): string[] =>
    (names ?? Object.keys(row)).map((name) => `${name} ${row[name]}`);
  const listNewCells = (row: Value): string[] =>
    listCells(row).filter((cell) => !seenCells.has(cell));
  const chosenRows: Value[] = [];
  for (;;) {
    const [best] = rows.toSorted((a, b) => listNewCells(b).length - listNewCells(a).length);
    if (best === undefined || listNewCells(best).length === 0) return chosenRows;
    chosenRows.push(best);
    for (const cell of listCells(best)) seenCells.add(cell);
  }
}

function copyFactors(factors: Factors): Record<string, string[]> {
  return Object.fromEntries(Object.entries(factors).map(([name, values]) => [name, [...values]]));
}

/** Returns a row with the types of its factors. */
function typeRow<F extends Factors>(factors: F, row: Readonly<Record<string, string>>): Row<F> {
  const entries = Object.entries(factors).map(([name, values]) => [
    name,
    values.find((value) => value === row[name]),
  ]);
  // Object.fromEntries forgets the names of its keys, which are those of the factors.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return Object.fromEntries(entries) as Row<F>;
}
