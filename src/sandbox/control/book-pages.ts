/** Reads the books of the control page, a part at a time. */
import type { Book } from '../book/index.ts';
import type { Sandbox } from '../sandbox.ts';
import { ControlError } from './control-error.ts';

const most = 200;

export interface BookPage {
  readonly books: readonly Book[];
  /** The start of the next page; undefined on the last one. */
  readonly next?: number;
}

/** Returns the newest books, or those that have an id, external id or title. */
export async function pageBooks(
  query: (name: string) => string | undefined,
  sandbox: Sandbox,
): Promise<BookPage> {
  const limit = wholeNumber(query('limit') ?? '50', 'limit');
  if (limit < 1 || limit > most)
    throw new ControlError(400, `limit must be from 1 to ${most}, not ${limit}.`);
  const before = wholeNumber(query('before') ?? String(Number.MAX_SAFE_INTEGER), 'before');
  const wanted = query('find')?.trim() ?? '';
  if (wanted !== '') return { books: (await findBooks(wanted, sandbox)).slice(0, limit) };
  const books = await sandbox.parts.store.booksBefore(before, limit);
  const last = books.at(-1);
  return last === undefined || books.length < limit ? { books } : { books, next: last.sequence };
}

function wholeNumber(text: string, name: string): number {
  if (!/^\d{1,16}$/.test(text)) throw new ControlError(400, `${name} must be a whole number.`);
  return Number(text);
}

async function findBooks(wanted: string, { accounts, parts }: Sandbox): Promise<Book[]> {
  const { store } = parts;
  const found = await Promise.all([
    store.readBook(wanted).then((book) => (book === undefined ? [] : [book])),
    ...accounts.map(({ id }) =>
      store.booksByExternalId(id, wanted, { folded: true, shownUntil: Number.MAX_SAFE_INTEGER }),
    ),
    ...accounts.map(({ id }) => store.booksByTitle(id, wanted)),
  ]);
  return [...new Map(found.flat().map((book) => [book.id, book])).values()];
}
