/** Creates a book so that a lost response makes no second one: it is looked up before any repetition. */
import type { Book, BookCreate } from '../contract.ts';
import {
  AmbiguousOutcomeError,
  isAbortedError,
  isDistributionError,
  isRateLimited,
  type DistributionError,
} from '../errors/index.ts';
import {
  isUnreadableSuccess,
  leavesOpen,
  mayBeRunning,
  pause,
  requestedWait,
  retry,
  type AttemptEnd,
  type Call,
  type CallResult,
  type Service,
  type Trace,
} from '../transport/index.ts';
import { bookOrNull, savedBook, type SavedBook } from './readers.ts';
import { lookUpBook } from './requests.ts';

/** A book that was just created. */
export interface CreatedBook extends SavedBook {
  /** True when the response was lost and the book was found by its external id. */
  readonly reconciled: boolean;
}

export interface CreateMeans {
  readonly service: Service;
  readonly body: BookCreate;
  readonly call: Call;
  /** How long the service may take to show a book whose create failed, in milliseconds. */
  readonly settleMs: number;
}

interface Creation extends CreateMeans {
  readonly trace: Trace;
}

type Created = CallResult<CreatedBook>;

const operation = 'createBook';

/** @throws AmbiguousOutcomeError when neither a response nor a look tells whether the book was made */
export async function createBook(means: CreateMeans): Promise<Created> {
  const { service, call } = means;
  const creation = { ...means, trace: { attempts: 0, unclear: false } };
  const owner = { operation, call, trace: creation.trace } as const;
  let last: DistributionError | undefined;
  return retry<Created>(service.means, owner, async () => {
    if (last !== undefined) {
      const found = await look(creation, last);
      if (found !== undefined) return { result: found };
    }
    try {
      return { result: await post(creation) };
    } catch (failure) {
      if (!isDistributionError(failure) || isAbortedError(failure)) throw failure;
      const repeated = last !== undefined;
      last = failure;
      return decide(creation, failure, repeated);
    }
  });
}

async function post({ service, body, call, trace }: Creation): Promise<Created> {
  const { data, ...rest } = await service.ask({
    operation,
    call,
    trace,
    reader: savedBook,
    send: (raw, init) => raw.POST('/books', { body, ...init }),
  });
  return { ...rest, data: { ...data, reconciled: false } };
}

/** Decides what follows a failed POST. */
async function decide(
  creation: Creation,
  failure: DistributionError,
  repeated: boolean,
): Promise<AttemptEnd<Created>> {
  const open = leavesOpen(failure);
  const limited = isRateLimited(failure);
  const done = isUnreadableSuccess(failure);
  if (!canLook(creation.body)) {
    throw open
      ? ambiguous(creation, failure, 'without an externalId it cannot be looked up.')
      : failure;
  }
  if (done || (repeated && !open && !limited)) {
    // Even a plain refusal may be due to the first book, which appeared meanwhile.
    const found = await look(creation, failure);
    if (found === undefined) throw failure;
    return { result: found };
  }
  if (!open && !limited) throw failure;
  return {
    repeatable: !mayBeRunning(failure),
    waitMs: Math.max(creation.settleMs, requestedWait(failure)),
    giveUp: async () => giveUp(creation, failure),
  };
}

/** Looks once more before the call ends without a repetition. */
async function giveUp(creation: Creation, failure: DistributionError): Promise<Created> {
  const { service, call, settleMs, trace } = creation;
  const left = call.endsAt - service.means.time.now();
  await pause(Math.min(settleMs, Math.max(left / 2, 0)), service.means.time, {
    operation,
    call,
    trace,
  });
  const found = await look(creation, failure);
  if (found !== undefined) return found;
  if (!leavesOpen(failure)) throw failure;
  const reason = 'it is not to be found so far. Call reconcile() before another create.';
  throw ambiguous(creation, failure, reason);
}

/** Returns the book, or undefined when no book has the external id. */
async function look(creation: Creation, failure: DistributionError): Promise<Created | undefined> {
  const { service, body, call, trace } = creation;
  const externalId = body.externalId ?? '';
  const { data: book, ...rest } = await lookUpBook(service, externalId, {
    call,
    reader: bookOrNull,
  }).catch((error: unknown) => {
    if (isAbortedError(error)) throw error;
    // A create that was refused for sure did nothing, whatever the look says.
    if (!leavesOpen(failure) && !isUnreadableSuccess(failure)) throw failure;
    throw ambiguous(creation, failure, 'looking it up failed too. Look again with reconcile().');
  });
  if (book === null) return undefined;
  const { format, title } = book.attributes;
  if (format !== body.format || title.trim() !== body.title.trim()) {
    throw ambiguous(creation, failure, 'its externalId names a book of another format or title.');
  }
  const data = { id: book.id, book, reconciled: true };
  return { ...rest, data, attempts: trace.attempts };
}

function canLook({ externalId }: BookCreate): boolean {
  return typeof externalId === 'string' && externalId !== '';
}

/** Makes the error of a create whose outcome is not known. It can look again. */
function ambiguous(
  { service, body, call, trace }: Creation,
  cause: DistributionError,
  reason: string,
): AmbiguousOutcomeError {
  const { externalId } = body;
  const { attempts } = trace;
  const { requestId, headers, response } = cause;
  const lookAgain = async (id: string): Promise<Book | null> => {
    const fresh = service.begin({ headers: call.headers });
    return (await lookUpBook(service, id, { call: fresh, reader: bookOrNull })).data;
  };
  return new AmbiguousOutcomeError({
    operation,
    attempts,
    cause,
    reason,
    requestId,
    headers,
    response,
    look: externalId ? async () => lookAgain(externalId) : undefined,
  });
}
