/** Faults of creating, changing and deleting books. */
import type { Rules } from '../sandbox/readings/index.ts';
import { nameFaults, carryOutAnyway, within, changeRefusals, changeNewBooks } from './fault.ts';

const lenientRules: Partial<Rules> = {
  isValidIsbn13: () => true,
  parseDate: (text: string) => text,
};

export const changeFaults = nameFaults({
  'update-keeps-status': {
    breaks: ['update.returns-to-draft', 'update.shows-draft', 'flow.edit-and-republish'],
    mayAlsoBreak: ['update.draft-stays-draft', 'list.agrees-with-book'],
    description: 'A published book stays published when it is changed.',
    override: () => ({ rules: { getStatusAfterChange: (status) => status } }),
  },
  'update-loses-keywords': {
    breaks: ['update.keeps-the-rest'],
    description: 'An update without keywords removes the stored keywords.',
    override: within('updateBook', ({ store }, { body }) => ({
      store: {
        replaceBook: ({ book, ...row }) => {
          const keyword = JSON.stringify(body).includes('"keyword"') ? book.keyword : [];
          return store.replaceBook({ ...row, book: { ...book, keyword } });
        },
      },
    })),
  },
  'update-drops-subtitle': {
    breaks: ['update.changes-values', 'update.keeps-the-rest'],
    // A list may be the first response that shows the book.
    mayAlsoBreak: ['list.agrees-with-book'],
    description: 'A new subtitle is accepted but not stored.',
    override: within('updateBook', ({ store }) => ({
      store: {
        replaceBook: async (row) => {
          const storedBook = await store.readBook(row.book.id);
          const subtitle = storedBook?.subtitle ?? null;
          return store.replaceBook({ ...row, book: { ...row.book, subtitle } });
        },
      },
    })),
  },
  'refused-update-applied': {
    // The invalid value may be an impossible date, which the book then shows.
    breaks: ['update.refused-changes-nothing', 'book.publication-date'],
    // Other requests may come before the next read, and may then look like the cause.
    mayAlsoBreak: [
      'upload.keeps-status',
      'attach.refused-changes-nothing',
      'update.changes-values',
    ],
    description: 'An update with an invalid value is refused, but its values are stored.',
    override: carryOutAnyway('updateBook', lenientRules),
  },
  'refused-create-stored': {
    // The invalid value may be an impossible date, which the book then shows.
    breaks: ['create.refused-leaves-nothing', 'book.publication-date'],
    description: 'A create with an invalid value is refused, but the book is stored.',
    override: carryOutAnyway('createBook', lenientRules),
  },
  'new-book-is-final': {
    breaks: ['create.not-final', 'create.reads-back', 'publish.final-version-window'],
    // The response to an update may be the first to show that the book is final.
    mayAlsoBreak: ['update.keeps-the-rest'],
    description: 'A new book is a final version from the start.',
    override: changeNewBooks((book) => ({ ...book, isFinalVersion: true })),
  },
  'delete-refusal-answers-422': {
    breaks: ['delete.refused-409'],
    description: 'A delete that the status of the book forbids is refused with 422.',
    override: changeRefusals('delete.refused-409', () => ({ status: 422 })),
  },
});
