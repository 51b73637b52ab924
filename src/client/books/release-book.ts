/** Publishes, unpublishes and deletes: repeated only after a look at the book shows that nothing was done. */
import type { Book } from '../contract.ts';
import {
  AmbiguousOutcomeError,
  isAbortedError,
  isDistributionError,
  type DistributionError,
} from '../errors/index.ts';
import {
  leavesOpen,
  requestedWait,
  retry,
  type AttemptEnd,
  type Call,
  type CallResult,
  type Service,
  type Trace,
} from '../transport/index.ts';
import { bookOrNull, noContent } from './readers.ts';
import { readBook } from './requests.ts';

/** The operations that decide where a book stands in the shops. */
export type ReleaseOperation = 'publishBook' | 'unpublishBook' | 'deleteBook';

export interface ReleaseMeans {
  readonly service: Service;
  readonly operation: ReleaseOperation;
  readonly id: string;
  readonly call: Call;
}

interface Release extends ReleaseMeans {
  readonly trace: Trace;
}

type Released = CallResult<void>;

/** @throws AmbiguousOutcomeError when neither a response nor a look tells whether it was done */
export async function releaseBook(means: ReleaseMeans): Promise<Released> {
  const release = { ...means, trace: { attempts: 0, unclear: false } };
  return retry<Released>(means.service.means, release, async (failures) => {
    try {
      return { result: { ...(await send(release)), data: undefined } };
    } catch (failure) {
      // After a repetition, even a refusal may mean that the first request arrived late.
      const look = leavesOpen(failure) || (failures > 0 && isDistributionError(failure));
      if (!look || isAbortedError(failure)) throw failure;
      return decide(release, failure);
    }
  });
}

async function send({ service, operation, id, call, trace }: Release): Promise<CallResult<true>> {
  const params = { path: { bookPublicId: id } };
  return service.ask({
    operation,
    call,
    trace,
    reader: noContent,
    send: (raw, init) => {
      const request = { params, body: {}, ...init };
      if (operation === 'deleteBook') return raw.DELETE('/books/{bookPublicId}', request);
      if (operation === 'publishBook') return raw.POST('/books/{bookPublicId}/publish', request);
      return raw.POST('/books/{bookPublicId}/unpublish', request);
    },
  });
}

/** Looks at the book and decides what follows a failed request. */
async function decide(release: Release, failure: DistributionError): Promise<AttemptEnd<Released>> {
  const { service, operation, id, call, trace } = release;
  const { data: book, response } = await readBook(service, id, {
    call,
    reader: bookOrNull,
  }).catch((error: unknown) => {
    if (isAbortedError(error)) throw error;
    const reason = 'looking at the book failed too. Look again with reconcile().';
    throw ambiguous(release, failure, reason);
  });
  const state = stateAfter(operation, book);
  if (state === 'done') return { result: { data: undefined, response, attempts: trace.attempts } };
  if (!leavesOpen(failure)) throw failure;
  if (state === 'unknown') throw ambiguous(release, failure, 'its status does not tell.');
  return {
    repeatable: true,
    waitMs: requestedWait(failure),
    giveUp: () => {
      const reason = 'it seems undone so far. Look again with reconcile().';
      throw ambiguous(release, failure, reason);
    },
  };
}

/** In the shops, or on the way there. */
const released: readonly string[] = ['published', 'in_review'];

/** Reads from the book whether the request worked. A status the book may have had before tells nothing. */
function stateAfter(operation: ReleaseOperation, book: Book | null): 'done' | 'undone' | 'unknown' {
  if (operation === 'deleteBook') return book === null ? 'done' : 'undone';
  const status = book?.attributes.status ?? '';
  const [done, undone] =
    operation === 'publishBook' ? [released, ['draft']] : [['withdrawn'], released];
  if (done.includes(status)) return 'done';
  return undone.includes(status) ? 'undone' : 'unknown';
}

function ambiguous(
  { service, operation, id, call, trace }: Release,
  cause: DistributionError,
  reason: string,
): AmbiguousOutcomeError {
  const look = async (): Promise<Book | null> => {
    const fresh = service.begin({ headers: call.headers });
    return (await readBook(service, id, { call: fresh, reader: bookOrNull })).data;
  };
  const { attempts } = trace;
  const { requestId, headers, response } = cause;
  const origin = { operation, attempts, cause, requestId, headers, response };
  return new AmbiguousOutcomeError({ ...origin, reason, look });
}
