/** Recognises reasons for a missing verdict that are the same. */

/** Returns a reason without the ids, numbers and values that differ from case to case. */
export function reasonKind(reason: string): string {
  return reason
    .replace(/^(cannot be tested from outside): .*$/s, '$1')
    .replace(/^[A-Z]+ \/\S* (failed transiently) .*, ([^,]+)$/s, 'a request $1: $2')
    .replace(/^[A-Z]+ \/\S* (failed transiently) (?:once|\d+ times)/, 'a request $1')
    .replace(/^no response of .* showed it$/, 'no response in this run showed it')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '{id}')
    .replace(/bookdist-[0-9a-f]+-\d+/g, '{externalId}')
    .replace(/(was not: \d{3}|answered \d{3})\b.*$/s, '$1')
    .replace(/\?\S*/g, '')
    .slice(0, 400);
}
