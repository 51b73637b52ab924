/** Sample texts of every kind that services tend to treat differently, and descriptions of generated values. */
import type fc from 'fast-check';
import type { Situation } from '../../monitor/index.ts';

/** A kind of text that every service has to keep as it was sent. */
export type TextKind = Exclude<NonNullable<Situation['text']>[number], 'empty' | 'long'>;

const samples: Readonly<Record<TextKind, readonly string[]>> = {
  ascii: ["The harbour's night & day", 'Tide tables: 50% "off" + more', "O'Brien"],
  accented: ['Überfahrt nach Malmö', 'Çà et là', 'Núñez'],
  'beyond-bmp': ['𝔗𝔥𝔢 ship 🚢 sails', '📚 𝒮hore', 'Lee𠮷'],
  'right-to-left': ['ספר הים הגדול', 'كتاب البحر', 'כהן'],
};

const nonAsciiKinds = ['accented', 'right-to-left', 'beyond-bmp'] as const;

/** A text of a kind: `index` 0 is a title, 1 a subtitle, 2 a name. */
function sampleText(kind: TextKind, index: 0 | 1 | 2): string {
  return samples[kind][index] ?? '';
}

/** A description of more than 200 characters, as most books have one. */
const longDescription = 'Two sisters keep the last lighthouse of a coast that moves every winter. '
  .repeat(4)
  .trim();

function pickKind(turn: number): TextKind {
  return nonAsciiKinds[turn % nonAsciiKinds.length] ?? 'ascii';
}

/** A short description; four turns make four kinds. */
export function createShortDescription(turn: number): string {
  const kind = turn % (nonAsciiKinds.length + 1) === 0 ? 'ascii' : pickKind(turn);
  return `Made by a conformance run: ${sampleText(kind, 1)}.`;
}

/** A title of letters beyond ASCII; three turns make three kinds. */
export function createMixedTitle(turn: number): string {
  return sampleText(pickKind(turn), 0);
}

/**
 * Fields with text of every kind, so that one book shows what becomes of each. The title is not
 * among them: a service may take a second book with the same title for a retry.
 * @param turn another turn puts the kinds into other fields
 */
export function createMixedTexts(turn: number): {
  readonly subtitle: string;
  readonly description: string;
  readonly keyword: string[];
} {
  return {
    subtitle: sampleText(pickKind(turn + 1), 1),
    description: `${longDescription} ${createMixedTitle(turn)}`,
    keyword: [sampleText(pickKind(turn + 2), 1), 'sea'],
  };
}

/** A person whose names are of other kinds than the title of the same turn. */
export function createMixedName(turn: number): { firstName: string; lastName: string } {
  return {
    firstName: sampleText(pickKind(turn + 1), 2),
    lastName: sampleText(pickKind(turn + 2), 1),
  };
}

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
  return descriptions.get(values)?.(value);
}

/** A distance from today: `dated 8 days ahead`. */
export function describeDays(days: number): string {
  if (days === 0) return 'dated today';
  const count = `${Math.abs(days)} day${Math.abs(days) === 1 ? '' : 's'}`;
  return `dated ${count} ${days > 0 ? 'ahead' : 'in the past'}`;
}
