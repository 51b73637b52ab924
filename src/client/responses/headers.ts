/** Reads the headers of a response that may be shown, and its Retry-After. */
import type { Mask } from './mask.ts';

/** The headers with a request id, the best first. */
const requestIdHeaders =
  'x-request-id request-id x-correlation-id x-amzn-requestid x-amz-cf-id cf-ray'.split(' ');

/** The headers that may be shown. All others may contain secrets. */
const harmlessHeaders = [
  ...requestIdHeaders,
  ...'content-type date retry-after server via'.split(' '),
];

/** Returns the harmless headers with lowercase names and masked values. */
export function readHarmlessHeaders(
  headers: Headers,
  mask: Mask,
): Readonly<Record<string, string>> {
  const harmless: Record<string, string> = {};
  for (const name of harmlessHeaders) {
    const value = headers.get(name);
    if (value !== null) harmless[name] = mask(value);
  }
  return harmless;
}

/** Returns the request id from the service or its gateway. */
export function findRequestId(harmless: Readonly<Record<string, string>>): string | undefined {
  return harmless[requestIdHeaders.find((name) => name in harmless) ?? ''];
}

/** Matches all three forms of an HTTP date, which begin with a weekday. */
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w: -]+$/;

/**
 * Reads `Retry-After`: whole seconds or an HTTP date. A date is compared with the `Date` of the response, because the
 * two clocks may differ. A date in the past means 0.
 *
 * @param now the time in milliseconds, for a response without `Date`
 * @returns milliseconds, or undefined if the header is missing or has another form
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const date = httpDate.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  const sentAt = Date.parse(headers.get('date') ?? '');
  return Math.max(0, date - (Number.isNaN(sentAt) ? now : sentAt));
}
