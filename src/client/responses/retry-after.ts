/** Reads how long a response asks to wait before the next try. */

/** The three forms of an HTTP date all begin with a weekday. */
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w: -]+$/;

/**
 * Reads `Retry-After`: whole seconds or an HTTP date, and nothing else. A date is measured against the response's own
 * `Date`, because the two clocks may differ; a date in the past means now.
 *
 * @param now milliseconds, for a response without a `Date`
 * @returns milliseconds, or undefined when the header is missing or neither of the two
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const date = httpDate.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  const sent = Date.parse(headers.get('date') ?? '');
  return Math.max(0, date - (Number.isNaN(sent) ? now : sent));
}
