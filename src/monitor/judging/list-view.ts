/** A page of the list held against the books that are known. */
import type { StatedId } from '../../contract/requirements.ts';
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { isForeign, type Question } from '../expectations/index.ts';
import { onlyValue, sameIn, sameStatus, type Book, type ClientField } from '../world/index.ts';
import { getPermittedValues } from './book-view.ts';
import { judgeGone } from './gone-book.ts';
import { isKnown } from './known-book.ts';
import { judgeLeftBehind } from './left-behind.ts';
import { judgeBorder, type ShownItem } from './list-border.ts';
import { judgeCompleteness } from './list-completeness.ts';
import { judgeEnvelope, readPage, type Page } from './list-envelope.ts';
import { directionOf, sortKeyOf, type Direction } from './list-order.ts';
import { readListQuery, type ListQuery } from './list-query.ts';
import { judgeClock, judgeTimes } from './list-times.ts';
import { allows } from '../world/index.ts';
import { conforms, drifts, judgeCondition, formatValue, type Finding } from './verdicts.ts';

export interface ListFindings {
  readonly findings: readonly Finding[];
  readonly page: Page;
  readonly query: ListQuery;
  readonly items: readonly ShownItem[];
  readonly direction: Direction | undefined;
  /** True if the number of items does not fit the total. */
  readonly miscounted: boolean;
}

/** Judges a page of a 200 response; undefined if it has another form, or if the query may be refused. */
export function judgeList(question: Question): ListFindings | undefined {
  const page = readPage(question.exchange.response?.body);
  const query = readListQuery(question.call.query);
  if (page === undefined || query === undefined) return undefined;
  const items = itemsOf(page);
  const miscounted = isMiscounted(page, query);
  const order = judgeOrder(items, query, question);
  return {
    page,
    query,
    items,
    miscounted,
    direction: order.direction,
    findings: [
      ...judgeEnvelope(page, query),
      ...judgeFilters(items, query),
      ...order.findings,
      ...judgeBorder({ items, query, total: page.total, ...order }, question),
      ...judgeRepeats(items),
      ...judgeOwners(items, question),
      ...judgeCount(page, miscounted, question),
      ...(query.page === 1 && page.lastPage <= 1 && items.length === page.total
        ? judgeCompleteness(new Set(items.map(({ id }) => id)), query, question)
        : []),
      ...items.flatMap((item) => judgeItem(item, question)),
    ],
  };
}

function itemsOf({ items }: Page): readonly ShownItem[] {
  return items.flatMap((item, index) => {
    if (!isObject(item) || typeof item['id'] !== 'string') return [];
    const attributes = isObject(item['attributes']) ? item['attributes'] : {};
    return [{ id: item['id'].toLowerCase(), attributes, index }];
  });
}

function judgeFilters(
  items: readonly ShownItem[],
  { format, language }: ListQuery,
): readonly Finding[] {
  const wrongFormat = items.filter(({ attributes }) => attributes['format'] !== format);
  const code = language?.toUpperCase();
  const wrongLanguage = items.filter(({ attributes }) => !mayMatch(attributes['language'], code));
  return [
    ...(format === undefined || items.length === 0
      ? []
      : [
          judgeCondition(wrongFormat.length === 0, 'list.format-filter', {
            expected: `only books of format ${format}`,
            actual: formatValue(wrongFormat[0]?.attributes['format']),
            pointer: `/data/${wrongFormat[0]?.index}/attributes/format`,
          }),
        ]),
    ...(code === undefined || code === '' || items.length === 0
      ? []
      : [
          judgeCondition(wrongLanguage.length === 0, 'list.language-filter', {
            expected: `only books in ${code}`,
            actual: formatValue(wrongLanguage[0]?.attributes['language']),
            pointer: `/data/${wrongLanguage[0]?.index}/attributes/language`,
          }),
        ]),
  ];
}

/** True if the filter may match the book. How it compares codes is open (`list.language.match`), so the primary subtag is enough. */
function mayMatch(language: unknown, code: string | undefined): boolean {
  if (code === undefined || !isArray(language)) return true;
  return language.some((one) =>
    (typeof one === 'string' ? one : '').toUpperCase().startsWith(code.split('-')[0] ?? ''),
  );
}

