/**
 * ISBNs, valid and invalid, on create and on update; the monitor judges each (Book, Errors). Valid ISBNs that
 * only this run uses, in case a service accepts each ISBN only once.
 */
import { type Stage, oncePerRun } from '../../../src/harness/stage/index.ts';
import { check, forAll, section } from '../../../src/harness/suite/index.ts';
import { readBookId } from '../../../src/harness/evidence/index.ts';
import {
  formats,
  isbn978,
  createMixedTexts,
  invalidIsbn,
  invalidIsbnExamples,
} from '../../../src/harness/values/index.ts';
import {
  isAccepted,
  createMixedDraft,
  requireValue,
  createWithIsbn,
} from '../../contract/steps/index.ts';

/** Returns a valid ISBN that no other book of any run has. */
export function createUniqueIsbn(t: Stage): string {
  return t.make.body('print').isbn ?? '';
}

/** Returns two such ISBNs for each of these check digits. */
function createUniqueIsbnPairs(t: Stage, digits: readonly string[]): readonly [string, string][] {
  const isbns = Array.from({ length: 80 }, () => createUniqueIsbn(t));
  return digits.flatMap((digit): [string, string][] => {
    const [first, second] = isbns.filter((isbn) => isbn.endsWith(digit));
    return first === undefined || second === undefined ? [] : [[first, second]];
  });
}

const needsWrite = { needs: ['write'] } as const;

/** Returns a print book; every case may change its ISBN. */
const getPrintBook = oncePerRun(async (t) => createMixedDraft(t, { format: 'print', turn: 2 }));

/** Returns the ids of a print book and of those formats for which the service accepts an ISBN. */
async function listBooksWithIsbn(t: Stage): Promise<readonly string[]> {
  const others = await Promise.all(
    (['ebook', 'audio'] as const).map(async (format) => {
      const { exchange } = await createWithIsbn(t, format);
      return isAccepted(exchange) ? [readBookId(exchange)] : [];
    }),
  );
  return [(await getPrintBook(t)).id, ...others.flat()];
}

export const isbn = section('ISBN', [
  check(
    'isbn.valid-on-create',
    {
      'refuses strings that only look like an ISBN-13': async (t) => {
        // The other two thirds are sent in updates.
        for (const { value } of invalidIsbnExamples.filter((_, index) => index % 3 === 0)) {
          await t.ask.create(t.make.body('print', { ...createMixedTexts(0), isbn: value }));
        }
      },
      'refuses any number with one digit changed or two digits swapped': forAll(
        invalidIsbn,
        async (t, { value }) => {
          await t.ask.create(t.make.body('print', { isbn: value }));
        },
        { runs: 1 },
      ),
      'refuses an ISBN with a wrong check digit for every format': async (t) => {
        for (const format of formats) {
          // A service that accepts this valid ISBN must check the next one.
          await createWithIsbn(t, format);
          await t.ask.create(t.make.body(format, { isbn: '9780306406158' }));
        }
      },
    },
    needsWrite,
  ),
  check(
    'isbn.valid-on-update',
    {
      'refuses strings that only look like an ISBN-13': async (t) => {
        const books = await listBooksWithIsbn(t);
        const badExamples = invalidIsbnExamples.filter((_, index) => index % 3 !== 0);
        for (const [turn, { value }] of badExamples.entries()) {
          await t.ask.update(requireValue(books[turn % books.length], 'there is no book'), {
            isbn: value,
          });
        }
        for (const id of books) await t.ask.read(id);
      },
      'accepts ISBNs with the check digits 0, 1 and 9, and refuses a wrong check digit': async (
        t,
      ) => {
        const { id } = await getPrintBook(t);
        for (const [firstIsbn, spareIsbn] of createUniqueIsbnPairs(t, ['0', '1', '9'])) {
          if (isAccepted(await t.ask.update(id, { isbn: firstIsbn }))) continue;
          // The service may refuse the first because another book has it, but hardly both.
          const secondUpdate = await t.ask.update(id, { isbn: spareIsbn });
          t.expect.accepted(
            secondUpdate,
            `to ${spareIsbn}, a valid ISBN-13, after ${firstIsbn} was refused`,
          );
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
    needsWrite,
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
    { ...needsWrite, depth: 'deep' },
  ),
]);
