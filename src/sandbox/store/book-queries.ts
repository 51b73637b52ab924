/** What the sandbox asks its database about books, in SQL that SQLite and PostgreSQL both read. */
import { sql, type Kysely } from 'kysely';
import type { BookTable, Tables } from './database.ts';
import { prepare } from './prepared.ts';

type Db = Kysely<Tables>;
type BookValues = { [K in keyof BookTable]: BookTable[K] };
type Nothing = Record<string, never>;
type Id = { id: string };
type Written = { record: string };

export function bookQueries(db: Db) {
  return {
    insertBook: insertBook(db),
    replaceBook: replaceBook(db),
    claimant: claimant(db),
    byExternalId: byExternalId(db),
    othersByIsbn: othersByIsbn(db),
    readBook: prepare<Id, Written>(db, (slot) =>
      db.selectFrom('book').select('record').where('id', '=', slot('id')),
    ),
    allBooks: prepare<Nothing, Written>(db, () =>
      db.selectFrom('book').select('record').orderBy('sequence'),
    ),
    lastSequence: prepare<Nothing, { last: number | null }>(db, () =>
      db.selectFrom('book').select(({ fn }) => fn.max<number | null>('sequence').as('last')),
    ),
    forgetBooks: prepare<Nothing>(db, () => db.deleteFrom('book')),
  };
}

function insertBook(db: Db) {
  return prepare<BookValues>(db, (slot) =>
    db
      .insertInto('book')
      .values({
        id: slot('id'),
        account: slot('account'),
        sequence: slot('sequence'),
        version: slot('version'),
        external_id: slot('external_id'),
        claimed_external_id: slot('claimed_external_id'),
        isbn: slot('isbn'),
        format: slot('format'),
        title_key: slot('title_key'),
        languages: slot('languages'),
        created_at: slot('created_at'),
        listed: slot('listed'),
        record: slot('record'),
        item: slot('item'),
      })
      .onConflict((conflict) => conflict.doNothing()),
  );
}

/** Writes only over the version before, and only while nobody else has the claimed external id. */
function replaceBook(db: Db) {
  return prepare<BookValues>(db, (slot) =>
    db
      .updateTable('book')
      .set({
        version: slot('version'),
        external_id: slot('external_id'),
        claimed_external_id: slot('claimed_external_id'),
        isbn: slot('isbn'),
        format: slot('format'),
        title_key: slot('title_key'),
        languages: slot('languages'),
        listed: slot('listed'),
        record: slot('record'),
        item: slot('item'),
      })
      .where('id', '=', slot('id'))
      .where('version', '=', sql<number>`${slot('version')} - 1`)
      .where((build) =>
        build.not(
          build.exists(
            build
              .selectFrom('book as other')
              .select('other.id')
              .where('other.account', '=', slot('account'))
              .where('other.claimed_external_id', '=', slot('claimed_external_id'))
              .where('other.id', '<>', slot('id')),
          ),
        ),
      ),
  );
}

function claimant(db: Db) {
  return prepare<{ account: string; claimed: string | null }, Id>(db, (slot) =>
    db
      .selectFrom('book')
      .select('id')
      .where('account', '=', slot('account'))
      .where('claimed_external_id', '=', slot('claimed')),
  );
}

function byExternalId(db: Db) {
  type Wanted = { account: string; externalId: string; shownUntil: number };
  return prepare<Wanted, Written>(db, (slot) =>
    db
      .selectFrom('book')
      .select('record')
      .where('account', '=', slot('account'))
      .where('external_id', '=', slot('externalId'))
      .where('listed', '=', 1)
      .where('created_at', '<=', slot('shownUntil'))
      .orderBy('sequence', 'desc'),
  );
}

function othersByIsbn(db: Db) {
  return prepare<{ account: string; isbn: string; id: string }, Id>(db, (slot) =>
    db
      .selectFrom('book')
      .select('id')
      .where('account', '=', slot('account'))
      .where('isbn', '=', slot('isbn'))
      .where('listed', '=', 1)
      .where('id', '<>', slot('id')),
  );
}
