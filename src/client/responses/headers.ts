/** Reads the headers of a response: those that may be shown, and how long it asks to wait. */
import type { Mask } from './mask.ts';

/** An allow-list, best request id first: a header that is not on it may turn out to be a secret. */
const harmlessHeaders = (
  'x-request-id request-id x-correlation-id x-amzn-requestid x-amz-cf-id cf-ray ' +
  'content-type date retry-after server via'
).split(' ');

/** Returns the harmless headers in lower case, their values masked. */
export function readHeaders(headers: Headers, mask: Mask): Readonly<Record<string, string>> {
  const harmless: Record<string, string> = {};
  for (const name of harmlessHeaders) {
    const value = headers.get(name);
    if (value !== null) harmless[name] = mask(value);
  }
  return harmless;
}

/** Returns the request id of the service or its gateway. */
export function findRequestId(harmless: Readonly<Record<string, string>>): string | undefined {
  return harmless[harmlessHeaders.slice(0, 6).find((name) => name in harmless) ?? ''];
}

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
