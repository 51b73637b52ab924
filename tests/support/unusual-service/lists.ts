/** Lists of books. */
import { type Book, type Service, shown, type Version } from './book.ts';
import { openPoints as open } from './open-points.ts';
import { type Mistake, notFound, type ServiceResponse, Refusal, refuse, wrong } from './refusal.ts';
import { identify, showItem } from './views.ts';

const parameters = ['page', 'perPage', 'sort', 'format', 'language'];
const sortKeys = ['createdAt', 'title', 'productIdentifier'];
const formats = ['ebook', 'print', 'audio'];

interface Entry {
  readonly book: Book;
  /** The book as its item shows it. */
  readonly item: Version;
  /** The book as the order and the filters know it. */
  readonly indexed: Version;
}

export function listBooks(service: Service, url: URL): ServiceResponse {
  const { choose } = service;
  const query = url.searchParams;
  checkQuery(service, query);
  const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('perPage') ?? 50)];
  const found = findEntries(service).filter((entry) => matches(service, entry, query));
  const sorted = sortEntries(service, found, query.get('sort') ?? 'createdAt');
  const total = sorted.length;
  const pages = Math.ceil(total / perPage);
  const lastPage = total === 0 ? choose(open['the last page of an empty list']) : pages;
  const beyond = page > Math.max(1, pages) ? choose(open['a page beyond the last']) : 'empty';
  if (beyond === 404) throw notFound(service);
  if (beyond !== 'empty') throw new Refusal(beyond, [wrong('page', beyond)]);
  const shownEntries = sorted.slice((page - 1) * perPage, page * perPage);
  const link = (number: number) => writeLink(service, url, number);
  const first = choose(open['the page before the first']) === 'self' ? link(1) : null;
  return {
    status: 200,
    json: {
      data: shownEntries.map(({ book, item }) => showItem(service, book, item)),
      meta: { total, page, perPage, lastPage },
      links: {
        self: link(page),
        next: page < pages ? link(page + 1) : null,
        prev: page > 1 ? link(page - 1) : first,
      },
    },
  };
}

function checkQuery(service: Service, query: URLSearchParams): void {
  const { choose } = service;
  const mistakes: Mistake[] = [];
  const isInteger = (text: string, max: number) =>
    /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max;
  const check = (name: string, isValid: (text: string) => boolean) => {
    const value = query.get(name);
    if (value !== null && !isValid(value)) mistakes.push(wrong(name, 400));
  };
  check('page', (text) => isInteger(text, Infinity));
  check('perPage', (text) => isInteger(text, 100));
  check('sort', (text) => sortKeys.includes(text));
  check('format', (text) => formats.includes(text));
  const unknown = [...query.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined && choose(open['unknown parameters']) === 400) {
    mistakes.push(wrong(unknown, 400));
  }
  const language = query.get('language');
  const isUnknown = language !== null && !/^[a-z]{2}$/i.test(language);
  if (isUnknown && choose(open['an unknown language']) === 400)
    mistakes.push(wrong('language', 400));
  refuse(service, mistakes);
}

function findEntries(service: Service): Entry[] {
  return service.books.flatMap((book) => {
    const member = shown(service, book, 'membership');
    if (member === undefined || member.isDeleted) return [];
    const item = shown(service, book, 'item') ?? member;
    return [{ book, item, indexed: shown(service, book, 'order') ?? item }];
  });
}

function matches({ choose }: Service, entry: Entry, query: URLSearchParams): boolean {
  const known = choose(open['the books that a filter knows']);
  const { fields, status } = known === 'as items' ? entry.item : entry.indexed;
  if (status === 'withdrawn' && choose(open['withdrawn books in lists']) === 'left out') {
    return false;
  }
  const format = query.get('format');
  if (format !== null && fields['format'] !== format) return false;
  const language = query.get('language');
  if (language === null) return true;
  const code =
    choose(open['the case of a language filter']) === 'ignored' ? language.toUpperCase() : language;
  const languages: unknown = fields['language'];
  if (!Array.isArray(languages)) return false;
  if (choose(open['which languages a filter knows']) === 'the first') return languages[0] === code;
  return languages.includes(code);
}

function sortEntries(service: Service, entries: readonly Entry[], key: string): readonly Entry[] {
  const { choose } = service;
  const sign = choose(open['the direction of a list']) === 'ascending' ? 1 : -1;
  const byCreation = choose(open['the direction by creation time']) === 'ascending' ? 1 : -1;
  const ties = choose(open['ties in the order']);
  const nulls = choose(open['null in the order']) === 'first' ? -1 : 1;
  const collate = createCollation(choose(open['the collation of a list']));
  const keyOf = ({ book, indexed }: Entry) =>
    key === 'title' ? String(indexed.fields['title']) : identify(service, book, indexed);
  const compare = (a: Entry, b: Entry): number => {
    if (key === 'createdAt') return byCreation * (a.book.createdAt - b.book.createdAt);
    const [one, other] = [keyOf(a), keyOf(b)];
    if (one === null || other === null) {
      return one === other ? 0 : one === null ? nulls : -nulls;
    }
    return sign * collate(one, other);
  };
  const first = ties === 'by chance' ? service.shuffle(entries) : entries;
  return first.toSorted(compare);
}

function createCollation(kind: 'codes' | 'words' | 'folded') {
  if (kind === 'words') return new Intl.Collator('en').compare;
  const fold = (text: string) => (kind === 'folded' ? text.toLowerCase() : text);
  return (one: string, other: string): number => {
    const [a, b] = [fold(one), fold(other)];
    if (a === b) return 0;
    return a < b ? -1 : 1;
  };
}

function writeLink({ choose }: Service, url: URL, page: number): string {
  const query = new URLSearchParams(url.searchParams);
  query.set('page', String(page));
  const which = choose(open['the parameters of a link']);
  if (which === 'all') {
    for (const [name, value] of [
      ['perPage', '50'],
      ['sort', 'createdAt'],
    ] as const) {
      if (!query.has(name)) query.set(name, value);
    }
  }
  const entries = which === 'reversed' ? [...query].toReversed() : [...query];
  const search = `?${new URLSearchParams(entries)}`;
  const forms = {
    path: `${url.pathname}${search}`,
    url: `${url.origin}${url.pathname}${search}`,
    below: `/books${search}`,
    query: search,
  };
  return forms[choose(open['the links of a list'])];
}
