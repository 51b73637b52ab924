/** Describes generated values in words, so that a report can say "dated 8 days ahead" instead of `8`. */
import type fc from 'fast-check';

const described = new WeakMap<object, (value: unknown) => string>();

/** Attaches descriptions in words to the values of an arbitrary; returns the arbitrary. */
export function inWords<T>(values: fc.Arbitrary<T>, words: (value: T) => string): fc.Arbitrary<T> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- asked only for values that this arbitrary generated
  described.set(values, (value) => words(value as T));
  return values;
}

/** Returns the words for a value of an arbitrary; undefined for an arbitrary without words. */
export function wordsFor(values: object, value: unknown): string | undefined {
  const label: unknown = isLabelled(value) ? value.what : undefined;
  return described.get(values)?.(value) ?? (typeof label === 'string' ? label : undefined);
}

function isLabelled(value: unknown): value is { readonly what: unknown } {
  return typeof value === 'object' && value !== null && 'what' in value;
}

/** A distance from today: `dated 8 days ahead`. */
export function daysInWords(days: number): string {
  if (days === 0) return 'dated today';
  const count = `${Math.abs(days)} day${Math.abs(days) === 1 ? '' : 's'}`;
  return `dated ${count} ${days > 0 ? 'ahead' : 'in the past'}`;
}
