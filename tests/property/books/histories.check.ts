/** Generated histories of calls on one book; the monitor knows the state that each must leave. */
import fc from 'fast-check';
import { check, forAllHistories, type Move, section } from '../../../src/harness/suite/index.ts';
import type { ReadyBook, Stage } from '../../../src/harness/stage/index.ts';
import { type Format, spareRoles } from '../../../src/harness/values/index.ts';
import { attachOf, uploadedAll } from '../../contract/steps/index.ts';

/** The book of a history; the monitor remembers its state. */
interface Subject {
  readonly book: ReadyBook;
}

/** A call, followed by a read of the book. */
function move(says: string, send: (t: Stage, book: ReadyBook) => Promise<unknown>): Move<Subject> {
  return {
    check: () => true,
    run: async ({ book }, t) => {
      await send(t, book);
      await t.ask.read(book.id);
    },
    toString: () => says,
  };
}

const words = fc.constantFrom('Salt', 'Harbour', 'Nine lamps', 'Tide');

function update(says: string, fields: Readonly<Record<string, unknown>>): Move<Subject> {
  return move(says, async (t, { id }) =>
    t.wire({ method: 'PATCH', path: `/books/${id}`, json: fields }),
  );
}

const moves: readonly fc.Arbitrary<Move<Subject>>[] = [
  words.map((subtitle) => update(`subtitle ${subtitle}`, { subtitle })),
  words.map((text) => update(`title and description ${text}`, { title: text, description: text })),
  fc.boolean().map((isFinalVersion) => update(`final ${isFinalVersion}`, { isFinalVersion })),
  fc.constant(update('a bad ISBN (refused)', { isbn: '9780306406158' })),
  fc.constant(update('an empty update', {})),
  fc.constant(move('publish', async (t, { id }) => t.ask.publish(id))),
  fc.constant(move('unpublish', async (t, { id }) => t.ask.unpublish(id))),
  fc.constant(move('look up', async (t, { externalId }) => t.ask.lookUp(externalId))),
  fc.constant(
    move('attach another file', async (t, book) => {
      const [file] = await uploadedAll(t, book, [spareRoles[book.format]]);
      if (file !== undefined) await attachOf(t, book, file);
    }),
  ),
];

function historiesOf(format: Format) {
  return forAllHistories<Subject>({
    moves,
    begin: async (t) => ({ book: await t.make.ready(format) }),
    length: 6,
    runs: 1,
  });
}

export const histories = section('Histories of a book', [
  check(
    'status.changed-only-by',
    {
      'changes the status of an ebook only as its history allows': historiesOf('ebook'),
    },
    { needs: ['write', 'publish'] },
  ),
  check(
    'status.changed-only-by',
    {
      'changes the status of an audiobook only as its history allows': historiesOf('audio'),
      'changes the status of a print book only as its history allows': historiesOf('print'),
    },
    { needs: ['write', 'publish'], depth: 'deep' },
  ),
]);
