/** Times of our own clock to the microsecond, because several calls may happen within one millisecond. */

/** Returns the current time in epoch milliseconds, with fractions. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Formats epoch milliseconds as ISO 8601 in UTC, with six decimals of a second. */
export function formatInstant(milliseconds: number): string {
  const micros = Math.round((milliseconds % 1) * 1000) || 0;
  const isoTime = new Date(Math.trunc(milliseconds) + (micros === 1000 ? 1 : 0)).toISOString();
  const digits = String(micros % 1000).padStart(3, '0');
  return isoTime.replace('Z', `${digits}Z`);
}

/** Returns an ISO 8601 time in epoch milliseconds, with fractions if it has them; NaN for any other text. */
export function parseInstant(text: string): number {
  const [, digits = ''] = /\.\d{3}(\d{1,6})/.exec(text) ?? [];
  const milliseconds = Date.parse(text.replace(/(\.\d{3})\d+/, '$1'));
  return digits === '' ? milliseconds : milliseconds + Number(`0.${digits}`);
}
