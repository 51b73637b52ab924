/** The queries for upload grants and for settings that survive a restart. */
import { sql, type Kysely } from 'kysely';
import type { GrantTable, Tables } from './database.ts';
import { dialectOf } from './dialect.ts';
import { prepare, prepareSql } from './prepared.ts';

type Db = Kysely<Tables>;
type GrantValues = { [K in keyof GrantTable]: GrantTable[K] };
type NoValues = Record<string, never>;
type Id = { id: string };

export function grantQueries(db: Db) {
  return {
    insertGrant: insertGrant(db),
    findGrant: findGrant(db),
    ...claimQueries(db),
    readGrant: prepare<Id, GrantTable>(db, (slot) =>
      db.selectFrom('file_grant').selectAll().where('id', '=', slot('id')),
    ),
    renewGrant: prepare<{ id: string; nonce: string; expiresAt: number }>(db, (slot) =>
      db
        .updateTable('file_grant')
        .set({ nonce: slot('nonce'), expires_at: slot('expiresAt'), uploads: 0, claim: null })
        .where('id', '=', slot('id')),
    ),
    noteAttached: prepare<{ id: string; at: number; hash: string | null }>(db, (slot) =>
      db
        .updateTable('file_grant')
        .set({ attached_at: slot('at'), stored_hash: slot('hash') })
        .where('id', '=', slot('id')),
    ),
    forgetGrants: prepare<NoValues>(db, () => db.deleteFrom('file_grant')),
  };
}

function insertGrant(db: Db) {
  return prepare<GrantValues>(db, (slot) =>
    db.insertInto('file_grant').values({
      id: slot('id'),
      book_id: slot('book_id'),
      sequence: slot('sequence'),
      reference_id: slot('reference_id'),
      role: slot('role'),
      filename: slot('filename'),
      hash: slot('hash'),
      nonce: slot('nonce'),
      expires_at: slot('expires_at'),
      claim: slot('claim'),
      uploads: slot('uploads'),
      stored_hash: slot('stored_hash'),
      attached_at: slot('attached_at'),
    }),
  );
}

function findGrant(db: Db) {
  return prepare<{ bookId: string; role: string; hash: string }, GrantTable>(db, (slot) =>
    db
      .selectFrom('file_grant')
      .selectAll()
      .where('book_id', '=', slot('bookId'))
      .where('role', '=', slot('role'))
      .where('hash', '=', slot('hash'))
      .orderBy('sequence', 'desc')
      .limit(1),
  );
}

/** A claim is one statement, so that of many uploads to one URL a single one goes on. */
function claimQueries(db: Db) {
  type Claim = { id: string; claim: string };
  return {
    claimGrant: prepareSql<Claim & { most: number }>(
      db,
      `update file_grant set claim = :claim where id = :id and attached_at is null
        and uploads < :most and (claim is null${dialectOf(db).orClaimerGone})`,
    ),
    releaseGrant: prepare<Claim>(db, (slot) =>
      db
        .updateTable('file_grant')
        .set({ claim: null })
        .where('id', '=', slot('id'))
        .where('claim', '=', slot('claim')),
    ),
    noteUpload: prepare<Claim & { hash: string }>(db, (slot) =>
      db
        .updateTable('file_grant')
        .set({ claim: null, stored_hash: slot('hash'), uploads: sql<number>`uploads + 1` })
        .where('id', '=', slot('id'))
        // A file may have been attached since the upload began: its bytes stay what they were.
        .where('attached_at', 'is', null)
        .where('claim', '=', slot('claim')),
    ),
    releaseAll: prepare<NoValues>(db, () =>
      db.updateTable('file_grant').set({ claim: null }).where('claim', 'is not', null),
    ),
  };
}

export function settingQueries(db: Db) {
  return {
    readSetting: prepare<{ name: string }, { text: string }>(db, (slot) =>
      db.selectFrom('setting').select('text').where('name', '=', slot('name')),
    ),
    writeSetting: prepare<{ name: string; text: string }>(db, (slot) =>
      db
        .insertInto('setting')
        .values({ name: slot('name'), text: slot('text') })
        .onConflict((conflict) => conflict.doNothing()),
    ),
    changeSetting: prepare<{ name: string; text: string }>(db, (slot) =>
      db
        .updateTable('setting')
        .set({ text: slot('text') })
        .where('name', '=', slot('name')),
    ),
  };
}
