/** How long an answer asks to wait before the next try. */

/**
 * Reads `Retry-After`: seconds, or a date. A date is measured against the answer's own `Date`, since the
 * two clocks may differ; a date gone by means now.
 *
 * @param now milliseconds, for an answer without a `Date`
 * @returns milliseconds, or undefined where the header is absent or neither of the two
 */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  if (value === '' || Number.isNaN(date)) return undefined;
  const sent = Date.parse(headers.get('date') ?? '');
  return Math.max(0, date - (Number.isNaN(sent) ? now : sent));
}
