/** Faults of single fields: not accepted, not shown, not stored, or shown on the wrong books. */
import type { Book } from '../sandbox/book/index.ts';
import { toRow } from '../sandbox/changes.ts';
import type { SandboxResponse } from '../sandbox/present/index.ts';
import { isObject } from '../contract/json-pointer.ts';
import {
  nameFaults,
  changeRules,
  changeResponses,
  within,
  changeRefusals,
  changeOperation,
  rewriteBody,
  changeNewBooks,
  objectAt,
  type Body,
  type Fault,
} from './fault.ts';

function changeShownFields(change: (attributes: Body, book: Book) => Body): Fault['override'] {
  return ({ present }) => ({
    present: { attributes: (book, account) => change(present.attributes(book, account), book) },
  });
}

function replaceImprint(body: Body, imprint: unknown): Body {
  const book = objectAt(body, 'data');
  return { ...body, data: { ...book, attributes: { ...objectAt(book, 'attributes'), imprint } } };
}

export const fieldFaults = nameFaults({
  'series-left-out': {
    breaks: ['book.series-present'],
    description: 'A book has no series property.',
    override: changeShownFields(({ series: _series, ...rest }) => rest),
  },
  'audience-left-out': {
    breaks: ['book.audience-present'],
    description: 'A book has no audience property.',
    override: changeShownFields(({ audience: _audience, ...rest }) => rest),
  },
  'print-details-on-every-book': {
    breaks: ['book.pod-details-only-print'],
    mayAlsoBreak: ['book.fields'],
    description: 'Ebooks and audiobooks show print details.',
    override: changeShownFields((attributes) => ({
      ...attributes,
      podDetails: { trimSize: '5.5 x 8.5 in' },
    })),
  },
  'chapters-on-every-book': {
    breaks: ['book.chapters-only-audio'],
    mayAlsoBreak: ['chapters.', 'book.fields'],
    description: 'Ebooks and print books show an empty list of chapters.',
    override: changeShownFields((attributes) => ({
      ...attributes,
      chapters: attributes['chapters'] ?? [],
    })),
  },
  'imprint-taken-from-update': {
    breaks: ['book.imprint-set-by-service'],
    // Only reads show the imprint that was sent, so each read after an update seems to change it.
    mayAlsoBreak: ['update.', 'read.changes-nothing'],
    description: 'An update can change the imprint.',
    override: (parts) => {
      const imprints = new Map<string, unknown>();
      return {
        ...changeOperation('updateBook', async (operate, call, operationParts) => {
          const { body } = call;
          if (isObject(body) && 'imprint' in body) imprints.set(call.bookId, body['imprint']);
          return operate(call, operationParts);
        })(parts),
        ...changeResponses((response, { operation, url }) => {
          const bookId = [...imprints.keys()].find((candidate) => url.includes(candidate));
          if (operation !== 'readBook' || bookId === undefined) return response;
          return rewriteBody(response, (body) => replaceImprint(body, imprints.get(bookId)));
        })(parts),
      };
    },
  },
  'print-isbn-forgotten': {
    breaks: ['create.reads-back'],
    // The response to an update may be the first to show that the ISBN is missing.
    mayAlsoBreak: ['create.', 'list.', 'lookup.', 'isbn.', 'flow.print', 'update.keeps-the-rest'],
    description: 'The ISBN of a new print book is accepted but not stored.',
    override: changeNewBooks((book) => ({ ...book, isbn: null })),
  },
  'isbn-refusal-without-a-reason': {
    breaks: ['isbn.reason'],
    description: 'The refusal of an invalid ISBN does not say what is wrong.',
    override: changeRefusals('isbn.valid-on-update', ({ invalidParams }) => ({
      detail: 'No.',
      invalidParams: invalidParams.map(() => ({ name: 'value', reason: 'Bad.' })),
    })),
  },
  'delete-refusal-without-a-reason': {
    breaks: ['delete.refusal-detail'],
    description: 'The refusal of a delete that the status of the book forbids has no reason.',
    override: changeRefusals('delete.refused-409', () => ({ detail: '' })),
  },
  'audio-details-fixed-at-create': {
    breaks: ['audio-details.on-create-and-update'],
    mayAlsoBreak: ['update.'],
    description: 'Audio details in an update are accepted but not stored.',
    override: within('updateBook', ({ store }) => ({
      store: {
        replaceBook: async (row) => {
          const storedBook = await store.readBook(row.book.id);
          const audioDetails = storedBook?.audioDetails ?? row.book.audioDetails;
          return store.replaceBook({ ...row, book: { ...row.book, audioDetails } });
        },
      },
    })),
  },
  'ascii-title-forgotten': {
    breaks: ['chapters.title-ascii-only', 'chapters.read-back'],
    mayAlsoBreak: ['chapters.replace'],
    description: 'The ASCII title of a chapter is accepted but not stored.',
    override: changeRules((rules) => ({
      mergeChapters: (storedChapters, sentChapters) =>
        rules.mergeChapters(
          storedChapters,
          sentChapters.map(({ titleAscii: _titleAscii, ...chapter }) => chapter),
        ),
    })),
  },
  'first-chapters-ignored': {
    breaks: ['chapters.set-by-update'],
    mayAlsoBreak: ['chapters.', 'publish.', 'flow.', 'attach.', 'status.', 'update.'],
    description: 'The first chapters of a book are accepted but not stored.',
    override: changeRules((rules) => ({
      mergeChapters: (storedChapters, sentChapters) =>
        storedChapters.length === 0 ? [] : rules.mergeChapters(storedChapters, sentChapters),
    })),
  },
  'new-book-has-a-file': {
    breaks: ['create.no-files'],
    mayAlsoBreak: ['create.', 'attach.', 'auth.', 'flow.', 'list.'],
    description: 'A new ebook has a file that was never attached.',
    override: (parts) =>
      changeNewBooks((book) => {
        const file = { id: parts.newId(), role: 'ebook_cover', filename: 'cover.jpg' };
        return book.format === 'ebook' ? { ...book, files: [file] } : book;
      })(parts),
  },
  'read-touches-the-book': {
    breaks: ['read.changes-nothing'],
    // A call since the previous read may be to blame.
    mayAlsoBreak: ['list.', 'update.', 'lookup.', 'create.reads-back'],
    description: 'Reading a book changes its description.',
    override: changeOperation('readBook', async (operate, call, parts) => {
      const response = await operate(call, parts);
      const book = await parts.store.readBook(call.bookId);
      if (book !== undefined) {
        const description = `${book.description} Read.`;
        const changedBook = { ...book, version: book.version + 1, description };
        await parts.store.replaceBook(toRow(changedBook, parts));
      }
      return response;
    }),
  },
  'lookup-shows-an-old-book': {
    breaks: ['lookup.same-book'],
    // The stale book may look as if a later request had no effect, or an effect that it must not have.
    mayAlsoBreak: [
      'lookup.',
      'attach.',
      'upload.keeps-status',
      'update.keeps-the-rest',
      'update.changes-values',
      'chapters.set-by-update',
      'chapters.read-back',
      'delete.refused-changes-nothing',
    ],
    description: 'Every lookup repeats the response to the first lookup of the book.',
    override: (sandboxParts) => {
      const firstResponses = new Map<string, SandboxResponse>();
      return changeOperation('lookUpBook', async (operate, call, parts) => {
        const key = `${call.account.id} ${call.externalId}`;
        const response = firstResponses.get(key) ?? (await operate(call, parts));
        firstResponses.set(key, response);
        return response;
      })(sandboxParts);
    },
  },
  'update-answers-another-id': {
    breaks: ['id.same-everywhere'],
    mayAlsoBreak: ['update.'],
    description: 'The response to an update has another book id.',
    override: ({ present, newId }) => ({
      present: {
        update: (book, attributes) => present.update({ ...book, id: newId() }, attributes),
      },
    }),
  },
});
