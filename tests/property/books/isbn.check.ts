/** ISBNs, valid and invalid, on create and on update; the monitor judges each (Book, Errors). */
import { check, forAll, section } from '../../../src/harness/suite/index.ts';
import { readBookId } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import {
  formats,
  isbn978,
  mixedTexts,
  invalidIsbn,
  invalidIsbnExamples,
} from '../../../src/harness/values/index.ts';
import {
  isAccepted,
  createMixedDraft,
  requireValue,
  createWithIsbn,
} from '../../contract/steps/index.ts';
import { createUniqueIsbnPairs } from './own-isbn.ts';

const needs = { needs: ['write'] } as const;

/** A print book whose ISBN every case may change. */
const getPrintBook = oncePerRun(async (t) => createMixedDraft(t, { format: 'print', turn: 2 }));

/** A book of each format that has an ISBN; a service may take one for print books only. */
async function listBooksWithIsbn(t: Stage): Promise<readonly string[]> {
  const others = await Promise.all(
    (['ebook', 'audio'] as const).map(async (format) => {
      const { answer } = await createWithIsbn(t, format);
      return isAccepted(answer) ? [readBookId(answer)] : [];
    }),
  );
  return [(await getPrintBook(t)).id, ...others.flat()];
}

export const isbn = section('ISBN', [
  check(
    'isbn.valid-on-create',
    {
      'refuses everything that only looks like an ISBN-13': async (t) => {
        // Every third is sent in a create, the others in updates.
        for (const { value } of invalidIsbnExamples.filter((_, index) => index % 3 === 0)) {
          await t.ask.create(t.make.body('print', { ...mixedTexts(0), isbn: value }));
        }
      },
      'refuses any number with one digit changed or two digits swapped': forAll(
        invalidIsbn,
        async (t, { value }) => {
          await t.ask.create(t.make.body('print', { isbn: value }));
        },
        { runs: 1 },
      ),
      'refuses a bad number for every format': async (t) => {
        for (const format of formats) {
          // If a service accepts this one, it has to check the next.
          await createWithIsbn(t, format);
          await t.ask.create(t.make.body(format, { isbn: '9780306406158' }));
        }
      },
    },
    needs,
  ),
  check(
    'isbn.valid-on-update',
    {
      'refuses everything that only looks like an ISBN-13': async (t) => {
        const books = await listBooksWithIsbn(t);
        const bad = invalidIsbnExamples.filter((_, index) => index % 3 !== 0);
        for (const [turn, { value }] of bad.entries()) {
          await t.ask.update(requireValue(books[turn % books.length], 'there is no book'), {
            isbn: value,
          });
        }
        for (const id of books) await t.ask.read(id);
      },
      'accepts valid numbers with the check digits 0, 1 and 9': async (t) => {
        const { id } = await getPrintBook(t);
        for (const [one, other] of createUniqueIsbnPairs(t, ['0', '1', '9'])) {
          if (isAccepted(await t.ask.update(id, { isbn: one }))) continue;
          // Another book may have one such number. It is unlikely that others have two.
          const again = await t.ask.update(id, { isbn: other });
          t.expect.accepted(again, `to ${other}, a valid ISBN-13, after ${one} was refused`);
        }
        for (const book of await listBooksWithIsbn(t)) {
          await t.ask.update(book, { isbn: '9780306406158' });
        }
        await t.ask.read(id);
      },
      'refuses any number with one digit changed or two digits swapped': forAll(
        invalidIsbn,
        async (t, { value }) => {
          await t.ask.update((await getPrintBook(t)).id, { isbn: value });
        },
        { runs: 1 },
      ),
    },
    needs,
  ),
  check(
    'update.changes-values',
    {
      'accepts any valid ISBN': forAll(
        isbn978,
        async (t, value) => {
          const { id } = await getPrintBook(t);
          await t.ask.update(id, { isbn: value });
          await t.ask.read(id);
        },
        { runs: 3 },
      ),
    },
    { ...needs, depth: 'deep' },
  ),
]);
