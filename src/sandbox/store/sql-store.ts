/** The store over a database: books as JSON beside the columns that lists and look-ups need. */
import { bookQueries } from './book-queries.ts';
import type { Book, Grant } from '../book/index.ts';
import { openDatabase, type BookTable, type GrantTable } from './database.ts';
import { grantQueries, settingQueries } from './grant-queries.ts';
import { languagePattern, pageQuery, type Ties } from './page-query.ts';
import type { PageQuery, Row, Store } from './store.ts';

/**
 * Opens a store.
 * @param file where it is kept; in memory when undefined
 */
export async function openStore(file?: string): Promise<Store> {
  const db = openDatabase(file);
  const queries = { ...bookQueries(db), ...grantQueries(db), ...settingQueries(db) };
  // Whoever held a URL when the last process ended will not finish.
  await queries.releaseAll({});
  let sequence = (await queries.lastSequence({})).rows[0]?.last ?? 0;
  return {
    ...bookStore(queries),
    ...grantStore(queries),
    page: pages((query, ties) => pageQuery(db, query, ties)),
    nextSequence: () => ++sequence,
    setting: async (name, otherwise) => {
      await queries.writeSetting({ name, text: otherwise() });
      return (await queries.readSetting({ name })).rows[0]?.text ?? otherwise();
    },
    changeSetting: async (name, text) => {
      await queries.changeSetting({ name, text });
    },
    reset: async () => {
      await queries.forgetGrants({});
      await queries.forgetBooks({});
    },
    close: () => db.destroy(),
  };
}

type BookStore = Pick<
  Store,
  'insertBook' | 'replaceBook' | 'readBook' | 'booksByExternalId' | 'othersByIsbn' | 'allBooks'
>;

function bookStore(queries: ReturnType<typeof bookQueries>): BookStore {
  return {
    insertBook: async (row) => {
      const { touched } = await queries.insertBook(columnsOf(row));
      return touched === 1 ? 'written' : 'taken';
    },
    replaceBook: async (row) => {
      const columns = columnsOf(row);
      if ((await queries.replaceBook(columns)).touched === 1) return 'written';
      const { account, claimed_external_id: claimed } = columns;
      const { rows } = await queries.claimant({ account, claimed });
      return rows.some(({ id }) => id !== columns.id) ? 'taken' : 'overtaken';
    },
    readBook: async (id) => {
      const { rows } = await queries.readBook({ id });
      return rows[0] && bookOf(rows[0]);
    },
    booksByExternalId: async (account, externalId, shownUntil) => {
      const { rows } = await queries.byExternalId({ account, externalId, shownUntil });
      return rows.map(bookOf);
    },
    othersByIsbn: async (account, isbn, id) =>
      (await queries.othersByIsbn({ account, isbn, id })).rows.length,
    allBooks: async () => (await queries.allBooks({})).rows.map(bookOf),
  };
}

type GrantStore = Pick<
  Store,
  | 'insertGrants'
  | 'renewGrant'
  | 'readGrant'
  | 'findGrant'
  | 'claimGrant'
  | 'releaseGrant'
  | 'noteUpload'
  | 'noteAttached'
>;

function grantStore(queries: ReturnType<typeof grantQueries>): GrantStore {
  return {
    insertGrants: async (grants) => {
      for (const [index, grant] of grants.entries()) {
        await queries.insertGrant(grantColumns(grant, index));
      }
    },
    renewGrant: async (id, nonce, expiresAt) => {
      await queries.renewGrant({ id, nonce, expiresAt });
    },
    readGrant: async (id) => {
      const { rows } = await queries.readGrant({ id });
      return rows[0] && grantOf(rows[0]);
    },
    findGrant: async (bookId, role, hash) => {
      const { rows } = await queries.findGrant({ bookId, role, hash });
      return rows[0] && grantOf(rows[0]);
    },
    claimGrant: async (id, claim, reusable) => {
      const most = reusable ? Number.MAX_SAFE_INTEGER : 1;
      return (await queries.claimGrant({ id, claim, most })).touched === 1;
    },
    releaseGrant: async (id, claim) => {
      await queries.releaseGrant({ id, claim });
    },
    noteUpload: async (id, claim, hash) => {
      await queries.noteUpload({ id, claim, hash });
    },
    noteAttached: async (id, at, hash) => {
      await queries.noteAttached({ id, at, hash });
    },
  };
}

/** Pages are asked for in few shapes, so each shape is compiled once. */
function pages(
  compile: (query: PageQuery, ties: Ties) => ReturnType<typeof pageQuery>,
): Store['page'] {
  let looks = 0;
  const compiled = new Map<string, ReturnType<typeof pageQuery>>();
  return async (query) => {
    const { sort, descending, format, language } = query;
    if (query.unstable) looks += 1;
    const ties = descending === (looks % 2 === 0) ? 'desc' : 'asc';
    const shape = `${sort} ${descending} ${ties} ${format !== undefined} ${language !== undefined}`;
    const run = compiled.get(shape) ?? compile(query, ties);
    compiled.set(shape, run);
    const { rows } = await run({
      account: query.account,
      format: format ?? '',
      language: language === undefined ? '' : languagePattern(language),
      shownUntil: query.shownUntil,
      limit: query.limit,
      offset: query.offset,
    });
    return { total: rows[0]?.total ?? 0, items: rows[0]?.items ?? '' };
  };
}

function columnsOf({ book, item, ...keys }: Row): BookTable {
  return {
    id: book.id,
    account: book.account,
    sequence: book.sequence,
    version: book.version,
    external_id: keys.externalKey,
    claimed_external_id: keys.claimsExternalId ? keys.externalKey : null,
    isbn: book.isbn,
    format: book.format,
    title_key: keys.titleKey,
    languages: JSON.stringify(book.language),
    created_at: book.createdAt,
    listed: keys.listed ? 1 : 0,
    record: JSON.stringify(book),
    item,
  };
}

function bookOf({ record }: { readonly record: string }): Book {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- only columnsOf writes records, and it writes books
  return JSON.parse(record) as Book;
}

function grantColumns(grant: Grant, index: number): GrantTable {
  return {
    id: grant.id,
    book_id: grant.bookId,
    sequence: grant.createdAt * 1000 + index,
    reference_id: grant.referenceId,
    role: grant.role,
    filename: grant.filename,
    hash: grant.hash,
    nonce: grant.nonce,
    expires_at: grant.expiresAt,
    claim: null,
    uploads: grant.uploads,
    stored_hash: grant.storedHash,
    attached_at: grant.attachedAt,
  };
}

function grantOf(row: GrantTable): Grant {
  return {
    id: row.id,
    bookId: row.book_id,
    referenceId: row.reference_id,
    role: row.role,
    filename: row.filename,
    hash: row.hash,
    nonce: row.nonce,
    createdAt: Math.floor(row.sequence / 1000),
    expiresAt: row.expires_at,
    uploads: row.uploads,
    storedHash: row.stored_hash,
    attachedAt: row.attached_at,
  };
}
