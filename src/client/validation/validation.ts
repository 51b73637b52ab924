/** Compares success responses with the contract, and reports or refuses what differs. */
import { UnexpectedResponseError } from '../errors/index.ts';
import { readFacts } from '../responses/index.ts';
import { ignoreErrors, type Validate } from '../transport/index.ts';
import { judgeResponse, type Violation } from './judge.ts';

export interface ValidationOptions {
  /** Also throws an UnexpectedResponseError when a response differs; false by default. */
  readonly strict?: boolean | undefined;
  /** Called for each difference; by default `console.warn` with one line. What it throws is ignored. */
  readonly onViolation?: ((violation: Violation) => void) | undefined;
}

/**
 * Returns the value of the `validate` option. Without it a client checks only what it needs itself.
 * @example
 * import { validation } from 'book-distribution-client/validation';
 * const distribution = createDistribution({ validate: validation({ strict: true }) });
 */
export function validation({ strict, onViolation = warn }: ValidationOptions = {}): Validate {
  return (success, response, body) => {
    const violations = judgeResponse(success.operation, response.status, body);
    for (const violation of violations) ignoreErrors(() => onViolation(violation));
    const [first] = violations;
    if (strict !== true || first === undefined) return;
    const place = first.pointer === '' ? 'the top' : first.pointer;
    const more = violations.length > 1 ? ` and ${violations.length - 1} more` : '';
    const expected = `${first.expected} at ${place}`;
    const facts = { ...readFacts({ ...success, response }), expected };
    throw new UnexpectedResponseError({ ...facts, received: first.received + more }, body);
  };
}

function warn({ operation, status, pointer, expected, received }: Violation): void {
  // oxlint-disable-next-line no-console -- requested by the caller, who gave no other place
  console.warn(`${operation} ${status}: expected ${expected} at ${pointer}; received ${received}.`);
}
