/** The response headers that errors, hooks and logs may show. */
import type { Mask } from './mask.ts';

/** The names under which services and gateways give a request's id, best first. */
export const requestIds: readonly string[] = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-amzn-requestid',
  'x-amz-cf-id',
  'cf-ray',
];

/** An allow-list: a header that is not on it may turn out to be a secret. */
const harmless = [
  ...requestIds,
  'age',
  'allow',
  'content-length',
  'content-type',
  'date',
  'deprecation',
  'retry-after',
  'server',
  'sunset',
  'via',
];

/** Returns the harmless headers in lower case, their values masked. */
export function readHeaders(headers: Headers, mask: Mask): Readonly<Record<string, string>> {
  const shown: Record<string, string> = {};
  for (const name of harmless) {
    const value = headers.get(name);
    if (value !== null) shown[name] = mask(value);
  }
  return shown;
}
