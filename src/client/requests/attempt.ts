/** Sends one request and reads its whole response. */
import {
  isDistributionError,
  UnexpectedResponseError,
  type DistributionError,
} from '../errors/index.ts';
import { largestBody, makeReadable, readBody, readFacts, type Mask } from '../responses/index.ts';
import type { Call } from './call.ts';
import { createNetworkError } from './network-error.ts';
import type { Time } from './time.ts';
import { waitWithin } from './waiting.ts';

/** A response with its body read, which can be read again, or the error of a request without one. */
export type AttemptResult =
  | { readonly response: Response; readonly error?: undefined }
  | { readonly response?: Response; readonly error: DistributionError };

export interface AttemptMeans {
  readonly time: Time;
  readonly mask: Mask;
}

/**
 * The time runs until the last byte of the body, and ends the attempt even when `fetch` ignores its signal. No timer
 * and no listener is left behind. Never rejects.
 */
export async function attemptOnce(
  { time, mask }: AttemptMeans,
  call: Call,
  send: (signal: AbortSignal) => Response | Promise<Response>,
): Promise<AttemptResult> {
  const { operation, timeoutMs } = call;
  const stop = new AbortController();
  let response: Response | undefined;
  const work = async () => {
    call.attempts += 1;
    response = await send(stop.signal);
    const { text, truncated } = await readBody(response);
    call.truncated = truncated;
    return makeReadable(response, text);
  };
  try {
    const received = await waitWithin(time, call, { work, timeoutMs });
    if (!call.truncated || !received.ok) return { response: received };
    const facts = readFacts({ operation, attempts: call.attempts, response: received, mask });
    const expected = `at most ${largestBody / 2 ** 20} MiB of JSON`;
    const had = 'a larger body, which was not read to its end';
    return {
      response: received,
      error: new UnexpectedResponseError({ ...facts, expected, received: had }),
    };
  } catch (thrown) {
    stop.abort();
    if (isDistributionError(thrown)) return { error: thrown };
    const begun = response !== undefined;
    const { attempts } = call;
    return { error: createNetworkError({ operation, attempts, thrown, begun }, mask) };
  }
}
