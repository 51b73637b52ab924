/** Finds lists and lookups that only lag, or a write of another client at the same moment, excuses. */
import { getExpectation, judgeContent, type Effect } from '../operations/index.ts';
import type { Judgement } from '../views/index.ts';
import type { World } from '../world/index.ts';
import { judgeOutcome } from './outcome.ts';

/**
 * Returns the drifts of a response that conforms, if the service is held to its word: each write shows at once, and
 * nobody else writes. A run then asks again after a moment, before it excuses or accuses the service.
 */
export function judgeWithoutLag({ question, outcome }: Effect): readonly Judgement[] {
  const { call, exchange, world } = question;
  const { response } = exchange;
  const mayLag = call.operation === 'listBooks' || call.operation === 'lookUpBook';
  if (!mayLag || response === undefined || response.status >= 500) return [];
  const strictQuestion = { ...question, world: withoutLag(world, exchange.request.account) };
  const expectation = getExpectation(strictQuestion);
  const effect = { question: strictQuestion, expectation, outcome };
  const judgements = [
    ...((expectation && judgeOutcome(expectation, response).judgements) ?? []),
    ...judgeContent(effect, strictQuestion.world).judgements,
  ];
  return judgements.filter(({ verdict }) => verdict === 'drifts');
}

function withoutLag(world: World, account: string): World {
  return {
    ...world,
    options: { ...world.options, lag: Number.NEGATIVE_INFINITY },
    // The second wrong count in a row drifts.
    miscountedAccounts: world.miscountedAccounts.set(account, true),
  };
}
