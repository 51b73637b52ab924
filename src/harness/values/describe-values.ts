/** Describes generated values in words, so that a report can say "dated 8 days ahead" instead of `8`. */
import type fc from 'fast-check';

const descriptions = new WeakMap<object, (value: unknown) => string>();

/** Attaches descriptions in words to the values of an arbitrary; returns the arbitrary. */
export function describeValues<T>(
  values: fc.Arbitrary<T>,
  words: (value: T) => string,
): fc.Arbitrary<T> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- asked only for values that this arbitrary generated
  descriptions.set(values, (value) => words(value as T));
  return values;
}

/** Returns the words for a value of an arbitrary; undefined for an arbitrary without words. */
export function describeValue(values: object, value: unknown): string | undefined {
  const label: unknown = isLabelled(value) ? value.label : undefined;
  return descriptions.get(values)?.(value) ?? (typeof label === 'string' ? label : undefined);
}

function isLabelled(value: unknown): value is { readonly label: unknown } {
  return typeof value === 'object' && value !== null && 'label' in value;
}

/** A distance from today: `dated 8 days ahead`. */
export function describeDays(days: number): string {
  if (days === 0) return 'dated today';
  const count = `${Math.abs(days)} day${Math.abs(days) === 1 ? '' : 's'}`;
  return `dated ${count} ${days > 0 ? 'ahead' : 'in the past'}`;
}
