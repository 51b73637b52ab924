/** A book has a valid ISBN-13 or none: what is refused on create and on update (Book, Errors). */
import { check, forAll, section } from '../../../src/harness/suite/index.ts';
import {
  attributes,
  bookId,
  type Exchange,
  problemOf,
} from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import {
  type Format,
  isbn978,
  spoiltIsbn,
  spoiltIsbns,
} from '../../../src/harness/values/index.ts';
import { ownIsbn, ownIsbnPerLastDigit } from './own-isbn.ts';

const needs = { needs: ['write'] } as const;

/** A print book that took a valid number on update, so that refusing another one says something. */
const takingUpdates = oncePerRun(async (t) => {
  const { id } = await t.make.draft('print');
  t.need.accepted(await t.ask.update(id, { isbn: ownIsbn(t) }));
  return id;
});

const takingCreates = oncePerRun(async (t) => t.make.draft('print'));

/** A refusal counts against the ISBN only where a book without one is taken. */
async function expectCreated(t: Stage, answer: Exchange, about: string): Promise<void> {
  if (answer.status >= 300) await t.make.draft('ebook');
  t.expect.accepted(answer, about);
}

/** Formats that carry an ISBN here: print always, the others where a valid one is shown again. */
const formatsWithIsbn = oncePerRun(async (t): Promise<{ format: Format; id: string }[]> => {
  const carrying = [{ format: 'print' as const, id: (await t.make.draft('print')).id }];
  const other = await Promise.all(
    (['ebook', 'audio'] as const).map(async (format) => {
      const { id } = await t.make.draft(format);
      const answer = await t.ask.update(id, { isbn: ownIsbn(t) });
      const shown = answer.status < 300 && attributes(await t.ask.read(id))['isbn'];
      return typeof shown === 'string' ? [{ format, id }] : [];
    }),
  );
  return [...carrying, ...other.flat()];
});

export const isbn = section('ISBN', [
  check(
    'isbn.valid-on-create',
    {
      'refuses everything that only looks like an ISBN-13 and takes the real one': async (t) => {
        await takingCreates(t);
        for (const { what, value } of spoiltIsbns) {
          const answer = await t.ask.create(t.make.body('print', { isbn: value }));
          t.expect.status(answer, 422, `for ${what}: ${value}`);
        }
      },
      'takes a valid number that ends in 0 or in any other digit': async (t) => {
        for (const value of ownIsbnPerLastDigit(t).filter((one) => /[05]$/u.test(one))) {
          const answer = await t.ask.create(t.make.body('print', { isbn: value }));
          await expectCreated(t, answer, `for the valid ${value}`);
        }
      },
      'refuses any number spoilt by a hair': forAll(
        spoiltIsbn,
        async (t, { what, value }) => {
          await takingCreates(t);
          const answer = await t.ask.create(t.make.body('print', { isbn: value }));
          t.expect.status(answer, 422, `for ${what}: ${value}`);
        },
        { runs: 3 },
      ),
      'refuses a bad number on every format that carries one': async (t) => {
        for (const { format } of await formatsWithIsbn(t)) {
          const answer = await t.ask.create(t.make.body(format, { isbn: '9780306406158' }));
          t.expect.status(answer, 422, `for format ${format} and a wrong last digit`);
        }
      },
    },
    needs,
  ),
  check(
    'isbn.valid-on-update',
    {
      'refuses everything that only looks like an ISBN-13 and takes the real one': async (t) => {
        const id = await takingUpdates(t);
        for (const { what, value } of spoiltIsbns) {
          const answer = await t.ask.update(id, { isbn: value });
          t.expect.status(answer, 422, `for ${what}: ${value}`);
        }
      },
      'takes a valid number whatever its last digit': async (t) => {
        const id = await takingUpdates(t);
        for (const value of ownIsbnPerLastDigit(t)) {
          t.expect.accepted(await t.ask.update(id, { isbn: value }), `for the valid ${value}`);
        }
      },
      'refuses a bad number on every format that carries one': async (t) => {
        for (const { format, id } of await formatsWithIsbn(t)) {
          t.need.accepted(await t.ask.update(id, { isbn: ownIsbn(t) }));
          const answer = await t.ask.update(id, { isbn: '9780306406158' });
          t.expect.status(answer, 422, `for format ${format} and a wrong last digit`);
        }
      },
      'refuses any number spoilt by a hair': forAll(
        spoiltIsbn,
        async (t, { what, value }) => {
          const answer = await t.ask.update(await takingUpdates(t), { isbn: value });
          t.expect.status(answer, 422, `for ${what}: ${value}`);
        },
        { runs: 3 },
      ),
      'takes any valid number': forAll(
        isbn978,
        async (t, value) => {
          const answer = await t.ask.update(await takingUpdates(t), { isbn: value });
          t.expect.accepted(answer, `for the valid ${value}`);
        },
        { runs: 3 },
      ),
    },
    needs,
  ),
  check(
    'isbn.reason',
    {
      'says that the value is no ISBN when it refuses one': async (t) => {
        const answer = await t.ask.update(await takingUpdates(t), { isbn: '9780306406158' });
        const problem = problemOf(answer.body);
        t.need.that(
          answer.status === 422 && problem !== undefined,
          'no Problem refuses a bad ISBN',
        );
        const said = [problem?.detail, ...(problem?.invalidParams ?? []).map((one) => one.reason)];
        t.expect.that(/isbn/iu.test(said.join(' ')), {
          expected: 'a detail or reason that speaks of an ISBN',
          actual: said.join(' · '),
        });
      },
    },
    needs,
  ),
  check(
    'isbn.expected-for-print',
    {
      'takes a print book with its ISBN and shows it': async (t) => {
        const body = t.make.body('print');
        const created = await t.ask.create(body);
        await expectCreated(t, created, 'for a print book with an ISBN');
        const book = await t.ask.read(bookId(created));
        t.expect.equal(attributes(book)['isbn'], body.isbn, 'isbn as read back');
      },
    },
    needs,
  ),
]);
