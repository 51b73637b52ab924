/** Says which call of a story to look at in the program, and what the program should do after it. */
import type { StoryVerdict } from '../judge-story.ts';
import type { PlayedCall } from '../played-call.ts';

interface PlayedEnd {
  readonly calls: readonly PlayedCall[];
  readonly exitCode: number | null;
  readonly verdict: StoryVerdict;
  /** The second, calm run of a program that stopped. If it harmed, the harm is its own. */
  readonly again?: { readonly calls: readonly PlayedCall[] };
}

/**
 * Returns the call to look at in the program: the first one with trouble, and what the program did next, or the create
 * of a second run that repeats one. Undefined if no call had trouble.
 */
export function describeTurn({ calls, exitCode, again }: PlayedEnd): string | undefined {
  const second = findSecondCreate(again);
  if (second !== undefined) {
    return `the second run, call ${second.number}, ${nameCall(second)}: it creates a book although the first run had created it`;
  }
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

/** Returns the first create of a second run that made a book. */
function findSecondCreate(again: PlayedEnd['again']): PlayedCall | undefined {
  return again?.calls.find(
    ({ operation, status = 0 }) => operation === 'createBook' && status >= 200 && status < 300,
  );
}

/** Returns what a program should do. Undefined if no call had trouble. */
export function describeRemedy({
  calls,
  verdict,
  again,
}: Omit<PlayedEnd, 'exitCode'>): string | undefined {
  if (findSecondCreate(again) !== undefined) {
    return 'before a book is created, look for it by its external id or in the list, and go on with the one that is there';
  }
  if (again !== undefined) {
    return 'a run that follows one that stopped must read what is there, and complete it';
  }
  if (verdict === 'hung') {
    return 'limit the time of each call and how often it is sent again, and report failure after that';
  }
  const call = calls.find(({ isTroubled }) => isTroubled);
  if (call === undefined) return undefined;
  const { method, status, operation } = call;
  if (operation === 'putFile' && status !== undefined && status >= 400) {
    return 'request a new upload URL and send the file again, and report failure if that keeps failing';
  }
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
    ? 'the document permits this response, so treat it like the usual one'
    : 'the service refused the call: do not go on as if it had been carried out, and report failure';
}

/** Names a call. Ids are shortened, because only their sameness matters. */
export function nameCall({ method, path }: PlayedCall): string {
  return `${method} ${path.replaceAll(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f-]{22}/g, '$1…')}`;
}
