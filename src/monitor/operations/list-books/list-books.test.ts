/** Tests how the monitor judges the pages, links, order and times of a list. */
import { expect, test, describe } from 'vitest';
import {
  buildExchange,
  buildListItem,
  buildPage,
  judge,
  type Fields,
  at,
  create,
  update,
  created,
  hideBody,
  list,
  withDate,
  type UnnumberedExchange,
  otherId,
  refuseWithMessage,
} from '../../../../tests/support/monitor/histories.ts';
import { judgeEnvelope, readPage as readEnvelope } from './list-envelope.ts';
import { listMissingFilters, readListQuery } from './list-query.ts';

test.each<[string, { links?: Fields; meta?: Fields }]>([
  ['list.next-null-on-last', { links: { next: '/books?page=2' } }],
  ['list.last-page', { meta: { lastPage: 2 } }],
  ['list.meta-echo', { meta: { page: 2 } }],
  ['list.links', { links: { self: '/books?page=3' } }],
])('a list page drifts from %s if it has %j', (requirement, changes) => {
  const body = buildPage([buildListItem()], changes);
  expect(judge([buildExchange('GET', '/books', { body })]).drifts).toContain(requirement);
});

test.each([
  [1, { expected: '1, by the total of 1 at 1 a page', actual: '8', pointer: '/meta/lastPage' }],
  [3, { expected: 'at least 3, as page 3 shows books', actual: '1', pointer: '/meta/total' }],
])('page %i shows whether total or lastPage is wrong if they disagree', (page, difference) => {
  const meta = { total: 1, perPage: 1, lastPage: 8, page };
  const envelope = readEnvelope(buildPage([buildListItem()], { meta }));
  const query = readListQuery(new URLSearchParams(`page=${page}&perPage=1`));
  if (envelope === undefined || query === undefined) throw new Error('A page cannot be read.');
  const judgements = judgeEnvelope(envelope, query);
  expect(judgements).toContainEqual(
    expect.objectContaining({ requirement: 'list.last-page', ...difference }),
  );
});

test('a book may be listed by its new language with its old one for a while', () => {
  const path = '/books?language=FR';
  const body = buildPage([buildListItem({ language: ['EN'] })], { links: { self: path } });
  const history = [create({ language: ['EN'] }), at(update({ language: ['FR'] }), 60_000)];
  const judgeListAt = (time: number) =>
    judge([...history, at(buildExchange('GET', path, { body }), time)]).drifts;
  expect(judgeListAt(61_000)).toEqual([]);
  expect(judgeListAt(90_000)).toContain('list.language-filter');
});

test('the filters that a link lacks are named, and no others', () => {
  const [link, query] = ['page=2&language=', 'format=ebook&language=EN'].map((text) =>
    readListQuery(new URLSearchParams(text)),
  );
  if (link === undefined || query === undefined) throw new Error('A query cannot be read.');
  expect(listMissingFilters(link, query)).toEqual(['format', 'language']);
  expect(listMissingFilters(query, query)).toEqual([]);
});

test.each([
  ['no link to the previous page', { page: 2, prev: null, shows: 'null' }],
  ['the last page for a later one', { page: 9, prev: '/books?page=1&perPage=1', shows: 'link' }],
])('a list page may show %s', (_, { page, prev, shows }) => {
  const body = buildPage([buildListItem()], {
    meta: { total: 2, perPage: 1, lastPage: 2, page: 2 },
    links: { self: '/books?page=2&perPage=1', prev },
  });
  const query = `page=${page}&perPage=1`;
  const { drifts, readings } = judge([buildExchange('GET', `/books?${query}`, { body })]);
  expect(drifts).toEqual([]);
  expect(readings).toContain(`list.links.prev=${shows}`);
});

test.each([
  ['200-empty', { page: 9, items: [] }],
  ['last-page', { page: 2, items: [buildListItem()] }],
  ['200 with books', { page: 9, items: [buildListItem()] }],
])('a response to a page after the last one shows %s', (reading, { page, items }) => {
  const body = buildPage(items, {
    meta: { total: 2, perPage: 1, lastPage: 2, page },
    links: { self: `/books?page=${page}&perPage=1`, prev: null },
  });
  const { readings } = judge([buildExchange('GET', '/books?page=9&perPage=1', { body })]);
  expect(readings).toContain(`list.page-beyond=${reading}`);
});

test('an empty first page in place of a later one does not show what follows the last page', () => {
  const body = buildPage([], {
    meta: { total: 0, perPage: 1, lastPage: 1, page: 1 },
    links: { self: '/books?page=1&perPage=1', prev: null },
  });
  const { readings } = judge([buildExchange('GET', '/books?page=9&perPage=1', { body })]);
  expect(readings).not.toContain('list.page-beyond=200-empty');
});

/** The titles of the books in the order in which they were created, and their ids. */
const ids = new Map(
  ['moor', 'reef', 'dune', 'vale'].map((title, index) => [
    title,
    `${String(index).repeat(8)}-0000-4000-8000-000000000000`,
  ]),
);
const creates = [...ids].map(([title, id], index) =>
  at(create({ title, externalId: null }, { id }), index),
);

/** Builds a request for one page of two books, sorted by title. */
function readPage(number: number, titles: readonly string[], { total = 4, time = 60_000 } = {}) {
  const items = titles.map((title) => buildListItem({ title, externalId: null }, ids.get(title)));
  const lastPage = Math.ceil(total / 2);
  const buildLink = (page: number) =>
    page < 1 || page > lastPage ? null : `/books?sort=title&perPage=2&page=${page}`;
  const links = {
    self: buildLink(number),
    next: buildLink(number + 1),
    prev: buildLink(number - 1),
  };
  const body = buildPage(items, { links, meta: { total, page: number, perPage: 2, lastPage } });
  return at(buildExchange('GET', `/books?sort=title&perPage=2&page=${number}`, { body }), time);
}

