/** Returns what the API key of a call requires of its response. */
import type { StatedId } from '../../contract/requirements.ts';
import { isMust, may, must, type Ground } from './grounds.ts';
import type { Question } from './question.ts';

const keyRequirements: readonly StatedId[] = ['auth.missing-key', 'auth.invalid-key'];

/** Returns whether a ground is that the key is missing or wrong. */
export function isAboutKey(ground: Ground): boolean {
  return isMust(ground) && keyRequirements.includes(ground.must);
}

/**
 * Adds what the key says to the other grounds. The service may name any of several reasons,
 * but no other reason turns a missing or wrong key into 403.
 */
export function withKeyGrounds(question: Question, others: readonly Ground[]): readonly Ground[] {
  const grounds = keyGrounds(question);
  if (!grounds.some(isAboutKey)) return [...grounds, ...others];
  const permitted = others.map((ground) => ({
    ...ground,
    statuses: ground.statuses.filter((status) => status !== 403),
  }));
  return [...grounds, ...permitted];
}

function keyGrounds({ world, exchange, call }: Question): readonly Ground[] {
  if (call.operation === 'putFile') return [];
  const { key, account } = exchange.request;
  if (key === 'none') return [must('auth.missing-key', [401])];
  if (key === 'wrong') return [must('auth.invalid-key', [401])];
  const valid = key === 'own' || world.validKeys.has(account);
  return valid ? [] : [may('auth.missing-vs-invalid', 401)];
}
