/** Rules about repeating calls and walking lists (Endpoints, Limits). */
import { type RuleResult, failIf } from './caller-finding.ts';
import { createCallKey, normalizeQuery, createListKey, requestedPage, type Call } from './call.ts';
import type { CallerMemory } from './caller-memory.ts';

/** Timers may fire this many milliseconds early. */
const timerTolerance = 50;

/** A refused call is not repeated before Retry-After has passed. */
export function judgeWait(call: Call, { refused }: CallerMemory): RuleResult[] {
  const refusal = refused.size === 0 ? undefined : refused.get(createCallKey(call));
  const { sentAt } = call.exchange;
  // A call that was sent before the refusal arrived could not know of it.
  if (refusal === undefined || sentAt < refusal.since) return [];
  const early = refusal.until - sentAt;
  return [
    failIf('caller.waits-as-told', early > timerTolerance, {
      expected: `no retry for ${Math.ceil((refusal.until - refusal.since) / 1000)} s after the refusal`,
      actual: `repeated ${Math.round(early)} ms too early`,
    }),
  ];
}

/** A create with an unknown outcome is not simply repeated, which could create a second book. */
export function judgeRepeatedCreate(call: Call, { uncertainCreates }: CallerMemory): RuleResult[] {
  const isCreate = call.operation === 'createBook' && uncertainCreates.size > 0;
  const earlier = isCreate ? uncertainCreates.get(createCallKey(call)) : undefined;
  if (earlier === undefined || call.exchange.sentAt < earlier.since) return [];
  return [
    {
      requirement: 'caller.looks-before-creating-again',
      expected: 'a lookup by external id or a list, since the first create may have made the book',
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
export function judgePaging(call: Call, { pages, lastList }: CallerMemory): RuleResult[] {
  const page = requestedPage(call.query);
  if (call.operation !== 'listBooks' || !Number.isInteger(page) || page < 2) return [];
  const account = call.exchange.request.account;
  const listKey = createListKey(call);
  const previousPage = pages.get(listKey) ?? pages.get(lastList.get(account) ?? '');
  if (previousPage === undefined) return [];
  if (isLinked(call, pages)) return [followedLink];
  const isSameList = pages.has(listKey);
  const isPastEnd = isSameList && previousPage.next === null && page > previousPage.page;
  const isBuiltByCaller = previousPage.next !== null && requestedPage(previousPage.next) === page;
  if (!isPastEnd && !isBuiltByCaller) return [];
  return [
    {
      requirement: 'caller.follows-links',
      expected: isPastEnd
        ? `no page after ${previousPage.page}, because its \`links.next\` was null`
        : `the query of \`links.next\`: ${normalizeQuery(previousPage.next ?? new URLSearchParams())}`,
      actual: normalizeQuery(call.query),
    },
  ];
}

/** True if a page of this account linked to exactly this call as its next one. */
function isLinked(call: Call, pages: CallerMemory['pages']): boolean {
  const requestedQuery = normalizeQuery(call.query);
  const prefix = `${call.exchange.request.account} `;
  for (const [key, { next }] of pages) {
    if (next !== null && key.startsWith(prefix) && normalizeQuery(next) === requestedQuery)
      return true;
  }
  return false;
}
