/** Faults of concurrent requests that act on stale state. */
import { setTimeout as pause } from 'node:timers/promises';
import { nameFaults, within } from './fault.ts';

/** A pause in milliseconds that is long enough for another request. */
const gapMs = 10;

export const raceFaults = nameFaults({
  'overlapping-updates-lost': {
    breaks: ['update.keeps-the-rest', 'chapters.add', 'chapters.replace'],
    // The lost value was sent by an update, and a list may be the first to show that the value is missing.
    mayAlsoBreak: ['update.changes-values', 'list.agrees-with-book'],
    description: 'Of two concurrent updates, the later one overwrites the result of the other.',
    override: within('updateBook', ({ store }) => ({
      store: {
        readBook: async (id) => {
          const book = await store.readBook(id);
          await pause(gapMs);
          return book;
        },
        // Writes over the newest version, as if no other update had come in between.
        replaceBook: async (row) => {
          for (;;) {
            const { version = row.book.version - 1 } = (await store.readBook(row.book.id)) ?? {};
            const outcome = await store.replaceBook({
              ...row,
              book: { ...row.book, version: version + 1 },
            });
            if (outcome === 'written' || outcome === 'taken') return outcome;
          }
        },
      },
    })),
  },
  'overlapping-uploads-both-taken': {
    breaks: ['put.used-url'],
    description:
      'Two concurrent uploads to one URL are both accepted, and the file of the slower one is kept.',
    override: ({ store }) => {
      const lateClaims = new Set<string>();
      const latestHashes = new Map<string, string>();
      return {
        store: {
          claimGrant: async (id, claim, reusable) => {
            const grantBefore = await store.readGrant(id);
            await pause(gapMs);
            if (await store.claimGrant(id, claim, reusable)) return true;
            const wasUnused = grantBefore !== undefined && grantBefore.storedHash === null;
            if (wasUnused) lateClaims.add(claim);
            return wasUnused;
          },
          noteUpload: async (id, claim, hash) => {
            if (!lateClaims.has(claim)) return store.noteUpload(id, claim, hash);
            // After this pause the other upload has its response, and its file may be attached.
            await pause(gapMs * 4);
            latestHashes.set(id, hash);
            return true;
          },
          readGrant: async (id) => {
            const grant = await store.readGrant(id);
            return grant && { ...grant, storedHash: latestHashes.get(id) ?? grant.storedHash };
          },
        },
      };
    },
  },
});
