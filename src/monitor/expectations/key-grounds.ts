/** Returns the reasons to refuse a call for its API key. */
import type { StatedId } from '../../contract/requirements.ts';
import { isMust, may, must, type Ground } from './grounds.ts';
import type { Question } from './question.ts';

const keyRequirements: readonly StatedId[] = ['auth.missing-key', 'auth.invalid-key'];

/** Returns whether a ground is a missing or wrong key. */
export function isAboutKey(ground: Ground): boolean {
  return isMust(ground) && keyRequirements.includes(ground.must);
}

/**
 * Adds the grounds of the key to the others. The service may give any of several reasons, but no reason permits a
 * 403 for a missing or wrong key.
 */
export function withKeyGrounds(
  question: Question,
  otherGrounds: readonly Ground[],
): readonly Ground[] {
  const grounds = keyGrounds(question);
  if (!grounds.some(isAboutKey)) return [...grounds, ...otherGrounds];
  const groundsWithout403 = otherGrounds.map((ground) => ({
    ...ground,
    statuses: ground.statuses.filter((status) => status !== 403),
  }));
  return [...grounds, ...groundsWithout403];
}

function keyGrounds({ world, exchange, call }: Question): readonly Ground[] {
  if (call.operation === 'putFile') return [];
  const { key, account } = exchange.request;
  if (key === 'none') return [must('auth.missing-key', [401])];
  if (key === 'wrong') return [must('auth.invalid-key', [401])];
  const isValid = key === 'own' || world.acceptedAccounts.has(account);
  return isValid ? [] : [may('auth.missing-vs-invalid', 401)];
}
