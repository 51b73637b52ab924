/** Finds calls that keep failing. A single 5xx says nothing about the requirements of its call. */
import type { OperationId } from '../../contract/operations.ts';
import type { StatedId } from '../../contract/requirements.ts';
import { getSentText, type ObservedExchange, type ReceivedResponse } from '../exchange.ts';
import { type CompleteExpectation, isMust } from '../grounds/index.ts';
import { drifts, type Judgement } from '../views/index.ts';
import type { World } from '../world/index.ts';
import { findBrokenRequirements, formatStatuses } from './outcome.ts';

/** A call keeps failing if it got this many 5xx in a row, because a gateway may fail any call a few times. */
export const failuresInARow = 5;

/** The number of failing calls that the monitor remembers. */
const maxCalls = 200;

/** Returns the world with the number of 5xx in a row that this call got. */
export function countFailures(
  world: World,
  exchange: ObservedExchange,
  operation: OperationId,
): World {
  const { response, request } = exchange;
  // Storage is not the service. A 429 or a missing response says nothing about the call.
  const isOpen = response === undefined || response.status === 429;
  if (isOpen || operation === 'putFile' || request.body.kind === 'unknown') return world;
  const key = createKey(exchange);
  const { failedCalls, usableResponses } = world;
  if (response.status < 500) {
    return {
      ...world,
      usableResponses: usableResponses + 1,
      failedCalls: failedCalls.has(key) ? failedCalls.delete(key) : failedCalls,
    };
  }
  const times = (failedCalls.get(key)?.times ?? 0) + 1;
  const kept = failedCalls.size < maxCalls ? failedCalls : failedCalls.clear();
  return { ...world, failedCalls: kept.set(key, { times, usableResponses }) };
}

function createKey({ request }: ObservedExchange): string {
  const { account, method, path } = request;
  return `${account} ${method} ${path} ${getSentText(request)}`;
}

/**
 * Returns drifts of the requirements of a call that keeps failing, although the service has answered another call since
 * its last failure. A service that fails every call is not usable, and says nothing.
 * @param world the world before this exchange
 */
export function judgeFailingCall(
  { failedCalls, usableResponses }: World,
  exchange: ObservedExchange,
  expectation: CompleteExpectation | undefined,
): readonly Judgement[] {
  const { response } = exchange;
  const earlier = failedCalls.get(createKey(exchange));
  if (response === undefined || expectation === undefined || earlier === undefined) return [];
  const times = earlier.times + 1;
  if (times < failuresInARow || usableResponses === earlier.usableResponses) return [];
  const { requirements, expected } = findUnmetRequirements(expectation, response);
  const actual = `${response.status}, and a 5xx each of the ${times} times`;
  return requirements.map((requirement) => drifts(requirement, { expected, actual }));
}

/**
 * Returns the requirements that a service does not meet which only fails a call. There are none if the document leaves
 * open whether the call is accepted.
 */
function findUnmetRequirements(
  expectation: CompleteExpectation,
  response: ReceivedResponse,
): { readonly requirements: readonly StatedId[]; readonly expected: string } {
  const { grounds, successStatuses } = expectation;
  const musts = grounds.filter(isMust);
  const isOpen = musts.length === 0 && grounds.length > 0;
  return {
    requirements: isOpen ? [] : [...new Set(findBrokenRequirements(expectation, response, []))],
    expected: formatStatuses(
      musts.length > 0 ? musts.flatMap(({ statuses }) => statuses) : successStatuses,
    ),
  };
}
