/** Notes which response a case expected to an exchange. */
import type { Exchange } from '../../monitor/index.ts';

const expectations = new WeakMap<Exchange, string>();

/** Records which response a case expected, such as `404` or `2xx`. Only the first record counts. */
export function noteExpectedResponse(exchange: Exchange, expected: string): void {
  if (!expectations.has(exchange)) expectations.set(exchange, expected);
}

/** Returns which response a case expected; undefined for a request that only prepared something. */
export function getExpectedResponse(exchange: Exchange): string | undefined {
  return expectations.get(exchange);
}
