/** The answer a case expected of an exchange, kept for reports that show the case call by call. */
import type { Exchange } from './exchange.ts';

const expectations = new WeakMap<Exchange, string>();

/** Notes what a case expected of an answer, in words such as `404` or `2xx`. The first note stays. */
export function noteExpectedAnswer(exchange: Exchange, expected: string): void {
  if (!expectations.has(exchange)) expectations.set(exchange, expected);
}

/** Returns what a case expected of an answer; undefined for a call that only prepared something. */
export function expectedAnswer(exchange: Exchange): string | undefined {
  return expectations.get(exchange);
}
