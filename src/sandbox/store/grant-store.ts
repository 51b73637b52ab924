/** Upload grants in the database. */
import type { Grant } from '../book/index.ts';
import type { Database } from '../database/index.ts';
import { escapeText, unescapeText } from './schema.ts';
import * as run from './statements.ts';

/** Creates the functions that read and write grants. */
export function createGrantStore(db: Database) {
  /** The claims of this process as they are stored: with the name that the process had then. */
  const claims = new Map<string, string>();
  const takeClaim = (claim: string) => {
    const storedClaim = claims.get(claim) ?? claim;
    claims.delete(claim);
    return storedClaim;
  };
  return {
    insertGrants: (grants: readonly Grant[]): Promise<void> =>
      db.transaction(async (transaction) => {
        for (const [index, grant] of grants.entries())
          await run.insertGrant(transaction, toRow(grant, index));
      }),
    renewGrant: async (id: string, nonce: string, expiresAt: number): Promise<void> =>
      void (await run.renewGrant(db, { id, nonce, expiresAt })),
    readGrant: async (id: string): Promise<Grant | undefined> =>
      (await run.readGrant(db, { id: escapeText(id) })).map(toGrant)[0],
    findGrant: async (bookId: string, role: string, hash: string): Promise<Grant | undefined> =>
      (await run.findGrant(db, { bookId, role, hash })).map(toGrant)[0],
    /** Removes up to 100 grants of an account that expired before a time unattached. Returns the keys of their bytes. */
    removeExpired: async (account: string, before: number): Promise<readonly string[]> =>
      (await run.removeExpired(db, { account, before })).flatMap(({ key }) => key ?? []),
    /** Records the hash that was compared, so that later uploads change nothing. */
    noteAttached: async (id: string, at: number, hash: string | null): Promise<void> =>
      void (await run.noteAttached(db, { id, at, hash })),
    /** Claims a URL for one upload. Returns false if it is claimed, attached, or used and not `reusable`. */
    claimGrant: async (id: string, claim: string, reusable: boolean): Promise<boolean> => {
      const maxUploads = reusable ? Number.MAX_SAFE_INTEGER : 1;
      // A claim ends with the process that made it.
      const storedClaim = `${await db.getProcessName()} ${claim}`;
      const claimed = await run.claimGrant(db, { id, claim: storedClaim, maxUploads });
      if (claimed.length === 0) return false;
      claims.set(claim, storedClaim);
      return true;
    },
    /** Releases a URL after an incomplete upload. */
    releaseGrant: async (id: string, claim: string): Promise<void> =>
      void (await run.releaseGrant(db, { id, claim: takeClaim(claim) })),
    /**
     * Records that a claimed upload arrived; its bytes are durable under the claim as their key. Returns false if another
     * upload has the URL now, because this process lost its connection to the store for a time.
     */
    noteUpload: async (id: string, claim: string, hash: string): Promise<boolean> => {
      const values = { id, claim: takeClaim(claim), hash, key: claim };
      if ((await run.noteUpload(db, values)).length > 0) return true;
      // A file that was attached in the meantime keeps its bytes, and the upload still succeeds.
      return (await run.readGrant(db, { id })).some(({ attachedAt }) => attachedAt !== null);
    },
  };
}

function toRow({ createdAt, ...grant }: Grant, index: number): run.GrantRow {
  return {
    ...grant,
    // The last three digits order the grants of the same millisecond.
    sequence: createdAt * 1000 + Math.min(index, 999),
    claim: null,
    referenceId: escapeText(grant.referenceId),
    filename: escapeText(grant.filename),
  };
}

function toGrant({ sequence, claim: _claim, ...grant }: run.GrantRow): Grant {
  return {
    ...grant,
    createdAt: Math.floor(sequence / 1000),
    referenceId: unescapeText(grant.referenceId),
    filename: unescapeText(grant.filename),
  };
}
