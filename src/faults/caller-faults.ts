/** Faults that the tests of a calling program should notice. The grade of the suite does not count them. */
import { nameFaults, within, changeRules } from './fault.ts';

export const callerFaults = nameFaults({
  // A service may leave the status of a published book as it was. Tests that accept it say nothing about publishing.
  'publish-does-nothing': {
    breaks: ['publish.queued'],
    description: 'Publish answers 204, and the book stays a draft.',
    override: changeRules(() => ({ getStatusAfterPublish: (status) => status })),
  },
  // The suite has finer faults of single fields, which tests that change other fields cannot see.
  'update-stores-nothing': {
    breaks: ['update.changes-values'],
    description: 'An update is accepted, but the book stays as it was.',
    override: within('updateBook', ({ store }) => ({
      store: {
        replaceBook: async (row) => {
          const { id, version } = row.book;
          const storedBook = await store.readBook(id);
          return store.replaceBook({ ...row, book: { ...row.book, ...storedBook, version } });
        },
      },
    })),
  },
});