describe('the order of books on two pages of one list', () => {
  const judgeList = (...history: Parameters<typeof judge>[0]) =>
    judge([...creates, ...history]).drifts;
  const first = readPage(1, ['moor', 'reef']);
  const second = readPage(2, ['dune', 'vale']);

  test('drifts if each page is sorted by itself, whichever is read first', () => {
    expect(judgeList(first, second)).toEqual(['list.sorted']);
    expect(judgeList(second, first)).toEqual(['list.sorted']);
  });

  test('conforms if the list was sorted before it was split into pages', () => {
    expect(judgeList(readPage(1, ['dune', 'moor']), readPage(2, ['reef', 'vale']))).toEqual([]);
  });

  test('does not drift if the total changed between the pages', () => {
    const laterSecond = readPage(2, ['dune', 'vale'], { total: 3 });
    expect(judgeList(first, laterSecond)).not.toContain('list.sorted');
  });

  test('does not drift while the list may lag behind the creates', () => {
    expect(judgeList(at(first, 5_000), at(second, 5_000))).toEqual([]);
  });

  test('does not drift if the title of a book changed between the pages', () => {
    const changeTitle = at(update({ title: 'dune' }, { id: ids.get('dune') ?? '' }), 60_000);
    expect(judgeList(first, changeTitle, second)).toEqual([]);
  });
});

function judgeOrder(titles: readonly string[]) {
  const items = titles.map((title, index) =>
    buildListItem({ title }, `${String(index).repeat(8)}-0000-4000-8000-000000000000`),
  );
  const path = '/books?sort=title&page=1';
  const body = buildPage(items, { links: { self: path } });
  return judge([buildExchange('GET', path, { body })]).drifts;
}

test.each([
  ['the first letters', ['k Über', 'm שלום', 'l 🚢']],
  ['titles that do not follow each other directly', ['b', '1', 'c', '2', 'a']],
  ['numbers of the same length', ['map 15', 'map 11', 'map 18']],
  ['a digit and a letter', ['map 8', 'map x', 'map 9']],
])('a page drifts if it is out of order by %s', (_rule, titles) => {
  expect(judgeOrder(titles)).toEqual(['list.sorted']);
});

test.each([
  ['first letters in order', ['k Über', 'l שלום', 'm 🚢']],
  ['digits before letters', ['map 8', 'map 9', 'map 9x', 'map x']],
  ['accents', ['é', 'a', 'ü']],
  ['combining accents', ['e\u0301a', 'fa', 'e\u0301b']],
  ['capitals', ['b', 'A', 'c']],
  ['numbers of different lengths', ['9', '10', '11']],
  ['numbers before letters and digits', ['9', '9a', '91', '92']],
  ['articles', ['b', 'The a', 'c']],
])('a page does not drift with %s', (_rule, titles) => {
  expect(judgeOrder(titles)).toEqual([]);
});

const noon = Date.parse('2026-11-02T12:00:00Z');
const minute = 60_000;

/** Returns an exchange at a time, with the date of the service's clock. */
const atTime = (exchange: UnnumberedExchange, time: number, date = time) =>
  withDate(at(exchange, time), date);

const createdAtNoon = atTime(created, noon);
const utc = '2026-11-02T12:00:00.000Z';
const local = '2026-11-02T14:00:00.000Z';
const judgeTimes = (createdAt: string, updatedAt: string, date?: number) =>
  judge([createdAtNoon, atTime(list({ createdAt, updatedAt }), noon + minute / 3, date)]).drifts;

test('a list item drifts if its times are in local time instead of UTC', () => {
  expect(judgeTimes(utc, local)).toEqual(['list.item-updated-at']);
  expect(judgeTimes(local, local)).toContain('list.item-created-at');
  expect(judgeTimes(utc, utc)).toEqual([]);
});

test("a list item's times do not drift after the service's clock was changed", () => {
  expect(judgeTimes(utc, local, noon + 180 * minute)).toEqual([]);
});

test('a list item may show its creation time after an update whose content is not known', () => {
  const later = noon + 20 * minute;
  const listed = list({ createdAt: utc, updatedAt: '2026-11-02T12:20:00.000Z' });
  const unknownUpdate = hideBody(update({}, { shows: {} }));
  const history = [createdAtNoon, atTime(unknownUpdate, later), atTime(listed, later)];
  expect(judge(history).drifts).toEqual([]);
});

test.each([
  [2, true],
  [3, false],
])('a list of two books, one on each page, drifts if it refuses page %i: %s', (page, isDrift) => {
  const twoCreates = [create(), create({ externalId: 'cat-2' }, { id: otherId })];
  const refusedList = buildExchange('GET', `/books?perPage=1&page=${page}`, {});
  const { drifts } = judge([...twoCreates, at(refuseWithMessage(refusedList, 404), 60_000)]);
  expect(drifts.includes('list.page')).toBe(isDrift);
});

test('a list drifts for the refused update whose title it is the first to show', () => {
  const refusedUpdate = refuseWithMessage(update({ title: 'Pepper' }, { key: 'wrong' }), 401);
  const { drifts } = judge([created, refusedUpdate, list({ title: 'Pepper' })]);
  expect(drifts).toEqual(['auth.no-effect']);
});
