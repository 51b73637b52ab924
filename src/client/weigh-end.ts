/** Weighs how a request ended that was no success: why, whether it may have worked, and when to repeat it. */
import { connectionFailure } from './connection-failure.ts';
import { isNetworkError } from './error-guards.ts';
import type { DistributionError } from './errors.ts';
import { NetworkError } from './no-answer-errors.ts';
import { patience } from './patience.ts';
import { retryAfterOf } from './retry-after.ts';
import { isUnclear, mayRepeat } from './retry-policy.ts';
import type { Ended, Next, Repeated, SendingMeans } from './sending.ts';

export function weighed(means: SendingMeans, ended: Ended, { call, retries }: Repeated): Next {
  const { operation } = ended;
  const { response } = ended.came ?? {};
  const error = errorOf(means, ended, call.trace.attempts);
  const retryAfterMs = response && retryAfterOf(response.headers, means.time.now());
  const sent = !isNetworkError(error) || error.sent;
  const ending = { status: response?.status, retryAfterMs, sent };
  const may = call.signal?.aborted !== true && mayRepeat(operation, ending);
  const repeatsInMs = may ? patience(means, call, { retries, retryAfterMs }) : undefined;
  return { unclear: isUnclear(ending), error, repeatsInMs };
}

function errorOf(
  { mask }: SendingMeans,
  { operation, lost, error }: Ended,
  attempts: number,
): DistributionError | undefined {
  if (lost === undefined) return error;
  const failure = connectionFailure(lost.thrown, mask);
  return new NetworkError({ ...failure, operation, attempts, sent: failure.sent || lost.begun });
}
