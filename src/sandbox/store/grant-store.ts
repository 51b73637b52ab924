/** Upload grants over the database. */
import type { Grant } from '../book/index.ts';
import type { Db } from '../database/index.ts';
import { grantQueries, type GrantRow } from './grant-queries.ts';
import type { Store } from './store.ts';
import { escapeText, unescapeText } from './text-keys.ts';

/** @param claimer names this process; a claim ends with the process that made it */
export function grantStore(db: Db, claimer: () => Promise<string>) {
  const queries = grantQueries(db);
  return {
    ...claimStore(queries, claimer),
    insertGrants: async (grants) => {
      if (grants.length === 0) return;
      await db.transaction().execute(async (within) => {
        for (const [index, grant] of grants.entries()) {
          await queries.insertGrant(rowOf(grant, index), within);
        }
      });
    },
    renewGrant: async (id, nonce, expiresAt) => {
      await queries.renewGrant({ id, nonce, expiresAt });
    },
    readGrant: async (id) => {
      const { rows } = await queries.readGrant({ id: escapeText(id) });
      return rows[0] && grantOf(rows[0]);
    },
    findGrant: async (bookId, role, hash) => {
      const { rows } = await queries.findGrant({ bookId, role, hash });
      return rows[0] && grantOf(rows[0]);
    },
    noteAttached: async (id, at, hash) => {
      await queries.noteAttached({ id, at, hash });
    },
  } satisfies Partial<Store>;
}

function claimStore(queries: ReturnType<typeof grantQueries>, claimer: () => Promise<string>) {
  /** The claims of this process as they are stored: with its name at that time. */
  const claims = new Map<string, string>();
  const take = (claim: string) => {
    const stored = claims.get(claim) ?? claim;
    claims.delete(claim);
    return stored;
  };
  return {
    claimGrant: async (id, claim, reusable) => {
      const most = reusable ? Number.MAX_SAFE_INTEGER : 1;
      const stored = `${await claimer()} ${claim}`;
      if ((await queries.claimGrant({ id, claim: stored, most })).touched !== 1) return false;
      claims.set(claim, stored);
      return true;
    },
    releaseGrant: async (id, claim) => {
      await queries.releaseGrant({ id, claim: take(claim) });
    },
    noteUpload: async (id, claim, hash) => {
      if ((await queries.noteUpload({ id, claim: take(claim), hash })).touched === 1) return true;
      // A file that was attached meanwhile stays what it was, and its client need not know.
      return (await queries.readGrant({ id })).rows[0]?.attachedAt !== null;
    },
  } satisfies Partial<Store>;
}

function rowOf({ createdAt, ...grant }: Grant, index: number): GrantRow {
  return {
    ...grant,
    // Three digits order the grants of one millisecond.
    sequence: createdAt * 1000 + Math.min(index, 999),
    claim: null,
    referenceId: escapeText(grant.referenceId),
    filename: escapeText(grant.filename),
  };
}

function grantOf({ sequence, claim: _own, ...grant }: GrantRow): Grant {
  return {
    ...grant,
    createdAt: Math.floor(sequence / 1000),
    referenceId: unescapeText(grant.referenceId),
    filename: unescapeText(grant.filename),
  };
}
