/** Tells what the monitor expects of a call, before it considers the response. */
import type { StatedId } from '../contract/requirements.ts';
import { readCall } from './call.ts';
import type { SentRequest } from './exchange.ts';
import {
  type CompleteExpectation,
  createQuestion,
  isMust,
  type MustRefuse,
  type Question,
} from './grounds/index.ts';
import { getExpectation } from './operations/index.ts';
import { readSituation, type Situation } from './situations/index.ts';
import { getValidity, type RequestValidity } from './validity.ts';
import type { World } from './world/index.ts';

/** What the document says about a request. */
export interface JudgedRequest extends RequestValidity {
  readonly question: Question;
  /** The requirements for which the service must refuse the request. */
  readonly refusals: readonly StatedId[];
  /** The number of mistakes in the request. Several requirements may refuse it for the same one. */
  readonly mistakes: number;
  readonly situation: Situation;
}

/**
 * Returns what the document says about a call in the present state of the service.
 * @param now epoch milliseconds by the observer's clock
 * @returns undefined for a route that the contract does not have
 */
export function predict(
  world: World,
  request: SentRequest,
  now: number,
): JudgedRequest | undefined {
  const call = readCall(request, world.upperCaseIds);
  if (call.operation === undefined) return undefined;
  const number = (world.lastExchangeNumber ?? 0) + 1;
  const exchange = { number, sentAt: now, answeredAt: now, request, response: undefined };
  const question = createQuestion(world, exchange, call);
  return judgeRequest(question, getExpectation(question));
}

export function judgeRequest(
  question: Question,
  expectation: CompleteExpectation | undefined,
): JudgedRequest {
  const refusals = (expectation?.grounds ?? []).filter(isMust);
  return {
    ...getValidity(expectation, question.world.options.stateless),
    question,
    refusals: refusals.map(({ must }) => must),
    mistakes: countMistakes(refusals),
    situation: readSituation(question, expectation),
  };
}

/** Several requirements may refuse a call for the same field, or for the same state of the book. */
function countMistakes(refusals: readonly MustRefuse[]): number {
  const reasons = refusals.filter(({ sharesMistake }) => sharesMistake !== true);
  return new Set(reasons.map(({ must, names }) => names.join(' ') || must)).size;
}
