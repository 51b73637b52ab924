/** Rules about repeating calls and walking lists (Endpoints, Limits). */
import {
  type CallerCall,
  type RuleResult,
  failIf,
  createCallKey,
  sortQuery,
  createListKey,
  getPage,
} from './call.ts';
import type { CallerMemory } from './caller-memory.ts';

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
