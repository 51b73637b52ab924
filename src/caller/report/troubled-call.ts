/** Says which call of a story to look at in the program, and what the program should do after it. */
import type { PlayedCall } from '../played-call.ts';

interface PlayedEnd {
  readonly calls: readonly PlayedCall[];
  readonly exitCode: number | null;
}

/**
 * Returns the call to look at in the program: the first one with trouble, and what the program did next. Undefined if no
 * call had trouble.
 */
export function describeTurn({ calls, exitCode }: PlayedEnd): string | undefined {
  const index = calls.findIndex(({ isTroubled }) => isTroubled);
  const [call, next] = calls.slice(index, index + 2);
  if (index < 0 || call === undefined) return undefined;
  const trouble = call.trouble === undefined ? '' : ` (${call.trouble})`;
  const isSame = nameCall(call) === (next && nameCall(next));
  const reaction =
    next === undefined
      ? `the program made no further call${exitCode === 0 ? ', and reported success' : ''}`
      : `the program ${isSame ? 'sent it again' : `went on with ${nameCall(next)}`} (call ${next.number})`;
  return `call ${call.number}, ${nameCall(call)}${trouble}: ${reaction}`;
}

/** Returns what a program should do after the first call with trouble. Undefined if no response was wrong or missing. */
export function describeRemedy({ calls }: Pick<PlayedEnd, 'calls'>): string | undefined {
  const call = calls.find(({ isTroubled }) => isTroubled);
  if (call === undefined) return undefined;
  const { method, status } = call;
  const isRead = method === 'GET';
  if (status === undefined || (status >= 500 && status !== 503)) {
    return isRead
      ? 'send it again after a moment, and report failure if that keeps failing'
      : 'nobody knows whether the call was carried out: read the book or the list before it is sent again, and report failure if that cannot be decided';
  }
  if (status === 429 || status === 503) {
    return 'wait as long as Retry-After says, send it again, and report failure if that keeps failing';
  }
  return status < 400
    ? undefined
    : 'the service refused the call: do not go on as if it had been carried out, and report failure';
}

/** Names a call. Ids are shortened, because only their sameness matters. */
export function nameCall({ method, path }: PlayedCall): string {
  return `${method} ${path.replaceAll(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f-]{22}/g, '$1…')}`;
}
