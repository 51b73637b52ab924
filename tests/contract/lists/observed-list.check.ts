/** Observes the order, pages and links of the list where the document is silent (Endpoints, Book list item). */
import { getMaxPageSize } from '../../../src/contract/fields.ts';
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
import {
  getCreatedTime,
  fetchFrenchItems,
  selectOwnItems,
} from '../../property/lists/french-books.ts';
import { createTwice } from '../steps/shared-books.ts';

const needsRead = { needs: ['read'] } as const;
const needsReadWrite = { needs: ['read', 'write'] } as const;

async function requestList(t: Stage, query: Record<string, string>): Promise<Exchange> {
  return t.wire({ method: 'GET', path: '/books', query: { perPage: '1', ...query } });
}

/** Returns the reading if the list accepts the query, or else the status of the refusal. */
async function observeQuery(
  t: Stage,
  query: Record<string, string>,
  reading: string,
): Promise<string> {
  const exchange = await requestList(t, query);
  if (exchange.response.status < 300) return reading;
  t.need.accepted(await requestList(t, {}));
  return String(exchange.response.status);
}

/** Returns the form of a link: absolute, a path or only a query. */
function classifyLink(link: string, requestUrl: string): string {
  const path = new URL(requestUrl).pathname;
  if (/^https?:/u.test(link)) return 'absolute-url';
  if (link.startsWith('?')) return 'query-only';
  if (link.startsWith(path)) return 'absolute-path';
  return link.startsWith('/books') ? 'path-below-prefix' : 'another form';
}

function isPage(exchange: Exchange): boolean {
  return exchange.operation === 'listBooks' && exchange.response.status === 200;
}

function isFirstPage(exchange: Exchange): boolean {
  return (new URL(exchange.request.url).searchParams.get('page') ?? '1') === '1';
}

/** Returns the links of a response, or undefined if their shape is wrong, which the monitor reports. */
function findLinks(exchange: Exchange): { self: string; prev: string | null } | undefined {
  try {
    return readLinks(exchange);
  } catch {
    return undefined;
  }
}

type Compare = (a: ListItem, b: ListItem) => number;

const byCreation: Compare = (a, b) => getCreatedTime(a) - getCreatedTime(b);
const byTitle: Compare = (a, b) =>
  Number(getTitle(a) > getTitle(b)) - Number(getTitle(a) < getTitle(b));

function getTitle({ attributes: { title } }: ListItem): string {
  return typeof title === 'string' ? title : '';
}

/** Returns the direction of the first two items that differ. */
function findDirection(items: readonly ListItem[], compare: Compare): 'ascending' | 'descending' {
  const [firstItem, ...otherItems] = items;
  if (firstItem === undefined) return 'ascending';
  const differences = otherItems.map((item) => compare(firstItem, item));
  const firstDifference = differences.find((difference) => difference !== 0) ?? 0;
  return firstDifference > 0 ? 'descending' : 'ascending';
}

async function observeDirections(t: Stage): Promise<string> {
  const itemsByCreation = await selectOwnItems(t, await fetchFrenchItems(t, { sort: 'createdAt' }));
  const itemsByTitle = await selectOwnItems(t, await fetchFrenchItems(t, { sort: 'title' }));
  t.need.that(
    new Set(itemsByCreation.map(getCreatedTime)).size > 1,
    'all books were created at the same time',
  );
  const timeDirection = findDirection(itemsByCreation, byCreation);
  const titleDirection = findDirection(itemsByTitle, byTitle);
  if (timeDirection === titleDirection) return timeDirection;
  return timeDirection === 'descending' ? 'newest-first' : 'titles descending, oldest first';
}

/** Creates German books with these title endings; returns the endings in the list's order by title. */
async function listGermanTitles(t: Stage, endings: readonly string[]): Promise<string[]> {
  const createdIds: string[] = [];
  for (const ending of endings) {
    const title = `${t.make.body('ebook').title.replace(/\d+$/u, '')}${ending}`;
    createdIds.push((await t.make.draft('ebook', { title, language: ['de'] })).id);
  }
  const query = { language: 'DE', sort: 'title', perPage: getMaxPageSize() } as const;
  const items = await t.eventually(
    async () => readItems(t.need.accepted(await t.ask.list(query))),
    (shownItems) => createdIds.every((id) => shownItems.some((item) => item.id === id)),
  );
  const ownItems = items.filter(({ id }) => createdIds.includes(id));
  t.need.that(ownItems.length === createdIds.length, 'the German list does not show the new books');
  return ownItems.map(({ id }) => endings[createdIds.indexOf(id)] ?? '');
}

async function observeTies(t: Stage): Promise<string> {
  const { firstId, title, secondExchange } = await createTwice(t);
  t.need.that(
    secondExchange.response.status < 300 && readBookId(secondExchange) !== firstId,
    'no two books have the same title',
  );
  const query = { language: 'DE', sort: 'title', perPage: getMaxPageSize() } as const;
  const hasSameTitle = (item: ListItem): boolean => getTitle(item) === title;
  const orders = new Set<string>();
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const items = await t.eventually(
      async () => readItems(t.need.accepted(await t.ask.list(query))).filter(hasSameTitle),
      (shownItems) => shownItems.length > 1,
    );
    t.need.that(items.length > 1, 'the German list does not show both books');
    orders.add(items.map(({ id }) => id).join());
  }
  return orders.size === 1 ? 'stable' : 'unstable';
}

async function observeEmptyList(t: Stage): Promise<string> {
  for (const language of ['ZZ', 'EO', 'LA']) {
    const exchange = await requestList(t, { language, format: 'print' });
    if (exchange.response.status === 200 && readMeta(exchange).total === 0)
      return String(readMeta(exchange).lastPage);
  }
  t.need.that(false, 'found no filter that matches nothing');
  return '';
}

export const observedList = section('The list, where the document is silent', [
  observe('list.sort-direction', observeDirections, needsReadWrite),
  observe('list.sort-ties', observeTies, needsReadWrite),
  observe(
    'list.sort-collation',
    async (t) => {
      const titles = await listGermanTitles(t, ['apple', 'Banana', 'Äpfel', 'zebra']);
      // The direction of titles is another silence.
      const isAscending = titles.indexOf('apple') < titles.indexOf('zebra');
      return (isAscending ? titles : titles.toReversed()).join(' < ');
    },
    needsReadWrite,
  ),
  observe('list.last-page-when-empty', observeEmptyList, needsRead),
  observe('list.int-parsing', async (t) => observeQuery(t, { page: '01' }, 'accepted'), needsRead),
  observe('list.unknown-param', async (t) => observeQuery(t, { foo: '1' }, 'ignored'), needsRead),
  observe(
    'list.enum-case',
    async (t) => observeQuery(t, { format: 'EBOOK' }, 'accepted'),
    needsRead,
  ),
  observe('list.empty-values', async (t) => observeQuery(t, { format: '' }, 'absent'), needsRead),
  watch('list.links.form', (exchange) => {
    const links = isPage(exchange) ? findLinks(exchange) : undefined;
    return links && classifyLink(links.self, exchange.request.url);
  }),
  watch('list.links.prev-first', (exchange) => {
    const links = isPage(exchange) && isFirstPage(exchange) ? findLinks(exchange) : undefined;
    return links && (links.prev === null ? 'null' : 'self');
  }),
]);
