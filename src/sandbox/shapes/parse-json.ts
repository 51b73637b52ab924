/** Decodes and parses JSON, and finds values that the store could not hold. */

/** The reasons to refuse JSON before its schema is checked. */
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
 * Parses JSON.
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

/** An unpaired surrogate has no UTF-8 form, so the store would lose it. */
const surrogate = /\p{Surrogate}/u;

function findDefect(root: unknown, limit: number): JsonDefect | undefined {
  const values: unknown[] = [root];
  for (let visitedCount = 0; values.length > 0; visitedCount += 1) {
    if (visitedCount + values.length > limit) return 'too-many-values';
    const value = values.pop();
    if (typeof value === 'string') {
      if (surrogate.test(value)) return 'unpaired-surrogate';
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (surrogate.test(key)) return 'unpaired-surrogate';
        values.push(inner);
      }
    }
  }
  return undefined;
}