interface Order {
  readonly findings: readonly Finding[];
  /** The direction in which this sort key runs, as far as it is known. */
  readonly direction: Direction | undefined;
  readonly requirement: StatedId;
}

function judgeOrder(
  items: readonly ShownItem[],
  { sort }: ListQuery,
  { world, call }: Question,
): Order {
  const direction = directionOf(items.map((item) => sortKeyOf(item, sort)));
  const requirement = call.query.has('sort') ? 'list.sorted' : 'list.default-sort';
  const before = world.directions.get(sort);
  if (direction === undefined) return { findings: [], direction: before, requirement };
  const right = direction !== 'neither' && (before === undefined || before === direction);
  const keys = items.map(({ attributes }) => attributes[sort]);
  return {
    requirement,
    direction: direction === 'neither' ? before : (before ?? direction),
    findings: [
      judgeCondition(right, requirement, {
        expected: `books ${before ?? 'in one direction'} by ${sort}`,
        actual: formatValue(keys),
        pointer: '/data',
      }),
    ],
  };
}

function judgeRepeats(items: readonly ShownItem[]): readonly Finding[] {
  const ids = items.map(({ id }) => id);
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (repeated < 0) return [];
  const pointer = `/data/${repeated}/id`;
  const expected = 'every book once';
  return [drifts('list.walk', { expected, actual: `${ids[repeated]} twice`, pointer })];
}

/** A list shows only books of the account that asks. */
function judgeOwners(items: readonly ShownItem[], question: Question): readonly Finding[] {
  const foreign = items.find(({ id }) => {
    const book = question.world.books.get(id);
    return book !== undefined && isForeign(book, question);
  });
  if (foreign === undefined) return [];
  const expected = 'no book of another account';
  const pointer = `/data/${foreign.index}/id`;
  return [drifts('account.hides-books', { expected, actual: foreign.id, pointer })];
}

/** True if the number of books on a page does not fit its total. */
function isMiscounted({ items, total }: Page, { page, perPage }: ListQuery): boolean {
  const expected = Math.max(0, Math.min(perPage, total - (page - 1) * perPage));
  return items.length !== expected;
}

/** A single miscount may be another client's write in between; two in a row are the service's. */
function judgeCount(
  { total, items }: Page,
  miscounted: boolean,
  { world, exchange }: Question,
): readonly Finding[] {
  if (!miscounted || !world.miscounted.has(exchange.request.account)) return [];
  const expected = `the number of books that a total of ${total} leaves for this page`;
  return [
    drifts('list.walk', { expected, actual: `${items.length} books`, pointer: '/meta/total' }),
  ];
}

/** The fields that an item and the full book have in common. */
const common: readonly ClientField[] = ['externalId', 'format', 'title', 'subtitle', 'language'];

function judgeItem(item: ShownItem, question: Question): readonly Finding[] {
  const { world, lagTime } = question;
  const book = world.books.get(item.id);
  const { attributes, index } = item;
  if (book === undefined) return judgeLeftBehind({ attributes, pointer: `/data/${index}` }, world);
  if (!isKnown(book, question)) return judgeGone(item.id, `/data/${index}/id`, question);
  const lag = { at: lagTime, length: world.options.lag };
  const wrong = common.filter((name) => {
    const permitted = getPermittedValues(book.fields[name], lag, sameIn(name));
    return name in attributes && !allows(permitted, attributes[name], sameIn(name));
  });
  const statuses = getPermittedValues(book.status, lag, sameStatus);
  const { status } = attributes;
  const wrongStatus = status !== undefined && !allows(statuses, status, sameStatus);
  const names = [...wrong, ...(wrongStatus ? ['status'] : [])];
  const times = [...judgeTimes(book, item, question), ...judgeClock(book, item, question)];
  if (names.length === 0)
    return [conforms('list.agrees-with-book', 'what is known of the book'), ...times];
  return [
    ...names.map((name) =>
      drifts('list.agrees-with-book', {
        expected: `${name}: ${expectedOf(book, name)}`,
        actual: formatValue(attributes[name]),
        pointer: `/data/${index}/attributes/${name}`,
      }),
    ),
    ...times,
  ];
}

function expectedOf(book: Book, name: string): string {
  const field =
    name === 'status' ? book.status : book.fields[common.find((one) => one === name) ?? 'title'];
  return formatValue(onlyValue(field.now)?.value);
}
