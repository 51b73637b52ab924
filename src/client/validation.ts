/** Holds success answers against the contract, where a client was asked to, and says or refuses what breaks it. */
import { UnexpectedAnswerError, type Refused } from './answer-errors.ts';
import type { KeyedOperation } from './book.ts';
import type { Violation } from './judge-answers.ts';

export interface Validation {
  /**
   * `warn` tells `onViolation` where a success answer is not as the contract describes it; `strict` throws
   * an UnexpectedAnswerError besides. `off` by default: the client then looks only at what it needs itself.
   */
  readonly validate?: 'off' | 'warn' | 'strict' | undefined;
  /** `console.warn` with one line by default. Whatever it throws is not heard. */
  readonly onViolation?: ((violation: Violation) => void) | undefined;
}

/** Looks at one success answer. */
export type Validate = (
  answer: Refused & { readonly operation: KeyedOperation },
  body: unknown,
) => Promise<void>;

/** Undefined where nothing is to be validated; the judge is loaded with the first answer. */
export function validationOf({ validate, onViolation = warn }: Validation): Validate | undefined {
  if (validate === undefined || validate === 'off') return undefined;
  return async (answer, body) => {
    const { judgeAnswer } = await import('./judge-answers.ts');
    const found = judgeAnswer(answer.operation, answer.status, body);
    for (const violation of found) quietly(() => onViolation(violation));
    const [first] = found;
    if (validate !== 'strict' || first === undefined) return;
    const expected = `${first.expected} at ${first.pointer === '' ? 'the top' : first.pointer}`;
    const more = found.length > 1 ? ` and ${found.length - 1} more` : '';
    throw new UnexpectedAnswerError({ ...answer, expected, came: first.came + more, body });
  };
}

function quietly(tell: () => void): void {
  try {
    tell();
  } catch {
    // Looking on must not break a call.
  }
}

function warn({ operation, status, pointer, expected, came }: Violation): void {
  // oxlint-disable-next-line no-console -- what a user asked for by `warn` and gave no place to
  console.warn(`${operation} ${status}: expected ${expected} at ${pointer}; came ${came}.`);
}
