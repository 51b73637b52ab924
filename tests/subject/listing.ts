/** The list of books and the lookup by the client's own id. */
import { lineOf, whole, type Line } from './present.ts';
import { demandNone, Refusal, type Flaw, type Reply } from './refusal.ts';
import type { Book, Shelf } from './shelf.ts';

const known = ['page', 'perPage', 'sort', 'format', 'language'];
const sorts = ['title', 'createdAt', 'productIdentifier'];
const formats = ['audio', 'print', 'ebook'];

/** Returns the books as the list sees them: now, or as they were a moment ago. */
export type LookAt = () => readonly Line[];

/** Makes a view of the books that is refreshed only after its lag. */
export function lookAt(shelf: Shelf): LookAt {
  const first = new Map<Book, Line>();
  let seen: readonly Line[] = [];
  let until = 0;
  return () => {
    if (shelf.now() < until) return seen;
    const books = [...shelf.books.values()].filter(({ gone }) => !gone);
    seen = books.map((book) => {
      const line = lineOf(shelf, book);
      if (!first.has(book)) first.set(book, line);
      return shelf.bent('list-remembers-the-first') ? (first.get(book) ?? line) : line;
    });
    until = shelf.now() + shelf.character.list.lagMs;
    return seen;
  };
}

/** Responds to a list request. */
export function list(shelf: Shelf, look: LookAt, url: URL): Reply {
  const query = url.searchParams;
  demandNone(queryFlaws(shelf, query));
  const page = Number(query.get('page') ?? 1);
  const perPage = Number(query.get('perPage') ?? (shelf.bent('twenty-a-page') ? 20 : 50));
  const lines = sorted(shelf, chosen(shelf, look(), query), query.get('sort') ?? 'createdAt');
  const total = lines.length;
  const lastPage = Math.max(shelf.character.list.emptyLastPage, Math.ceil(total / perPage));
  const overlap = shelf.bent('pages-overlap') && page > 1 ? 1 : 0;
  const start = Math.max(0, page - 1) * perPage - overlap;
  const shown = lines.slice(start, start + perPage);
  const cut = shelf.bent('a-book-between-pages') && page < lastPage ? shown.slice(0, -1) : shown;
  const more = shelf.bent('always-more') ? true : page < lastPage;
  const dead = shelf.bent('stops-before-the-last') && page === lastPage - 1;
  return {
    status: 200,
    json: {
      links: {
        prev: page > 1 ? linkTo(shelf, url, page - 1) : null,
        next: more && !dead ? linkTo(shelf, url, page + 1) : null,
        self: linkTo(shelf, url, page),
      },
      meta: {
        lastPage: shelf.bent('one-page-too-many') ? lastPage + 1 : lastPage,
        perPage: shelf.bent('says-fifty') ? 50 : perPage,
        page,
        total: shelf.bent('counts-the-page') ? cut.length : total,
        ...(shelf.character.talkative ? { from: start + 1 } : {}),
      },
      data: cut.map(({ item }) => item),
    },
  };
}

function queryFlaws(shelf: Shelf, query: URLSearchParams): Flaw[] {
  const flaws: Flaw[] = [];
  const wrong = (name: string, reason: string) => flaws.push({ name, reason, status: 400 });
  const numbered = (name: string, least: number, most: number) => {
    const value = query.get(name);
    if (value === null) return;
    const number = /^\d{1,9}$/.test(value) ? Number(value) : -1;
    if (number < least || number > most)
      wrong(name, `is not a whole number from ${least} to ${most}`);
  };
  const among = (name: string, words: readonly string[]) => {
    const value = query.get(name);
    if (value !== null && !words.includes(value)) wrong(name, `is not one of ${words.join('|')}`);
  };
  numbered('page', shelf.bent('page-zero-will-do') ? 0 : 1, Number.MAX_SAFE_INTEGER);
  numbered('perPage', 1, shelf.bent('one-more-a-page') ? 101 : 100);
  if (!shelf.bent('sorts-by-anything')) among('sort', sorts);
  among('format', formats);
  const stranger = [...query.keys()].find((name) => !known.includes(name));
  if (shelf.character.strict && stranger !== undefined) wrong(stranger, 'is not known here');
  return flaws;
}

function chosen(shelf: Shelf, lines: readonly Line[], query: URLSearchParams): Line[] {
  const format = query.get('format');
  const language = query.get('language')?.toUpperCase();
  const loose = shelf.bent('format-only-on-page-one') && Number(query.get('page') ?? 1) > 1;
  return lines.filter(({ book, languages }) => {
    return (
      (format === null || loose || book.format === format) &&
      (language === undefined || languages.some((code) => String(code).toUpperCase() === language))
    );
  });
}

function sorted(shelf: Shelf, lines: Line[], sort: string): Line[] {
  const turn = shelf.character.list.newestFirst ? -1 : 1;
  const byOrder = (one: Line, other: Line) => (one.book.order - other.book.order) * turn;
  if (sort === 'createdAt' || shelf.bent('titles-in-any-order')) return lines.sort(byOrder);
  const word = ({ title, identifier }: Line) => (sort === 'title' ? title : (identifier ?? ''));
  return lines.sort((one, other) => {
    if (word(one) === word(other)) return byOrder(one, other);
    return word(one) < word(other) ? -1 : 1;
  });
}

function linkTo(shelf: Shelf, url: URL, page: number): string {
  const query = new URLSearchParams(url.searchParams);
  query.delete('page');
  query.append('page', String(page));
  if (shelf.bent('next-forgets-the-format')) query.delete('format');
  const short = `?${query.toString()}`;
  return shelf.character.list.links === 'query'
    ? short
    : `${shelf.origins.api}${url.pathname}${short}`;
}

/** Responds to a lookup by the client's own id. */
export function lookUp(shelf: Shelf, wanted: string): Reply {
  const books = [...shelf.books.values()].filter(({ gone }) => !gone);
  const found = books.find(
    ({ fields, formerly }) =>
      fields['externalId'] === wanted ||
      (shelf.bent('lookup-remembers-old-ids') && formerly === wanted),
  );
  if (found !== undefined) return { status: 200, json: whole(shelf, found) };
  const name = shelf.bent('lookup-blames-another') ? 'bookPublicId' : 'bookExternalId';
  throw new Refusal(shelf.bent('lookup-unknown-as-404') ? 404 : 422, 'no book has this id', {
    flaws: [{ name, reason: 'is not known', status: 422 }],
  });
}
