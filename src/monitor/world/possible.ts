/** JSON values that are known, partly known or unknown. */

/** One of a few values, or any value except a few. A single value means that it is known. */
export type PossibleValues =
  | { readonly among: readonly unknown[] }
  | { readonly except: readonly unknown[] };

/** Compares two JSON values; each field has its own notion of equality. */
export type IsSame = (one: unknown, other: unknown) => boolean;

/** With more alternatives than this, the value counts as unknown. */
const maxAlternatives = 8;

/** Nothing is known about the value. */
export const anyValue: PossibleValues = { except: [] };

export function exactly(value: unknown): PossibleValues {
  return { among: [value] };
}

/** Returns the value if only one is possible. */
export function getOnlyValue(possible: PossibleValues): { readonly value: unknown } | undefined {
  return 'among' in possible && possible.among.length === 1
    ? { value: possible.among[0] }
    : undefined;
}

/** Returns whether a value is one of those that are possible. */
export function allows(possible: PossibleValues, value: unknown, isSame: IsSame): boolean {
  const values = 'among' in possible ? possible.among : possible.except;
  const isListed = values.some((listedValue) => isSame(listedValue, value));
  return 'among' in possible ? isListed : !isListed;
}

/** Combines the values after two calls when it is unknown which of them took effect last. */
export function unite(
  first: PossibleValues,
  second: PossibleValues,
  isSame: IsSame,
): PossibleValues {
  const isIn = (value: unknown, values: readonly unknown[]): boolean =>
    values.some((other) => isSame(other, value));
  if ('among' in first && 'among' in second) {
    const additions = second.among.filter((value) => !isIn(value, first.among));
    const among = [...first.among, ...additions];
    return among.length > maxAlternatives ? anyValue : { among };
  }
  if ('except' in first && 'except' in second) {
    return { except: first.except.filter((value) => isIn(value, second.except)) };
  }
  const [except, among] = 'except' in first ? [first.except, second] : [getExcluded(second), first];
  return { except: except.filter((value) => !allows(among, value, isSame)) };
}

function getExcluded(possible: PossibleValues): readonly unknown[] {
  return 'except' in possible ? possible.except : [];
}
