/** Judges one success answer, tells what it breaks, and refuses it where that was asked for. */
import { UnexpectedAnswerError } from './answer-errors.ts';
import { judgeAnswer, type Violation } from './judge-answers.ts';
import type { SuccessAnswer, Validation } from './validation.ts';

/** @throws UnexpectedAnswerError for what breaks the contract, where `validate` says `strict` */
export function validateAnswer(
  { validate, onViolation = warn }: Validation,
  answer: SuccessAnswer,
  body: unknown,
): void {
  const found = judgeAnswer(answer.operation, answer.status, body);
  for (const violation of found) quietly(() => onViolation(violation));
  const [first] = found;
  if (validate !== 'strict' || first === undefined) return;
  const expected = `${first.expected} at ${first.pointer === '' ? 'the top' : first.pointer}`;
  const more = found.length > 1 ? ` and ${found.length - 1} more` : '';
  throw new UnexpectedAnswerError({ ...answer, expected, came: first.came + more, body });
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
