/** Faults of creating, changing and deleting books. */
import {
  nameFaults,
  carryOutDespiteRefusal,
  overrideWithin,
  changeRefusalsOf,
  changeNewBooks,
} from './fault.ts';

const anyValue = { isValidIsbn13: () => true, readDate: (text: string) => text };

export const changeFaults = nameFaults({
  'update-keeps-status': {
    breaks: ['update.returns-to-draft', 'update.shows-draft', 'flow.edit-and-republish'],
    mayAlsoBreak: ['update.draft-stays-draft', 'list.agrees-with-book'],
    description: 'A published book stays published when it is changed.',
    override: () => ({ rules: { afterChange: (status) => status } }),
  },
  'update-loses-keywords': {
    breaks: ['update.keeps-the-rest'],
    description: 'An update without keywords removes them.',
    override: overrideWithin('updateBook', ({ store }, { body }) => ({
      store: {
        replaceBook: (row) =>
          store.replaceBook(
            JSON.stringify(body).includes('"keyword"')
              ? row
              : { ...row, book: { ...row.book, keyword: [] } },
          ),
      },
    })),
  },
  'update-drops-subtitle': {
    breaks: ['update.changes-values', 'update.keeps-the-rest'],
    description: 'A new subtitle is accepted but not stored.',
    override: overrideWithin('updateBook', ({ store }) => ({
      store: {
        replaceBook: async (row) => {
          const before = await store.readBook(row.book.id);
          const subtitle = before?.subtitle ?? null;
          return store.replaceBook({ ...row, book: { ...row.book, subtitle } });
        },
      },
    })),
  },
  'refused-update-applied': {
    // The bad value may be an impossible date, which the book then shows.
    breaks: ['update.refused-changes-nothing', 'book.publication-date'],
    // The next read may come only after other calls, which may then be the cause as well.
    mayAlsoBreak: [
      'upload.keeps-status',
      'attach.refused-changes-nothing',
      'update.changes-values',
    ],
    description: 'An update with a bad value is refused but stored.',
    override: carryOutDespiteRefusal('updateBook', anyValue),
  },
  'refused-create-stored': {
    // The bad value may be an impossible date, which the book then shows.
    breaks: ['create.refused-leaves-nothing', 'book.publication-date'],
    description: 'A book with a bad value is refused but stored.',
    override: carryOutDespiteRefusal('createBook', anyValue),
  },
  'new-book-is-final': {
    breaks: ['create.not-final', 'create.reads-back', 'publish.final-version-window'],
    // The first response that shows it may be the one to an update.
    mayAlsoBreak: ['update.keeps-the-rest'],
    description: 'A new book is a final version from the start.',
    override: changeNewBooks((book) => ({ ...book, isFinalVersion: true })),
  },
  'published-book-deleted': {
    breaks: ['delete.refused-409', 'delete.refused-changes-nothing'],
    description: 'A book can be deleted in any status.',
    override: () => ({ rules: { isDeletable: () => true } }),
  },
  'delete-refusal-answers-422': {
    breaks: ['delete.refused-409'],
    description: 'A delete that the status forbids gets 422.',
    override: changeRefusalsOf('delete.refused-409', () => ({ status: 422 })),
  },
  'refused-delete-deletes': {
    breaks: ['delete.refused-changes-nothing'],
    description: 'A delete is refused, but the book is gone.',
    override: carryOutDespiteRefusal(
      'deleteBook',
      { isDeletable: () => true },
      ({ status }) => status === 409,
    ),
  },
});
