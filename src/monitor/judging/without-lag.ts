/** Finds lists, lookups and reads that only lag, or a write of another client at the same moment, excuses. */
import type { ObservedExchange } from '../exchange.ts';
import { getExpectation, judgeContent, type Effect } from '../operations/index.ts';
import type { ObservedReading } from '../views/index.ts';
import type { World } from '../world/index.ts';
import { judgeOutcome } from './outcome.ts';

/** What only lag, or a write of another client at the same moment, excuses. */
export type Excused = NonNullable<ObservedReading['difference']>;

/**
 * Returns what is wrong with a response that conforms, if the service is held to its word: each write shows at once,
 * and nobody else writes. A run then asks again after a moment, before it excuses or accuses the service.
 * @param readings what the response shows if it may lag
 */
export function judgeWithoutLag(
  { question, outcome }: Effect,
  readings: readonly ObservedReading[],
): readonly Excused[] {
  const { exchange, world } = question;
  const { response } = exchange;
  if (!mayLag(question) || response === undefined || response.status >= 500) return [];
  const strictQuestion = { ...question, world: withoutLag(world, exchange) };
  const expectation = getExpectation(strictQuestion);
  const effect = { question: strictQuestion, expectation, outcome };
  const content = judgeContent(effect, strictQuestion.world);
  const judgements = [
    ...((expectation && judgeOutcome(expectation, response).judgements) ?? []),
    ...content.judgements,
  ];
  const isNew = ({ silence, reading }: ObservedReading): boolean =>
    !readings.some((shown) => shown.silence === silence && shown.reading === reading);
  return [
    ...judgements.filter(({ verdict }) => verdict === 'drifts'),
    ...content.readings.filter(isNew).flatMap(({ difference }) => difference ?? []),
  ];
}

/** Only the status after an unpublish may show late in a read. */
function mayLag({ call: { operation }, book }: Effect['question']): boolean {
  if (operation === 'listBooks' || operation === 'lookUpBook') return true;
  const wasWithdrawn = book?.claims.some((claim) => claim.requirement === 'unpublish.withdraws');
  return operation === 'readBook' && wasWithdrawn === true;
}

/** Milliseconds. A request sent when another call was answered is sent after it. */
const clockStep = 0.001;

/** A write that was answered before the response was requested must show; one at the same time may. */
function withoutLag(world: World, { request, sentAt, answeredAt }: ObservedExchange): World {
  return {
    ...world,
    options: { ...world.options, lag: answeredAt - sentAt - clockStep },
    // The second wrong count in a row drifts.
    miscountedAccounts: world.miscountedAccounts.set(request.account, true),
  };
}
