/** Creates keys that are almost the right one: a service that compares carelessly accepts them. */

export type KeyAlteration = 'longer' | 'shorter' | 'other-case';

/** Returns a key that differs from the given one. A key without letters has no other case and gets longer. */
export function alterKey(key: string, alteration: KeyAlteration): string {
  const alteredKey = alterations[alteration](key);
  return alteredKey === key || alteredKey === '' ? alterations.longer(key) : alteredKey;
}

const alterations: Readonly<Record<KeyAlteration, (key: string) => string>> = {
  longer: (key) => `${key}-4f1d`,
  shorter: (key) => key.slice(0, -1),
  'other-case': (key) => key.replaceAll(/[a-z]/gi, swapCase),
};

function swapCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}
