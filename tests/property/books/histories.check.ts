/** Generated sequences of requests about one book; the monitor knows the state after each. */
import fc from 'fast-check';
import { check, forAllHistories, type Move, section } from '../../../src/harness/suite/index.ts';
import type { ReadyBook, Stage } from '../../../src/harness/stage/index.ts';
import { type Format, spareRoles } from '../../../src/harness/values/index.ts';
import { attachFile, readInterruptedBook, uploadFiles } from '../../contract/steps/index.ts';

/** The book of a history; the monitor tracks its status and fields. */
interface HistoryState {
  readonly book: ReadyBook;
}

/** Returns a move that sends a request and then reads the book. */
function createMove(
  description: string,
  send: (t: Stage, book: ReadyBook) => Promise<unknown>,
): Move<HistoryState> {
  return {
    check: () => true,
    run: async ({ book }, t) => {
      await send(t, book);
      await t.ask.read(book.id);
    },
    toString: () => description,
  };
}

const words = fc.constantFrom('Salt', 'Harbour', 'Nine lamps', 'Tide');

function createUpdateMove(
  description: string,
  fields: Readonly<Record<string, unknown>>,
): Move<HistoryState> {
  return createMove(description, async (t, { id }) =>
    t.wire({ method: 'PATCH', path: `/books/${id}`, json: fields }),
  );
}

const moves: readonly fc.Arbitrary<Move<HistoryState>>[] = [
  words.map((subtitle) => createUpdateMove(`subtitle ${subtitle}`, { subtitle })),
  words.map((text) =>
    createUpdateMove(`title and description ${text}`, { title: text, description: text }),
  ),
  fc
    .boolean()
    .map((isFinalVersion) => createUpdateMove(`final ${isFinalVersion}`, { isFinalVersion })),
  fc.constant(createUpdateMove('a bad ISBN (refused)', { isbn: '9780306406158' })),
  fc.constant(createUpdateMove('an empty update', {})),
  fc.constant(createMove('publish', async (t, { id }) => t.ask.publish(id))),
  fc.constant(createMove('unpublish', async (t, { id }) => t.ask.unpublish(id))),
  fc.constant(createMove('look up', async (t, { externalId }) => t.ask.lookUp(externalId))),
  fc.constant(
    createMove('attach another file', async (t, book) => {
      const [file] = await uploadFiles(t, book, [spareRoles[book.format]]);
      if (file !== undefined) await attachFile(t, book, file);
    }),
  ),
];

function createHistories(format: Format) {
  return forAllHistories<HistoryState>({
    moves,
    begin: async (t) => {
      await readInterruptedBook(t);
      return { book: await t.make.ready(format) };
    },
    length: 6,
    runs: 1,
  });
}

export const histories = section('Histories of a book', [
  check(
    'status.changed-only-by',
    {
      'changes the status of an ebook only as its history allows': createHistories('ebook'),
    },
    { needs: ['write', 'publish'] },
  ),
  check(
    'status.changed-only-by',
    {
      'changes the status of an audiobook only as its history allows': createHistories('audio'),
      'changes the status of a print book only as its history allows': createHistories('print'),
    },
    { needs: ['write', 'publish'], depth: 'deep' },
  ),
]);
