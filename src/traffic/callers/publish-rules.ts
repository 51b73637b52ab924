/**
 * Rules about what a book needs before it is published (What the service does, States and transitions). Rules
 * about repeating calls and walking lists (Endpoints, Limits).
 */
import {
  type JudgedRequest,
  type Book,
  isCertain,
  getKnownValue,
  readParamNames,
  locateInWindow,
} from '../../monitor/index.ts';
import {
  type CallerCall,
  type RuleResult,
  failIf,
  failIfAny,
  createCallKey,
  sortQuery,
  createListKey,
  getPage,
} from './call.ts';
import type { CallerMemory } from './caller-memory.ts';

/** Judges a publish if the state of its book is known. */
export function judgePublish({ operation, judgedRequest, exchange }: CallerCall): RuleResult[] {
  if (operation !== 'publishBook' || judgedRequest === undefined) return [];
  if (!isCertain(judgedRequest.question)) return [];
  const { book } = judgedRequest.question;
  return [...judgeFinalVersion(book, judgedRequest, exchange), ...judgeTracks(book, judgedRequest)];
}

/**
 * A book inside the final version window is final. At the edges of the window the monitor leaves room for
 * time zones; there, the service's refusal decides.
 */
function judgeFinalVersion(
  book: Book,
  { question, refusals }: JudgedRequest,
  { response }: CallerCall['exchange'],
): RuleResult[] {
  const isFinal = getKnownValue(book, 'isFinalVersion');
  if (isFinal === undefined) return [];
  const date = getKnownValue(book, 'publicationDate');
  const position =
    typeof date === 'string'
      ? locateInWindow(date, question.now, { clockIsKnown: question.clockIsKnown })
      : undefined;
  const namesFlag = readParamNames(response?.body).includes('isFinalVersion');
  const isRefused = response?.status === 422 && namesFlag;
  const isRefusedAtEdge = isFinal === false && position === 'edge' && isRefused;
  const today = new Date(question.now).toISOString().slice(0, 10);
  const isBroken = refusals.includes('publish.final-version-window') || isRefusedAtEdge;
  return [
    failIf('caller.publishes-final-version', isBroken, {
      expected: `\`isFinalVersion\` true: the book is dated ${String(date)}, and today is ${today}`,
      actual: 'a publish with `isFinalVersion` false',
    }),
  ];
}

/** Each attached track of an audiobook has a chapter. */
function judgeTracks(book: Book, { question }: JudgedRequest): RuleResult[] {
  const { chapters } = book;
  if (getKnownValue(book, 'format') !== 'audio' || chapters === undefined) return [];
  const tracks = (book.files?.certain ?? []).filter(
    (id) => question.world.files.get(id)?.role === 'audio_content',
  );
  const tracksWithoutChapter = tracks.filter((id) =>
    chapters.every((possibleChapters) => possibleChapters.every(({ fileId }) => fileId !== id)),
  );
  return [
    failIfAny(
      'caller.gives-each-track-a-chapter',
      tracksWithoutChapter.map((id) => `${id} without one`),
      'a chapter for each attached `audio_content` file',
    ),
  ];
}

/** In milliseconds: a timer may fire this early. */
const timerTolerance = 50;

/** A refused call is not repeated before Retry-After has passed. */
export function judgeWait(call: CallerCall, { refusedCalls }: CallerMemory): RuleResult[] {
  const refusedCall = refusedCalls.size === 0 ? undefined : refusedCalls.get(createCallKey(call));
  const { sentAt } = call.exchange;
  // When this call was sent, the caller had not yet received the refusal.
  if (refusedCall === undefined || sentAt < refusedCall.refusedAt) return [];
  const millisecondsEarly = refusedCall.retryAt - sentAt;
  return [
    failIf('caller.waits-as-told', millisecondsEarly > timerTolerance, {
      expected: `no retry for ${Math.ceil((refusedCall.retryAt - refusedCall.refusedAt) / 1000)} s after the refusal`,
      actual: `repeated ${Math.round(millisecondsEarly)} ms too early`,
    }),
  ];
}

/** A create with an unknown outcome is not repeated before a lookup, because that could create a second book. */
export function judgeRepeatedCreate(
  call: CallerCall,
  { uncertainCreates }: CallerMemory,
): RuleResult[] {
  const isCreate = call.operation === 'createBook' && uncertainCreates.size > 0;
  const uncertainCreate = isCreate ? uncertainCreates.get(createCallKey(call)) : undefined;
  if (uncertainCreate === undefined || call.exchange.sentAt < uncertainCreate.endedAt) return [];
  return [
    {
      requirement: 'caller.looks-before-creating-again',
      expected:
        'a lookup by external id or a list, since the first create may have created the book',
      actual: 'the same create again',
    },
  ];
}

/** At the end of the caller, no published book was edited without another publish. */
export function judgeUnpublishedEdits({ publishedBooks }: CallerMemory) {
  return [...publishedBooks.values()].map(({ editedBy }) => {
    const result = failIf('caller.publishes-after-edits', editedBy !== undefined, {
      expected: 'another publish after the last edit',
      actual: 'an edit of a published book, which stays a draft',
    });
    return { result, exchange: editedBy ?? 0 };
  });
}

const followedLink: RuleResult = {
  requirement: 'caller.follows-links',
  expected: 'the query of `links.next`',
  actual: undefined,
};

/** Callers follow `links.next` from page to page. */
export function judgePaging(call: CallerCall, { pages, lastListKeys }: CallerMemory): RuleResult[] {
  const page = getPage(call.query);
  if (call.operation !== 'listBooks' || !Number.isInteger(page) || page < 2) return [];
  const account = call.exchange.request.account;
  const listKey = createListKey(call);
  const previousPage = pages.get(listKey) ?? pages.get(lastListKeys.get(account) ?? '');
  if (previousPage === undefined) return [];
  if (isLinked(call, pages)) return [followedLink];
  const isSameList = pages.has(listKey);
  const isPastEnd = isSameList && previousPage.next === null && page > previousPage.page;
  const isBuiltByCaller = previousPage.next !== null && getPage(previousPage.next) === page;
  if (!isPastEnd && !isBuiltByCaller) return [];
  return [
    {
      requirement: 'caller.follows-links',
      expected: isPastEnd
        ? `no page after ${previousPage.page}, because its \`links.next\` was null`
        : `the query of \`links.next\`: ${sortQuery(previousPage.next ?? new URLSearchParams())}`,
      actual: sortQuery(call.query),
    },
  ];
}

/** Returns true if `links.next` of a page that this account read has the query of the call. */
function isLinked(call: CallerCall, pages: CallerMemory['pages']): boolean {
  const requestedQuery = sortQuery(call.query);
  const prefix = `${call.exchange.request.account} `;
  return [...pages].some(
    ([key, { next }]) =>
      next !== null && key.startsWith(prefix) && sortQuery(next) === requestedQuery,
  );
}
