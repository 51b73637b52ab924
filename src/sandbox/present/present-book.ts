/**
 * Writes a book: in full, and as an item of a list. Writes a page of books: the items, the numbers of the
 * page, and the links to its neighbours.
 */
import { readFields } from '../../contract/fields.ts';
import type { Contract } from '../../contract/spec.ts';
import type { Account, Book } from '../book/index.ts';
import type { Readings, Rules } from '../readings/index.ts';
import type { SandboxResponse } from './present-refusals.ts';
import type { StoredPage } from '../store/index.ts';

type Attributes = Readonly<Record<string, unknown>>;

type PresentBook = (book: Book, account: Account) => Attributes;

export function createTimePresenter(readings: Readings): (at: number) => string {
  const format = {
    'z-milliseconds': (iso: string) => iso,
    'z-seconds': (iso: string) => iso.replace(/\.[0-9]+Z$/, 'Z'),
    'z-fraction': (iso: string) => iso.replace('Z', '000Z'),
    offset: (iso: string) => iso.replace('Z', '+00:00'),
  }[readings['timestamps.precision']];
  return (at) => format(new Date(at).toISOString());
}

export function createBookPresenter(
  readings: Readings,
  rules: () => Rules,
  contract: Contract,
): PresentBook {
  const { book: fields, initialValues } = readFields(contract);
  const derived = createDerivedFields(readings, rules);
  const omitsNulls = readings['book.absent-vs-null'] === 'absent';
  const time = createTimePresenter(readings);
  const hasTimes = readings['book.timestamps'] === 'present';
  const hasExtra = readings['book.extra-attributes'] === 'present';
  return (book, account) => {
    const attributes: Record<string, unknown> = {};
    for (const name of fields.all) {
      const derive = derived[name];
      const value = derive ? derive(book, account) : getStoredValue(book, name, initialValues);
      if (value !== null || !omitsNulls || fields.required.includes(name)) attributes[name] = value;
    }
    return {
      ...attributes,
      ...book.extra,
      ...(hasTimes && { createdAt: time(book.createdAt), updatedAt: time(book.updatedAt) }),
      ...(hasExtra && { catalogueNumber: book.sequence }),
    };
  };
}

/** Returns a value as it is stored. Books from before the contract had a field have its default. */
function getStoredValue(
  book: Book,
  name: string,
  initialValues: Readonly<Record<string, unknown>>,
): unknown {
  const value: unknown = Reflect.get(book, name);
  return value === undefined ? (initialValues[name] ?? null) : value;
}

type DerivedFields = Readonly<Record<string, (book: Book, account: Account) => unknown>>;

/** The fields of a full book that are not shown as they are stored. */
function createDerivedFields(readings: Readings, rules: () => Rules): DerivedFields {
  const noKeywords = { 'empty-array': [], null: null, absent: undefined };
  const keywords = noKeywords[readings['book.keyword.empty']];
  const hasEbookDetails = {
    'after-content': ({ files }: Book) => files.some(({ role }) => role === 'ebook_content'),
    null: () => false,
    object: ({ format }: Book) => format === 'ebook',
  }[readings['book.ebook-details.when']];
  const noChapters = { 'empty-array': [], null: null }[readings['chapters.new-audio-value']];
  const printDetails = { null: null, object: { trimSize: '5.5 x 8.5 in' } };
  const podDetails = printDetails[readings['book.pod-details']];
  return {
    imprint: (_book, { imprint }) => imprint,
    series: () => sampleValues[readings['book.series']],
    audience: () => sampleValues[readings['book.audience']],
    keyword: ({ keyword }) => (keyword.length === 0 ? keywords : keyword),
    ebookDetails: (book) => (hasEbookDetails(book) ? emptyEbookDetails : null),
    podDetails: ({ format }) => (format === 'print' ? podDetails : null),
    chapters: ({ chapters }) =>
      chapters?.length === 0 ? noChapters : chapters && rules().orderChapters(chapters),
  };
}

export function createItemPresenter(readings: Readings, rules: () => Rules, contract: Contract) {
  const { initialValues, item } = readFields(contract);
  const time = createTimePresenter(readings);
  const hasExtra = readings['book.extra-attributes'] === 'present';
  const derived: Readonly<Record<string, (book: Book) => unknown>> = {
    productIdentifier: ({ isbn }) => isbn,
    productIdentifierType: ({ isbn }) => (isbn === null ? null : 'ISBN13'),
    authors: ({ contributor }) => rules().formatAuthorNames(contributor),
    createdAt: ({ createdAt }) => time(createdAt),
    updatedAt: ({ updatedAt }) => time(updatedAt),
  };
  return (book: Book): Attributes => {
    const attributes: Record<string, unknown> = {};
    for (const name of item.all) {
      attributes[name] = derived[name]?.(book) ?? getStoredValue(book, name, initialValues);
    }
    return hasExtra ? { ...attributes, catalogueNumber: book.sequence } : attributes;
  };
}

/** A value of each JSON type that a reading allows, for fields without a documented type. */
const sampleValues: Readonly<Record<Readings['book.series'], unknown>> = {
  null: null,
  string: 'general',
  object: { code: 'general' },
  array: ['general'],
};

const emptyEbookDetails = { pageCount: 0, programEnrolled: false, publishedOnRetailer: false };

export interface ListQuery extends Readonly<Record<string, unknown>> {
  /** A bigint if a number cannot hold it exactly. */
  readonly page: number | bigint;
  readonly perPage: number;
  readonly sort: string | undefined;
  readonly format?: string | undefined;
  readonly language?: string | undefined;
}

type PresentList = (page: StoredPage, query: ListQuery, url: string) => SandboxResponse;

export function createListPresenter(
  readings: Readings,
  rules: () => Rules,
  { respond, path }: { readonly respond: RespondText; readonly path: string },
): PresentList {
  const linkStart = createLinkStarts(path)[readings['list.links.form']];
  const previousOfFirst = readings['list.links.prev-first'];
  return ({ total, items }, query, url) => {
    const lastPage = rules().computeLastPage(total, query.perPage);
    const start = linkStart(url);
    const otherParameters = formatOtherParameters(query);
    const linkTo = (page: number | bigint) => `${start}?page=${page}${otherParameters}`;
    const self = linkTo(query.page);
    const links = {
      self,
      next: query.page < lastPage ? linkTo(Number(query.page) + 1) : null,
      prev:
        query.page > 1 ? linkTo(BigInt(query.page) - 1n) : { null: null, self }[previousOfFirst],
    };
    // Written by hand, because JSON.stringify refuses a bigint. Items are stored as JSON and not parsed either.
    const meta = `{"total":${total},"page":${query.page},"perPage":${query.perPage},"lastPage":${lastPage}}`;
    const metaAndLinks = `"meta":${meta},"links":${JSON.stringify(links)}`;
    return respond(`{"data":[${items}],${metaAndLinks}}`);
  };
}

type RespondText = (text: string) => SandboxResponse;

function formatOtherParameters({ page: _page, ...query }: ListQuery): string {
  return Object.entries(query)
    .filter((entry): entry is [string, string | number] => /string|number/.test(typeof entry[1]))
    .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
    .join('');
}

/** @param path the path of the list below the version prefix */
function createLinkStarts(
  path: string,
): Readonly<Record<Readings['list.links.form'], (url: string) => string>> {
  return {
    'absolute-path': (url) => withoutQuery(url).slice(url.indexOf('/', url.indexOf('//') + 2)),
    'absolute-url': withoutQuery,
    'path-below-prefix': () => path,
    'query-only': () => '',
  };
}

function withoutQuery(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
