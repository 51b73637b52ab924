/** Faults of single fields: not accepted, not shown, not stored, or shown on the wrong books. */
import type { Book } from '../sandbox/book/index.ts';
import { toRow } from '../sandbox/changes/index.ts';
import type { Answer } from '../sandbox/present/index.ts';
import { isObject } from '../contract/json-pointer.ts';
import {
  nameFaults,
  overrideRules,
  changeResponses,
  overrideWithin,
  changeRefusalsOf,
  replaceOperation,
  rewriteBody,
  changeNewBooks,
  objectAt,
  type Body,
  type Fault,
} from './fault.ts';

/** Changes the fields that books show. */
function changeShownFields(change: (attributes: Body, book: Book) => Body): Fault['override'] {
  return ({ present }) => ({
    present: { book: (book, account) => change(present.book(book, account), book) },
  });
}

function withImprint(body: Body, imprint: unknown): Body {
  const book = objectAt(body, 'data');
  return { ...body, data: { ...book, attributes: { ...objectAt(book, 'attributes'), imprint } } };
}

export const fieldFaults = nameFaults({
  'series-left-out': {
    breaks: ['book.series-present'],
    description: 'A book has no series property.',
    override: changeShownFields(({ series: _left, ...rest }) => rest),
  },
  'audience-left-out': {
    breaks: ['book.audience-present'],
    description: 'A book has no audience property.',
    override: changeShownFields(({ audience: _left, ...rest }) => rest),
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
  'series-number-left-out-of-the-list': {
    breaks: ['list.item-series-number'],
    description: 'A list item has no series number.',
    override: changeResponses((answer, { operation }) =>
      operation === 'listBooks'
        ? { ...answer, text: answer.text.replaceAll(/"seriesNumber":[^,}]*,?/g, '') }
        : answer,
    ),
  },
  'imprint-taken-from-update': {
    breaks: ['book.imprint-set-by-service'],
    mayAlsoBreak: ['update.'],
    description: 'An update can change the imprint.',
    override: (parts) => {
      const named = new Map<string, unknown>();
      return {
        ...replaceOperation('updateBook', async (operate, call, others) => {
          const { body } = call;
          if (isObject(body) && 'imprint' in body) named.set(call.bookId, body['imprint']);
          return operate(call, others);
        })(parts),
        ...changeResponses((answer, { operation, url }) => {
          const id = [...named.keys()].find((one) => url.includes(one));
          if (operation !== 'readBook' || id === undefined) return answer;
          return rewriteBody(answer, (body) => withImprint(body, named.get(id)));
        })(parts),
      };
    },
  },
  'print-isbn-forgotten': {
    breaks: ['create.reads-back'],
    // The first response that shows it may be the one to an update.
    mayAlsoBreak: ['create.', 'list.', 'lookup.', 'isbn.', 'flow.print', 'update.keeps-the-rest'],
    description: 'The ISBN of a new print book is accepted but not stored.',
    override: changeNewBooks((book) => ({ ...book, isbn: null })),
  },
  'isbn-refusal-without-a-reason': {
    breaks: ['isbn.reason'],
    description: 'A bad ISBN is refused without saying what is wrong.',
    override: changeRefusalsOf('isbn.valid-on-update', ({ invalidParams }) => ({
      detail: 'No.',
      invalidParams: invalidParams.map(() => ({ name: 'value', reason: 'Bad.' })),
    })),
  },
  'delete-refusal-without-a-reason': {
    breaks: ['delete.refusal-detail'],
    description: 'A delete that the status forbids is refused without a reason.',
    override: changeRefusalsOf('delete.refused-409', () => ({ detail: '' })),
  },
  'audio-details-fixed-at-create': {
    breaks: ['audio-details.on-create-and-update'],
    mayAlsoBreak: ['update.'],
    description: 'Audio details in an update are accepted but not stored.',
    override: overrideWithin('updateBook', ({ store }) => ({
      store: {
        replaceBook: async (row) => {
          const before = await store.readBook(row.book.id);
          const audioDetails = before?.audioDetails ?? row.book.audioDetails;
          return store.replaceBook({ ...row, book: { ...row.book, audioDetails } });
        },
      },
    })),
  },
  'ascii-title-forgotten': {
    breaks: ['chapters.title-ascii-only', 'chapters.read-back'],
    mayAlsoBreak: ['chapters.replace'],
    description: 'The ASCII title of a chapter is accepted but not stored.',
    override: overrideRules((rules) => ({
      mergeChapters: (stored, sent) =>
        rules.mergeChapters(
          stored,
          sent.map(({ titleAscii: _left, ...chapter }) => chapter),
        ),
    })),
  },
  'first-chapters-ignored': {
    breaks: ['chapters.set-by-update'],
    mayAlsoBreak: ['chapters.', 'publish.', 'flow.', 'attach.', 'status.', 'update.'],
    description: 'The first chapters of a book are accepted but not stored.',
    override: overrideRules((rules) => ({
      mergeChapters: (stored, sent) =>
        stored.length === 0 ? [] : rules.mergeChapters(stored, sent),
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
    mayAlsoBreak: ['list.', 'update.'],
    description: 'Reading a book updates its time of change.',
    override: replaceOperation('readBook', async (operate, call, parts) => {
      const answer = await operate(call, parts);
      const book = await parts.store.readBook(call.bookId);
      if (book !== undefined) {
        const updatedAt = book.updatedAt + 60_000;
        const touched = { ...book, version: book.version + 1, updatedAt };
        await parts.store.replaceBook(toRow(touched, parts));
      }
      return answer;
    }),
  },
  'lookup-shows-an-old-book': {
    breaks: ['lookup.same-book'],
    // A call since the last read may have had no effect, or too much of one.
    mayAlsoBreak: [
      'lookup.',
      'attach.',
      'upload.keeps-status',
      'update.keeps-the-rest',
      'delete.refused-changes-nothing',
    ],
    description: 'A lookup shows a book as it was when it was first looked up.',
    override: (all) => {
      const first = new Map<string, Answer>();
      return replaceOperation('lookUpBook', async (operate, call, parts) => {
        const key = `${call.account.id} ${call.externalId}`;
        const answer = first.get(key) ?? (await operate(call, parts));
        first.set(key, answer);
        return answer;
      })(all);
    },
  },
  'update-answers-another-id': {
    breaks: ['id.same-everywhere'],
    mayAlsoBreak: ['update.'],
    description: 'The response to an update shows another id.',
    override: ({ present, newId }) => ({
      present: { updated: (book, shown) => present.updated({ ...book, id: newId() }, shown) },
    }),
  },
});
