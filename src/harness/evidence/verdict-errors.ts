/** The errors that end a case, the difference that a drift reports, and the response that a case expected. */
import type { StatedId } from '../../contract/requirements.ts';
import type { Exchange } from '../../monitor/index.ts';

/** The service contradicts the requirement. */
export class Drift extends Error {
  override readonly name = 'Drift';
  readonly difference: Difference;
  readonly exchange: Exchange | undefined;
  /** The requests for the one value that drifted, if many values were tested. */
  trail: readonly Exchange[] | undefined;
  /** The requirement that the service contradicts, in cases that test several. */
  requirement: StatedId | undefined;

  constructor(difference: Difference, exchange?: Exchange) {
    super(`expected ${difference.expected}, but got ${difference.actual}`);
    this.difference = difference;
    this.exchange = exchange;
  }
}

/** The case could not be tested, for example for lack of consent, a failed precondition or a spent budget. */
export class Unproven extends Error {
  override readonly name: string = 'Unproven';
  readonly exchange: Exchange | undefined;

  constructor(reason: string, exchange?: Exchange) {
    super(reason);
    this.exchange = exchange;
  }
}

/** A mistake in the case itself, such as a forgotten await or a change to a book of another client. */
export class BrokenCase extends Error {
  override readonly name = 'BrokenCase';
}

/** No response arrived: no connection, or a timeout. */
export class Unanswered extends Unproven {
  override readonly name = 'Unanswered';
  /** The code of the system or of Node, such as `ECONNREFUSED`; empty without one. */
  readonly code: string;
  /** What happened and what to check, in two sentences. */
  readonly explanation: string;

  constructor(reason: string, { code = '', explanation = `${reason}.` } = {}) {
    super(reason);
    this.code = code;
    this.explanation = explanation;
  }
}

/** Runs a check and attributes its drift to this requirement, unless the drift names one already. */
export function attributeDrift(requirement: StatedId, assertion: () => void): void {
  try {
    assertion();
  } catch (error) {
    if (error instanceof Drift) error.requirement ??= requirement;
    throw error;
  }
}

/** The difference between a response and what a requirement expects. */
export interface Difference {
  readonly expected: string;
  readonly actual: string;
  /** A JSON pointer to the place in the response body that differs, if it is one place. */
  readonly pointer?: string | undefined;
  /** The statuses that would have conformed, if the status differs. */
  readonly permitted?: readonly number[] | undefined;
  /** Both sides as JSON values, if a value differs. */
  readonly values?: { readonly expected: unknown; readonly actual: unknown } | undefined;
}

const expectations = new WeakMap<Exchange, string>();

/** Records which response a case expected, such as `404` or `2xx`. Only the first record counts. */
export function noteExpectedResponse(exchange: Exchange, expected: string): void {
  if (!expectations.has(exchange)) expectations.set(exchange, expected);
}

/** Returns which response a case expected; undefined for a request that only prepared something. */
export function getExpectedResponse(exchange: Exchange): string | undefined {
  return expectations.get(exchange);
}
