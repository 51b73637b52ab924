/** Faults of creating, changing and deleting books. */
import { faultsIn, refusedButDoneBy, operating, refusing, storing } from './fault.ts';

const anyValue = { validIsbn13: () => true, readDate: (text: string) => text };

export const changeFaults = faultsIn({
  'update-keeps-status': {
    breaks: ['update.returns-to-draft', 'update.shows-draft', 'flow.edit-and-republish'],
    shadows: ['update.draft-stays-draft', 'list.agrees-with-book'],
    says: 'A published book stays published when it is changed.',
    override: () => ({ rules: { afterChange: (status) => status } }),
  },
  'update-loses-keywords': {
    breaks: ['update.keeps-the-rest'],
    says: 'An update without keywords removes them.',
    override: operating('updateBook', ({ store }, { body }) => ({
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
    says: 'A new subtitle is accepted but not stored.',
    override: operating('updateBook', ({ store }) => ({
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
    shadows: ['upload.keeps-status', 'attach.refused-changes-nothing', 'update.changes-values'],
    says: 'An update with a bad value is refused but stored.',
    override: refusedButDoneBy('updateBook', anyValue),
  },
  'refused-create-stored': {
    // The bad value may be an impossible date, which the book then shows.
    breaks: ['create.refused-leaves-nothing', 'book.publication-date'],
    says: 'A book with a bad value is refused but stored.',
    override: refusedButDoneBy('createBook', anyValue),
  },
  'new-book-is-final': {
    breaks: ['create.not-final', 'create.reads-back', 'publish.final-version-window'],
    // The first response that shows it may be the one to an update.
    shadows: ['update.keeps-the-rest'],
    says: 'A new book is a final version from the start.',
    override: storing((book) => ({ ...book, isFinalVersion: true })),
  },
  'published-book-deleted': {
    breaks: ['delete.refused-409', 'delete.refused-changes-nothing'],
    says: 'A book can be deleted in any status.',
    override: () => ({ rules: { deletable: () => true } }),
  },
  'delete-refusal-answers-422': {
    breaks: ['delete.refused-409'],
    says: 'A delete that the status forbids gets 422.',
    override: refusing('delete.refused-409', () => ({ status: 422 })),
  },
  'refused-delete-deletes': {
    breaks: ['delete.refused-changes-nothing'],
    says: 'A delete is refused, but the book is gone.',
    override: refusedButDoneBy(
      'deleteBook',
      { deletable: () => true },
      ({ status }) => status === 409,
    ),
  },
});
