/** Faults of concurrent calls: each acts on stale state. */
import { setTimeout as pause } from 'node:timers/promises';
import { nameFaults, overrideWithin } from './fault.ts';

/** Long enough for another call to happen in between, in milliseconds. */
const gap = 10;

export const raceFaults = nameFaults({
  'overlapping-updates-lost': {
    breaks: ['update.keeps-the-rest', 'chapters.add', 'chapters.replace'],
    // The lost value is one that an update sent, and a list may be the first to show that it is missing.
    mayAlsoBreak: ['update.changes-values', 'list.agrees-with-book'],
    description: 'Of two concurrent updates, the later one overwrites the result of the other.',
    override: overrideWithin('updateBook', ({ store }) => ({
      store: {
        readBook: async (id) => {
          const seen = await store.readBook(id);
          await pause(gap);
          return seen;
        },
        replaceBook: async (row) => {
          for (;;) {
            const { version = row.book.version - 1 } = (await store.readBook(row.book.id)) ?? {};
            const written = await store.replaceBook({
              ...row,
              book: { ...row.book, version: version + 1 },
            });
            if (written === 'written' || written === 'taken') return written;
          }
        },
      },
    })),
  },
  'overlapping-uploads-both-taken': {
    breaks: ['put.used-url'],
    description: 'Two concurrent uploads to one URL are both accepted, and the slower one stays.',
    override: ({ store }) => {
      const late = new Set<string>();
      const last = new Map<string, string>();
      return {
        store: {
          claimGrant: async (id, claim, reusable) => {
            const before = await store.readGrant(id);
            await pause(gap);
            if (await store.claimGrant(id, claim, reusable)) return true;
            const unused = before !== undefined && before.storedHash === null;
            if (unused) late.add(claim);
            return unused;
          },
          noteUpload: async (id, claim, hash) => {
            if (!late.has(claim)) return store.noteUpload(id, claim, hash);
            // The other one has its response by now, and may be attached.
            await pause(gap * 4);
            last.set(id, hash);
            return true;
          },
          readGrant: async (id) => {
            const grant = await store.readGrant(id);
            return grant && { ...grant, storedHash: last.get(id) ?? grant.storedHash };
          },
        },
      };
    },
  },
});
