/** Upload grants and settings over the database. */
import type { Grant } from '../book/index.ts';
import { type Db, getDialect, createPrepare } from '../database/index.ts';
import type { Store } from './store.ts';
import { escapeText, unescapeText } from './text-keys.ts';

/** @param getProcessName names this process; a claim ends with the process that made it */
export function createGrantStore(db: Db, getProcessName: () => Promise<string>) {
  const queries = grantQueries(db);
  return {
    ...createClaimStore(queries, getProcessName),
    insertGrants: async (grants) => {
      if (grants.length === 0) return;
      await db.transaction().execute(async (transaction) => {
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
    noteAttached: async (id, at, hash) => {
      await queries.noteAttached({ id, at, hash });
    },
  } satisfies Partial<Store>;
}

function createClaimStore(
  queries: ReturnType<typeof grantQueries>,
  getProcessName: () => Promise<string>,
) {
  /** The claims of this process as they are stored: with its name at that time. */
  const claims = new Map<string, string>();
  const takeClaim = (claim: string) => {
    const stored = claims.get(claim) ?? claim;
    claims.delete(claim);
    return stored;
  };
  return {
    claimGrant: async (id, claim, reusable) => {
      const maxUploads = reusable ? Number.MAX_SAFE_INTEGER : 1;
      const stored = `${await getProcessName()} ${claim}`;
      if ((await queries.claimGrant({ id, claim: stored, maxUploads })).changedRows !== 1)
        return false;
      claims.set(claim, stored);
      return true;
    },
    releaseGrant: async (id, claim) => {
      await queries.releaseGrant({ id, claim: takeClaim(claim) });
    },
    noteUpload: async (id, claim, hash) => {
      if ((await queries.noteUpload({ id, claim: takeClaim(claim), hash })).changedRows === 1)
        return true;
      // A file that was attached meanwhile keeps its bytes, and the client need not know.
      return (await queries.readGrant({ id })).rows[0]?.attachedAt !== null;
    },
  } satisfies Partial<Store>;
}

function toRow({ createdAt, ...grant }: Grant, index: number): GrantRow {
  return {
    ...grant,
    // Three digits order the grants of one millisecond.
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

const fields =
  'id bookId sequence referenceId role filename hash nonce expiresAt claim uploads storedHash attachedAt'.split(
    ' ',
  );
const columns = fields.map((field) =>
  field.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`),
);
const values = fields.map((field) => `:${field}`).join(', ');
const selectList = fields.map((field, index) => `${columns[index]} as "${field}"`).join(', ');

export function grantQueries(db: Db) {
  const prepare = createPrepare(db);
  const { deleteAll, orClaimerGone } = getDialect(db);
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
    forgetGrants: prepare<NoValues>(`${deleteAll} file_grant`),
    // A claim is one statement, so that only one of many uploads to a URL proceeds.
    claimGrant: prepare<Claim & { maxUploads: number }>(
      `update file_grant set claim = :claim where id = :id and attached_at is null
        and uploads < :maxUploads and (claim is null${orClaimerGone})`,
    ),
    releaseGrant: prepare<Claim>(
      'update file_grant set claim = null where id = :id and claim = :claim',
    ),
    // A file may have been attached since the upload began: it keeps its bytes.
    noteUpload: prepare<Claim & { hash: string }>(
      `update file_grant set claim = null, stored_hash = :hash, uploads = uploads + 1
        where id = :id and attached_at is null and claim = :claim`,
    ),
    releaseAll: prepare<NoValues>('update file_grant set claim = null where claim is not null'),
  };
}

export function settingQueries(db: Db) {
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
