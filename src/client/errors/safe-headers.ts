/** The response headers that errors, hooks and logs may show. */
import type { Mask } from './mask.ts';

/** The names under which services and gateways give a request's id, best first. */
const requestIds = [
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
  return Object.fromEntries(
    harmless.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, mask(value)]];
    }),
  );
}

/** Returns the id the service or its gateway gave the request, or undefined when there is none. */
export function readRequestId(headers: Headers, mask: Mask): string | undefined {
  const name = requestIds.find((each) => headers.has(each));
  const value = name === undefined ? null : headers.get(name);
  return value === null ? undefined : mask(value);
}
