/** The store in a SQL database: books as JSON, with additional columns for lists and lookups. */
import { type Database, openPostgres, openSqlite, writeTo, type Db } from '../database/index.ts';
import type { Book, Grant } from '../book/index.ts';
import { createBookWriter } from './book-writer.ts';
import { createPageReader } from './pages.ts';
import {
  createTables,
  escapeText,
  getTitleKey,
  parseBook,
  toLookUpKey,
  unescapeText,
} from './schema.ts';
import * as run from './statements.ts';
import { countEntries } from './list-statements.ts';
import { findList, getListName } from './lists.ts';

export type Store = Awaited<ReturnType<typeof openStoreOn>>;

/** Opens a store in a file, or in memory without one. The time does not depend on the number of books. */
export async function openStore(file?: string): Promise<Store> {
  return openStoreOn(await openSqlite(file), file ?? 'memory');
}

/** @param url as `postgres://user:password@host:port/database` */
export async function openSharedStore(url: string): Promise<Store> {
  return openStoreOn(await openPostgres(url), new URL(url).host + new URL(url).pathname);
}

/** @param location the name of the database in errors */
async function openStoreOn(db: Database, location: string) {
  try {
    await db.withLock(async () => {
      await createTables(db, location);
      // Uploads of an earlier process will not finish.
      if (!db.dialect.isShared) await run.releaseAll(db);
    });
    return {
      ...createBookReader(db),
      ...(await createBookWriter(db)),
      ...createGrantStore(db),
      readPage: createPageReader(db),
      takeSequences: await createSequenceTaker(db),
      /** Reads a setting that is kept as long as the books, such as the signing secret. Creates it if it is missing. */
      readSetting: async (name: string, initial: () => string): Promise<string> => {
        await run.insertSetting(db, { name, text: initial() });
        return (await run.readSetting(db, { name }))[0]?.text ?? initial();
      },
      writeSetting: async (name: string, text: string): Promise<void> =>
        void (await run.writeSetting(db, { name, text })),
      listFiles: async (account?: string): Promise<readonly string[]> => {
        const rows = account === undefined ? run.allFiles(db) : run.filesOf(db, { account });
        return (await rows).map(({ key }) => key);
      },
      /** Deletes every book and grant, or those of one account; settings stay. */
      reset: (account?: string): Promise<void> =>
        writeTo(db, account === undefined ? 'everything' : [account], async (transaction) => {
          const removals = account === undefined ? run.removeEverything : run.removeAccount;
          for (const remove of Object.values(removals))
            await remove(transaction, account === undefined ? {} : { account });
        }),
      withLock: db.withLock,
      close: db.close,
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/**
 * Returns the function that takes the sequence numbers of new books, which continue after the newest book. A process
 * that does not share its store counts them itself.
 */
async function createSequenceTaker(db: Database) {
  let last = (await run.lastSequence(db))[0]?.last ?? 0;
  return async (count: number): Promise<readonly number[]> =>
    db.dialect.isShared
      ? (await run.takeSequences(db, { count })).map(({ number }) => number)
      : Array.from({ length: count }, () => ++last);
}

const chunkSize = 500;

function createBookReader(db: Db) {
  /** Returns books in the order of creation, starting after a sequence number. */
  const listBooksAfter = async (after: number, limit: number): Promise<Book[]> =>
    (await run.booksAfter(db, { after, limit })).map(parseBook);
  return {
    listBooksAfter,
    /** Returns books in the reverse order, starting before a sequence number. */
    listBooksBefore: async (before: number, limit: number): Promise<readonly Book[]> =>
      (await run.booksBefore(db, { before, limit })).map(parseBook),
    readBook: async (id: string): Promise<Book | undefined> =>
      (await run.readBook(db, { id: escapeText(id) })).map(parseBook)[0],
    /** Returns the listed books of an account with an external id, newest first. */
    findByExternalId: async (
      account: string,
      externalId: string,
      rule: { readonly ignoresCase: boolean; readonly visibleUntil: number },
    ): Promise<readonly Book[]> => {
      const { ignoresCase, visibleUntil } = rule;
      const key = toLookUpKey(ignoresCase ? externalId.toLowerCase() : externalId);
      const find = ignoresCase ? run.byFoldedId : run.byExternalId;
      return (await find(db, { account, key, visibleUntil })).map(parseBook);
    },
    /** Returns the books of an account with a title, regardless of case. */
    findByTitle: async (account: string, title: string): Promise<readonly Book[]> => {
      const list = await findList(db, account, getListName('title', {}));
      if (list === undefined) return [];
      return (await run.booksByTitle(db, { list, key: getTitleKey(title) })).map(parseBook);
    },
    /** Returns the number of books of an account that lists show. */
    countBooks: async (account: string): Promise<number> => {
      const list = await findList(db, account, getListName('createdAt', {}));
      return list === undefined ? 0 : ((await countEntries(db, { list }))[0]?.total ?? 0);
    },
    /** Returns whether another book of an account has an ISBN. */
    hasOtherWithIsbn: async (account: string, isbn: string, id: string): Promise<boolean> =>
      (await run.othersByIsbn(db, { account, isbn: toLookUpKey(isbn), id })).length > 0,
    readAllBooks: async (): Promise<readonly Book[]> => {
      const books: Book[] = [];
      for (let chunk = await listBooksAfter(0, chunkSize); chunk.length > 0;) {
        books.push(...chunk);
        chunk = await listBooksAfter(chunk.at(-1)?.sequence ?? 0, chunkSize);
      }
      return books;
    },
  };
}

/** Creates the functions that read and write grants. */
function createGrantStore(db: Database) {
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
