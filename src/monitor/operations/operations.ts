/** Passes each step of the judging to the operation of the call. */
import type { OperationId } from '../../contract/operations.ts';
import {
  type CompleteExpectation,
  completeExpectation,
  isMust,
  type Question,
  refusalHabit,
} from '../grounds/index.ts';
import { noVerdicts, type Verdicts } from '../views/index.ts';
import { withHabit, type World } from '../world/index.ts';
import { attachOperation } from './attach-file/attach-file.ts';
import { createOperation } from './create-book/create-book.ts';
import { deleteOperation } from './delete-book.ts';
import { listOperation } from './list-books/list-books.ts';
import { lookUpOperation } from './look-up-book.ts';
import type { Effect, MonitoredOperation } from './operation.ts';
import { publishOperation } from './publish-book/publish-book.ts';
import { putOperation } from './put-file/put-file.ts';
import { readOperation } from './read-book.ts';
import { requestOperation } from './request-uploads/request-uploads.ts';
import { unpublishOperation } from './unpublish-book.ts';
import { updateOperation } from './update-book/update-book.ts';

const operations: Readonly<Record<OperationId, MonitoredOperation>> = {
  createBook: createOperation,
  listBooks: listOperation,
  readBook: readOperation,
  lookUpBook: lookUpOperation,
  updateBook: updateOperation,
  requestUploads: requestOperation,
  putFile: putOperation,
  attachFile: attachOperation,
  publishBook: publishOperation,
  unpublishBook: unpublishOperation,
  deleteBook: deleteOperation,
};

/** Returns what is expected of the response to a call; undefined if any response is possible. */
export function getExpectation(question: Question): CompleteExpectation | undefined {
  const { operation } = question.call;
  const expectation = operations[operation].expect(question);
  return expectation && completeExpectation(expectation, question);
}

/** Returns the world after a call that took effect, was refused, or may have done either. */
export function applyEffect(effect: Effect): World {
  const { world, call } = effect.question;
  return operations[call.operation].apply?.(effect) ?? world;
}

/**
 * Judges the body of a response.
 * @param after the world with the effects of the call
 */
export function judgeContent(effect: Effect, after: World): Verdicts {
  const { question, outcome, expectation } = effect;
  const mustBeRefused = expectation?.grounds.some(isMust) === true;
  // A wrongly accepted call is a drift by itself, so the content of its response is not judged.
  if (outcome !== 'accepted' || mustBeRefused) return noVerdicts;
  return operations[question.call.operation].judge?.(effect, after) ?? noVerdicts;
}

/**
 * Returns the world with the facts that a response shows.
 * @param after the world with the effects of the call
 */
export function learnFromResponse(effect: Effect, after: World): World {
  const world = withRefusalHabit(effect, withAcceptedAccount(effect, after));
  return operations[effect.question.call.operation].learn?.(effect, world) ?? world;
}

/** Records that the service refuses this kind of call, if the refusal has only one possible reason. */
function withRefusalHabit({ question, expectation, outcome }: Effect, world: World): World {
  const [ground, ...others] = expectation?.grounds ?? [];
  const status = question.exchange.response?.status ?? 0;
  if (outcome !== 'refused' || ground === undefined || others.length > 0) return world;
  if (isMust(ground) || ground.consistency === undefined || !ground.statuses.includes(status))
    return world;
  return withHabit(world, ground.consistency.kind, refusalHabit);
}

function withAcceptedAccount({ question, outcome }: Effect, world: World): World {
  const { key, account } = question.exchange.request;
  if (outcome !== 'accepted' || key === 'none' || question.call.operation === 'putFile')
    return world;
  return { ...world, acceptedAccounts: world.acceptedAccounts.set(account, true) };
}
