/** Compares success responses with the contract when a client was asked to, and reports or refuses what differs. */
import { describeOrigin, UnexpectedResponseError } from '../errors/index.ts';
import { ignoreErrors, type Validate } from '../transport/index.ts';
import { judgeResponse, type Violation } from './judge.ts';

export interface ValidationOptions {
  /**
   * `warn` reports to `onViolation` where a success response is not as the contract describes it; `strict` also throws
   * an UnexpectedResponseError. `off` by default: the client then checks only what it needs itself.
   */
  readonly validate?: 'off' | 'warn' | 'strict' | undefined;
  /** By default `console.warn` with one line. What it throws is ignored. */
  readonly onViolation?: ((violation: Violation) => void) | undefined;
}

/** Returns undefined when nothing is to be validated. */
export function createValidation({
  validate = 'off',
  onViolation = warn,
}: ValidationOptions): Validate | undefined {
  if (validate === 'off') return undefined;
  return (success, response, body) => {
    const violations = judgeResponse(success.operation, response.status, body);
    for (const violation of violations) ignoreErrors(() => onViolation(violation));
    const [first] = violations;
    if (validate !== 'strict' || first === undefined) return;
    const place = first.pointer === '' ? 'the top' : first.pointer;
    const more = violations.length > 1 ? ` and ${violations.length - 1} more` : '';
    throw new UnexpectedResponseError({
      ...describeOrigin({ ...success, response }),
      expected: `${first.expected} at ${place}`,
      received: first.received + more,
      body,
    });
  };
}

function warn({ operation, status, pointer, expected, received }: Violation): void {
  // oxlint-disable-next-line no-console -- requested by `warn`, which was given no other place
  console.warn(`${operation} ${status}: expected ${expected} at ${pointer}; received ${received}.`);
}
