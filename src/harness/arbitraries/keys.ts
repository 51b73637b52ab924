/** Keys and ids in the place of the right one, most of them almost right. */
import fc from 'fast-check';

/** A small change of a key. The number in `changed-3` is the place, counted from 0, modulo the length of the key. */
export type KeyAlteration = keyof typeof alterations | `changed-${number}`;

const alterations = {
  longer: (key: string) => `${key}-4f1d`,
  'one-longer': (key: string) => `${key}0`,
  'one-longer-at-start': (key: string) => `0${key}`,
  twice: (key: string) => `${key}${key}`,
  'very-long': (key: string) => key.repeat(Math.ceil(longKey / Math.max(1, key.length))),
  shorter: (key: string) => key.slice(0, -1),
  'shorter-at-start': (key: string) => key.slice(1),
  half: (key: string) => key.slice(0, Math.ceil(key.length / 2)),
  reversed: (key: string) => [...key].toReversed().join(''),
  'other-case': (key: string) => key.replaceAll(/[a-z]/gi, swapCase),
};

/** The letters of a very long key. */
const longKey = 200;

function swapCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

/** Returns a key that differs from the given one. If a change leaves the key as it is, it gets longer instead. */
export function alterKey(key: string, alteration: KeyAlteration): string {
  const alteredKey = isPlaced(alteration)
    ? changePlace(key, Number(alteration.slice('changed-'.length)))
    : alterations[alteration](key);
  return alteredKey === key || alteredKey === '' ? alterations.longer(key) : alteredKey;
}

function isPlaced(alteration: KeyAlteration): alteration is `changed-${number}` {
  return alteration.startsWith('changed-');
}

function changePlace(key: string, turn: number): string {
  const place = turn % Math.max(1, key.length);
  const letter = key.charAt(place) === '7' ? '8' : '7';
  return `${key.slice(0, place)}${letter}${key.slice(place + 1)}`;
}

const namedAlterations: readonly (keyof typeof alterations)[] = [
  'longer',
  'one-longer',
  'one-longer-at-start',
  'twice',
  'very-long',
  'shorter',
  'shorter-at-start',
  'half',
  'reversed',
  'other-case',
];

/** Generates changes that make a key wrong. Every second one changes a single place. */
export const keyAlterations: fc.Arbitrary<KeyAlteration> = fc.oneof(
  fc.constantFrom(...namedAlterations),
  fc.nat({ max: 63 }).map((place): KeyAlteration => `changed-${place}`),
);
