/** Values that are known, partly known or unknown: three-valued logic over JSON values. */

/** One of a few values, or any value but a few. One value means that it is known. */
export type Possible =
  | { readonly among: readonly unknown[] }
  | { readonly except: readonly unknown[] };

/** Compares two JSON values; each field has its own notion of equality. */
export type Same = (one: unknown, other: unknown) => boolean;

/** With more alternatives than this, the value counts as unknown. */
const mostAlternatives = 8;

export const anything: Possible = { except: [] };

export function exactly(value: unknown): Possible {
  return { among: [value] };
}

/** The value, if only one is left. */
export function onlyValue(possible: Possible): { readonly value: unknown } | undefined {
  return 'among' in possible && possible.among.length === 1
    ? { value: possible.among[0] }
    : undefined;
}

export function allows(possible: Possible, value: unknown, same: Same): boolean {
  const listed = ('among' in possible ? possible.among : possible.except).some((one) =>
    same(one, value),
  );
  return 'among' in possible ? listed : !listed;
}

/** Combines the values after two calls when it is unknown which of them took effect last. */
export function eitherOf(one: Possible, other: Possible, same: Same): Possible {
  if ('among' in one && 'among' in other) {
    const more = other.among.filter((value) => !one.among.some((had) => same(had, value)));
    const among = [...one.among, ...more];
    return among.length > mostAlternatives ? anything : { among };
  }
  if ('except' in one && 'except' in other) {
    return { except: one.except.filter((value) => other.except.some((had) => same(had, value))) };
  }
  const [except, among] = 'except' in one ? [one.except, other] : [getExcluded(other), one];
  return { except: except.filter((value) => !allows(among, value, same)) };
}

function getExcluded(possible: Possible): readonly unknown[] {
  return 'except' in possible ? possible.except : [];
}
