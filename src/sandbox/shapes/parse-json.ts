/** Parses bytes and text as JSON, and names what the store could not hold. */

/** The reasons JSON is refused before its schema is checked. */
export type JsonDefect = 'not-json' | 'unpaired-surrogate' | 'too-many-values';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Returns the text, or undefined if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Parses a JSON text.
 * @param limit the number of values it may hold, objects and arrays included
 */
export function parseJson(
  text: string,
  limit: number,
): { readonly value: unknown } | { readonly defect: JsonDefect } {
  try {
    const value: unknown = JSON.parse(text);
    const defect = findDefect(value, limit);
    return defect === undefined ? { value } : { defect };
  } catch {
    return { defect: 'not-json' };
  }
}

/** Without its partner, half of a surrogate pair has no UTF-8 form, so the store would lose it. */
const surrogate = /\p{Surrogate}/u;

function findDefect(root: unknown, limit: number): JsonDefect | undefined {
  const pending: unknown[] = [root];
  for (let seen = 0; pending.length > 0; seen += 1) {
    if (seen + pending.length > limit) return 'too-many-values';
    const value = pending.pop();
    if (typeof value === 'string') {
      if (surrogate.test(value)) return 'unpaired-surrogate';
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (surrogate.test(key)) return 'unpaired-surrogate';
        pending.push(inner);
      }
    }
  }
  return undefined;
}
