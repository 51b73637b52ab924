/** Holds success answers against the contract, where a client was asked to, and says or refuses what breaks it. */
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

/** An answer that is to be validated. */
export interface SuccessAnswer {
  readonly operation: KeyedOperation;
  readonly status: number;
  readonly attempts: number;
}

/** Looks at one of them. */
export type Validate = (answer: SuccessAnswer, body: unknown) => Promise<void>;

/** Undefined where nothing is to be validated; the judge is loaded with the first answer. */
export function validationOf(validation: Validation): Validate | undefined {
  if ((validation.validate ?? 'off') === 'off') return undefined;
  return async (answer, body) => {
    const { validateAnswer } = await import('./validate-answer.ts');
    validateAnswer(validation, answer, body);
  };
}
