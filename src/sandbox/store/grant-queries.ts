/** The queries for upload grants and for settings that survive a restart. */
import { type Db, dialectOf, sqlPreparer } from '../database/index.ts';

type NoValues = Record<string, never>;

/** The columns of the table `file_grant`. */
export type GrantColumns = {
  id: string;
  book_id: string;
  sequence: number;
  reference_id: string;
  role: string;
  filename: string;
  hash: string;
  nonce: string;
  expires_at: number;
  claim: string | null;
  uploads: number;
  stored_hash: string | null;
  attached_at: number | null;
};

const columns =
  'id book_id sequence reference_id role filename hash nonce expires_at claim uploads stored_hash ' +
  'attached_at';
const columnNames = columns.split(' ');

export function grantQueries(db: Db) {
  const prepare = sqlPreparer(db);
  const { empty, orClaimerGone } = dialectOf(db);
  type Claim = { id: string; claim: string };
  const values = columnNames.map((name) => `:${name}`);
  return {
    insertGrant: prepare<GrantColumns>(
      `insert into file_grant (${columnNames.join(', ')}) values (${values.join(', ')})`,
    ),
    findGrant: prepare<
      { bookId: string; role: string; hash: string },
      GrantColumns
    >(`select * from file_grant where book_id = :bookId and role = :role and hash = :hash
        order by sequence desc limit 1`),
    readGrant: prepare<{ id: string }, GrantColumns>('select * from file_grant where id = :id'),
    renewGrant: prepare<{
      id: string;
      nonce: string;
      expiresAt: number;
    }>(`update file_grant set nonce = :nonce, expires_at = :expiresAt, uploads = 0, claim = null
        where id = :id`),
    noteAttached: prepare<{ id: string; at: number; hash: string | null }>(
      'update file_grant set attached_at = :at, stored_hash = :hash where id = :id',
    ),
    forgetGrants: prepare<NoValues>(`${empty} file_grant`),
    // A claim is one statement, so that only one of many uploads to a URL proceeds.
    claimGrant: prepare<
      Claim & { most: number }
    >(`update file_grant set claim = :claim where id = :id and attached_at is null
        and uploads < :most and (claim is null${orClaimerGone})`),
    releaseGrant: prepare<Claim>(
      'update file_grant set claim = null where id = :id and claim = :claim',
    ),
    // A file may have been attached since the upload began: its bytes stay what they were.
    noteUpload: prepare<
      Claim & { hash: string }
    >(`update file_grant set claim = null, stored_hash = :hash, uploads = uploads + 1
        where id = :id and attached_at is null and claim = :claim`),
    releaseAll: prepare<NoValues>('update file_grant set claim = null where claim is not null'),
  };
}

export function settingQueries(db: Db) {
  const prepare = sqlPreparer(db);
  type Setting = { name: string; text: string };
  return {
    readSetting: prepare<{ name: string }, { text: string }>(
      'select text from setting where name = :name',
    ),
    insertSetting: prepare<Setting>(
      'insert into setting (name, text) values (:name, :text) on conflict do nothing',
    ),
    writeSetting: prepare<Setting>(`insert into setting (name, text) values (:name, :text)
        on conflict (name) do update set text = excluded.text`),
  };
}
