/** Completes what an operation expects by the contract, the key and the habits of the service. */
import { getSuccess } from '../../contract/operations.ts';
import type { StatedId } from '../../contract/requirements.ts';
import { readContract } from '../../contract/spec.ts';
import { existence, getHabit } from '../world/index.ts';
import { toStatedId } from './body-grounds.ts';
import { isCertain } from './book-grounds.ts';
import { findHolders } from './external-ids.ts';
import {
  type CompleteExpectation,
  type Expectation,
  type Ground,
  isMust,
  may,
  must,
  refusalHabit,
} from './grounds.ts';
import { type Question, readSentFields } from './question.ts';

/** Adds to an expectation what the contract, the key and the habits of the service say. */
export function completeExpectation(
  expectation: Expectation,
  question: Question,
): CompleteExpectation {
  const { operation } = question.call;
  const success = getSuccess(readContract().operations[operation]);
  const groundsByHabit = expectation.grounds.map((ground) => applyHabit(ground, question));
  return {
    accepts: {},
    ...expectation,
    successStatuses: success.statuses,
    statusRequirement: toStatedId(success.requirement) ?? 'interface.eleven-operations',
    grounds: withKeyGrounds(question, groundsByHabit),
    refusedDeletes: findRefusedDeletes(question),
    notFoundStatuses: operation === 'lookUpBook' ? [404, 422] : [404, 410],
    sentKeys: Object.keys(readSentFields(question) ?? {}),
  };
}

/** Turns a permitted refusal into a demanded one if this service is known to refuse such calls. */
function applyHabit(ground: Ground, { world }: Question): Ground {
  if (isMust(ground) || ground.consistency === undefined) return ground;
  if (getHabit(world, ground.consistency.kind) !== refusalHabit) return ground;
  return { must: ground.consistency.requirement, statuses: ground.statuses, names: [] };
}

/** Returns the requirements of deletes that were refused since the last read, which would explain a missing book. */
function findRefusedDeletes(question: Question): readonly StatedId[] {
  const [holder, ...otherHolders] = findHolders(question, question.call.externalId ?? '');
  const book = isCertain(question) ? question.book : holder;
  if (book === undefined || otherHolders.length > 0) return [];
  const deletes = book.claims.filter(({ field }) => field === existence);
  return [...new Set(deletes.map(({ requirement }) => requirement))];
}

const keyRequirements: readonly StatedId[] = ['auth.missing-key', 'auth.invalid-key'];

export function isAboutKey(ground: Ground): boolean {
  return isMust(ground) && keyRequirements.includes(ground.must);
}

/**
 * Adds the grounds of the key to the others. The service may give any of several reasons, but no reason permits a
 * 403 for a missing or wrong key.
 */
function withKeyGrounds(question: Question, otherGrounds: readonly Ground[]): readonly Ground[] {
  const grounds = keyGrounds(question);
  if (!grounds.some(isAboutKey)) return [...grounds, ...otherGrounds];
  const groundsWithout403 = otherGrounds.map((ground) => ({
    ...ground,
    statuses: ground.statuses.filter((status) => status !== 403),
  }));
  return [...grounds, ...groundsWithout403];
}

function keyGrounds({ world, exchange, call }: Question): readonly Ground[] {
  if (!readContract().operations[call.operation].needsKey) return [];
  const { key, account } = exchange.request;
  if (key === 'none') return [must('auth.missing-key', [401])];
  if (key === 'wrong') return [must('auth.invalid-key', [401])];
  const isValid = key === 'own' || world.acceptedAccounts.has(account);
  return isValid ? [] : [may('auth.missing-vs-invalid', 401)];
}
