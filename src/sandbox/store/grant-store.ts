/** Upload grants and settings in the database. */
import type { Grant } from '../book/index.ts';
import { type Db, createPrepare, type Prepare } from '../database/index.ts';
import type { Store } from './store.ts';
import { escapeText, unescapeText } from './schema.ts';

/**
 * Creates the functions that read and write grants.
 * @param getProcessName returns the name of this process; a claim ends with the process that made it
 */
export function createGrantStore(db: Db, getProcessName: () => Promise<string>) {
  const queries = prepareGrantQueries(db);
  return {
    ...createClaimStore(queries, getProcessName),
    insertGrants: async (grants) => {
      if (grants.length === 0) return;
      await db.transaction(async (transaction) => {
        for (const [index, grant] of grants.entries()) {
          await queries.insertGrant(toRow(grant, index), transaction);
        }
      });
    },
    renewGrant: async (id, nonce, expiresAt) => {
      await queries.renewGrant({ id, nonce, expiresAt });
    },
    readGrant: async (id) => {
      const { rows } = await queries.readGrant({ id: escapeText(id) });
      return rows[0] && toGrant(rows[0]);
    },
    findGrant: async (bookId, role, hash) => {
      const { rows } = await queries.findGrant({ bookId, role, hash });
      return rows[0] && toGrant(rows[0]);
    },
    removeExpired: async (account, before) => {
      const { rows } = await queries.removeExpired({ account, before });
      return rows.flatMap(({ key }) => key ?? []);
    },
    noteAttached: async (id, at, hash) => {
      await queries.noteAttached({ id, at, hash });
    },
  } satisfies Partial<Store>;
}

function createClaimStore(
  queries: ReturnType<typeof prepareGrantQueries>,
  getProcessName: () => Promise<string>,
) {
  /** The claims of this process as they are stored: with the name that the process had then. */
  const claims = new Map<string, string>();
  const takeClaim = (claim: string) => {
    const storedClaim = claims.get(claim) ?? claim;
    claims.delete(claim);
    return storedClaim;
  };
  return {
    claimGrant: async (id, claim, reusable) => {
      const maxUploads = reusable ? Number.MAX_SAFE_INTEGER : 1;
      const storedClaim = `${await getProcessName()} ${claim}`;
      if ((await queries.claimGrant({ id, claim: storedClaim, maxUploads })).changedRows !== 1)
        return false;
      claims.set(claim, storedClaim);
      return true;
    },
    releaseGrant: async (id, claim) => {
      await queries.releaseGrant({ id, claim: takeClaim(claim) });
    },
    noteUpload: async (id, claim, hash) => {
      const values = { id, claim: takeClaim(claim), hash, key: claim };
      if ((await queries.noteUpload(values)).changedRows === 1) return true;
      // A file that was attached in the meantime keeps its bytes, and the upload still succeeds.
      return (await queries.readGrant({ id })).rows.some(({ attachedAt }) => attachedAt !== null);
    },
  } satisfies Partial<Store>;
}

function toRow({ createdAt, ...grant }: Grant, index: number): GrantRow {
  return {
    ...grant,
    // The last three digits order the grants of the same millisecond.
    sequence: createdAt * 1000 + Math.min(index, 999),
    claim: null,
    referenceId: escapeText(grant.referenceId),
    filename: escapeText(grant.filename),
  };
}

function toGrant({ sequence, claim: _claim, ...grant }: GrantRow): Grant {
  return {
    ...grant,
    createdAt: Math.floor(sequence / 1000),
    referenceId: unescapeText(grant.referenceId),
    filename: unescapeText(grant.filename),
  };
}

type NoValues = Record<string, never>;

/** A row of the table `file_grant`; `storedHash` is read from the column `stored_hash`. */
type GrantRow = Omit<Grant, 'createdAt'> & {
  /** The time of creation, and the order of the grants of one request. */
  readonly sequence: number;
  readonly claim: string | null;
};

const fieldNames =
  'id bookId sequence referenceId role filename hash nonce expiresAt claim uploads storedHash storedKey attachedAt';
const fields = fieldNames.split(' ');
const toColumn = (field: string) => field.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
const columns = fields.map(toColumn);
const values = fields.map((field) => `:${field}`).join(', ');
const selectList = fields.map((field, index) => `${columns[index]} as "${field}"`).join(', ');

export function prepareGrantQueries(db: Db) {
  const prepare = createPrepare(db);
  const { orClaimerGone } = db.dialect;
  type File = { bookId: string; role: string; hash: string };
  type Url = { id: string; nonce: string; expiresAt: number };
  type Claim = { id: string; claim: string };
  return {
    insertGrant: prepare<GrantRow>(
      `insert into file_grant (${columns.join(', ')}) values (${values})`,
    ),
    findGrant: prepare<File, GrantRow>(
      `select ${selectList} from file_grant where book_id = :bookId and role = :role and hash = :hash
        order by sequence desc limit 1`,
    ),
    readGrant: prepare<{ id: string }, GrantRow>(
      `select ${selectList} from file_grant where id = :id`,
    ),
    renewGrant: prepare<Url>(
      `update file_grant set nonce = :nonce, expires_at = :expiresAt, uploads = 0, claim = null
        where id = :id`,
    ),
    noteAttached: prepare<{ id: string; at: number; hash: string | null }>(
      'update file_grant set attached_at = :at, stored_hash = :hash where id = :id',
    ),
    // A claim is a single statement, so that only one of several uploads to a URL proceeds.
    claimGrant: prepare<Claim & { maxUploads: number }>(
      `update file_grant set claim = :claim where id = :id and attached_at is null
        and uploads < :maxUploads and (claim is null${orClaimerGone})`,
    ),
    releaseGrant: prepare<Claim>(
      'update file_grant set claim = null where id = :id and claim = :claim',
    ),
    // A file that was attached since the upload began keeps its bytes.
    noteUpload: prepare<Claim & { hash: string; key: string }>(
      `update file_grant set claim = null, stored_hash = :hash, stored_key = :key, uploads = uploads + 1
        where id = :id and attached_at is null and claim = :claim`,
    ),
    ...prepareExpiryQuery(prepare),
    releaseAll: prepare<NoValues>('update file_grant set claim = null where claim is not null'),
  };
}

function prepareExpiryQuery(prepare: Prepare) {
  return {
    // A join would read all books of the account, but there are few expired grants.
    removeExpired: prepare<{ account: string; before: number }, { key: string | null }>(
      `delete from file_grant where id in (
        select id from file_grant where attached_at is null and expires_at < :before
        and (select account from book where book.id = file_grant.book_id) = :account
        order by expires_at limit 100)
        returning stored_key as key`,
    ),
  };
}

export function prepareSettingQueries(db: Db) {
  const prepare = createPrepare(db);
  type Setting = { name: string; text: string };
  return {
    readSetting: prepare<{ name: string }, { text: string }>(
      'select text from setting where name = :name',
    ),
    insertSetting: prepare<Setting>(
      'insert into setting (name, text) values (:name, :text) on conflict do nothing',
    ),
    writeSetting: prepare<Setting>(
      `insert into setting (name, text) values (:name, :text)
        on conflict (name) do update set text = excluded.text`,
    ),
  };
}
