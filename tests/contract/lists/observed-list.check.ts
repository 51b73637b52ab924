/** Observes the order, pages and links of the list where the document is silent (Endpoints, Book list item). */
import { observe, section, watch } from '../../../src/harness/suite/index.ts';
import {
  readBookId,
  type Exchange,
  readItems,
  readLinks,
  type ListItem,
  readMeta,
} from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { getCreatedTime, listFrenchBooks, selectOwn } from '../../property/lists/index.ts';
import { createTwice } from '../steps/index.ts';

const read = { needs: ['read'] } as const;
const write = { needs: ['read', 'write'] } as const;

async function requestList(t: Stage, query: Record<string, string>): Promise<Exchange> {
  return t.wire({ method: 'GET', path: '/books', query: { perPage: '1', ...query } });
}

/** Returns `taken` if the list responds, or the status of a refusal of a query that it otherwise accepts. */
async function getRefusalOr(
  t: Stage,
  query: Record<string, string>,
  reading: string,
): Promise<string> {
  const answer = await requestList(t, query);
  if (answer.status < 300) return reading;
  t.need.accepted(await requestList(t, {}));
  return String(answer.status);
}

/** Compares the form of a link with the requested address. */
function classifyLink(link: string, requestUrl: string): string {
  const path = new URL(requestUrl).pathname;
  if (/^https?:/u.test(link)) return 'absolute-url';
  if (link.startsWith('?')) return 'query-only';
  if (link.startsWith(path)) return 'absolute-path';
  return link.startsWith('/books') ? 'path-below-prefix' : 'another form';
}

function isPage(exchange: Exchange): boolean {
  return exchange.operation === 'listBooks' && exchange.status === 200;
}

function isFirst(exchange: Exchange): boolean {
  return (new URL(exchange.request.url).searchParams.get('page') ?? '1') === '1';
}

/** Reads a link if the response has links; a broken shape is reported elsewhere. */
function findLinks(exchange: Exchange): { self: string; prev: string | null } | undefined {
  try {
    return readLinks(exchange);
  } catch {
    return undefined;
  }
}

type Compare = (one: ListItem, other: ListItem) => number;

const byCreation: Compare = (one, other) => getCreatedTime(one) - getCreatedTime(other);
const byTitle: Compare = (one, other) =>
  Number(getTitle(one) > getTitle(other)) - Number(getTitle(one) < getTitle(other));

function getTitle({ attributes: { title } }: ListItem): string {
  return typeof title === 'string' ? title : '';
}

/** The direction of the first two that differ. */
function findDirection(shown: readonly ListItem[], compare: Compare): 'ascending' | 'descending' {
  const first = shown[0];
  const other = shown.find((item) => first !== undefined && compare(item, first) !== 0);
  const down = first !== undefined && other !== undefined && compare(first, other) > 0;
  return down ? 'descending' : 'ascending';
}

async function observeDirections(t: Stage): Promise<string> {
  const created = await selectOwn(t, await listFrenchBooks(t, { sort: 'createdAt' }));
  const titled = await selectOwn(t, await listFrenchBooks(t, { sort: 'title' }));
  t.need.that(
    new Set(created.map(getCreatedTime)).size > 1,
    'all books were created at the same time',
  );
  const [times, titles] = [findDirection(created, byCreation), findDirection(titled, byTitle)];
  if (times === titles) return times;
  return times === 'descending' ? 'newest-first' : 'titles descending, oldest first';
}

/** This run's books among the German ones, in the order of their titles. */
async function listGermanTitles(t: Stage, endings: readonly string[]): Promise<string[]> {
  const made: string[] = [];
  for (const ending of endings) {
    const whole = `${t.make.body('ebook').title.replace(/\d+$/u, '')}${ending}`;
    made.push((await t.make.draft('ebook', { title: whole, language: ['de'] })).id);
  }
  const query = { language: 'DE', sort: 'title', perPage: 100 } as const;
  const shown = await t.eventually(
    async () => readItems(t.need.accepted(await t.ask.list(query))),
    (found) => made.every((id) => found.some((item) => item.id === id)),
  );
  const own = shown.filter(({ id }) => made.includes(id));
  t.need.that(own.length === made.length, 'the German list does not show the new books');
  return own.map(({ id }) => endings[made.indexOf(id)] ?? '');
}

async function observeTies(t: Stage): Promise<string> {
  const { first, title, again } = await createTwice(t);
  t.need.that(
    again.status < 300 && readBookId(again) !== first,
    'no two books have the same title',
  );
  const query = { language: 'DE', sort: 'title', perPage: 100 } as const;
  const isTwin = (item: ListItem): boolean => getTitle(item) === title;
  const orders = new Set<string>();
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const same = await t.eventually(
      async () => readItems(t.need.accepted(await t.ask.list(query))).filter(isTwin),
      (found) => found.length > 1,
    );
    t.need.that(same.length > 1, 'the German list does not show both books');
    orders.add(same.map(({ id }) => id).join());
  }
  return orders.size === 1 ? 'stable' : 'unstable';
}

async function observePageBeyond(t: Stage): Promise<string> {
  const { lastPage } = readMeta(t.need.accepted(await t.ask.list({ perPage: 100 })));
  const answer = await t.ask.list({ perPage: 100, page: lastPage + 1000 });
  if (answer.status !== 200) return String(answer.status);
  return readItems(answer).length === 0 ? '200-empty' : '200 with books';
}

async function observeEmptyList(t: Stage): Promise<string> {
  for (const language of ['ZZ', 'EO', 'LA']) {
    const answer = await requestList(t, { language, format: 'print' });
    if (answer.status === 200 && readMeta(answer).total === 0)
      return String(readMeta(answer).lastPage);
  }
  t.need.that(false, 'found no filter that matches nothing');
  return '';
}

export const observedList = section('The list, where the document is silent', [
  observe('list.sort-direction', observeDirections, write),
  observe('list.sort-ties', observeTies, write),
  observe(
    'list.sort-collation',
    async (t) => {
      const shown = await listGermanTitles(t, ['apple', 'Banana', 'Äpfel', 'zebra']);
      // The direction of titles is another silence.
      const upwards = shown.indexOf('apple') < shown.indexOf('zebra');
      return (upwards ? shown : shown.toReversed()).join(' < ');
    },
    { ...write, depth: 'deep' },
  ),
  observe('list.page-beyond', observePageBeyond, read),
  observe('list.last-page-when-empty', observeEmptyList, read),
  observe('list.int-parsing', async (t) => getRefusalOr(t, { page: 'abc' }, 'coerced'), read),
  observe('list.unknown-param', async (t) => getRefusalOr(t, { foo: '1' }, 'ignored'), read),
  observe('list.enum-case', async (t) => getRefusalOr(t, { format: 'EBOOK' }, 'accepted'), read),
  observe('list.empty-values', async (t) => getRefusalOr(t, { format: '' }, 'absent'), read),
  watch('list.links.form', (exchange) => {
    const found = isPage(exchange) ? findLinks(exchange) : undefined;
    return found && classifyLink(found.self, exchange.request.url);
  }),
  watch('list.links.prev-first', (exchange) => {
    const found = isPage(exchange) && isFirst(exchange) ? findLinks(exchange) : undefined;
    return found && (found.prev === null ? 'null' : 'self');
  }),
]);
