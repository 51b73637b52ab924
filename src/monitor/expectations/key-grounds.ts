/** What the API key of a call says about its answer. */
import { may, must, type Ground } from './grounds.ts';
import type { Question } from './question.ts';

export function keyGrounds({ world, exchange, call }: Question): readonly Ground[] {
  if (call.operation === 'putFile') return [];
  const { key, account } = exchange.request;
  if (key === 'none') return [must('auth.missing-key', [401])];
  if (key === 'wrong') return [must('auth.invalid-key', [401])];
  const valid = key === 'own' || world.validKeys.has(account);
  return valid ? [] : [may('auth.missing-vs-invalid', 401)];
}
