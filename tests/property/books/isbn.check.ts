/** ISBNs, valid and invalid, on create and on update, for each format; the monitor judges each (Book, Errors). */
import fc from 'fast-check';
import {
  drawOfEachClass,
  drawVariation,
  formats,
  isbn978,
  listBodyVariations,
} from '../../../src/harness/arbitraries/index.ts';
import { readBookId } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { check, forAll, section } from '../../../src/harness/suite/index.ts';
import { createWithIsbn } from '../../contract/steps/shared-books.ts';
import { isAccepted, requireValue } from '../../contract/steps/steps.ts';
import { valuesPerSuite } from '../values-per-suite.ts';

/** Returns a valid ISBN that no other book of any run has. */
export function createUniqueIsbn(t: Stage): string {
  return t.make.body('print').isbn ?? '';
}

/** Returns the ids of a book of each format for which the service accepts an ISBN. Every case may change the ISBNs. */
const listBooksWithIsbn = oncePerRun(async (t) => {
  const isbns = formats.map(() => createUniqueIsbn(t));
  const exchanges = await Promise.all(
    formats.map(async (format, index) =>
      t.ask.create(t.make.body(format, { isbn: isbns[index] ?? '' })),
    ),
  );
  return exchanges.flatMap((exchange) => (isAccepted(exchange) ? [readBookId(exchange)] : []));
});

function isIsbn(name: string): boolean {
  return name === 'isbn';
}

/** Draws invalid updates of an ISBN for one of the books. */
const invalidUpdates = fc.record({
  turn: fc.nat({ max: 2 }),
  update: isbn978.chain((number) =>
    drawVariation('updateBook', { isbn: number }, { kinds: ['refused'], isVaried: isIsbn }),
  ),
});

async function updateIsbn(t: Stage, turn: number, json: unknown): Promise<string> {
  const books = await listBooksWithIsbn(t);
  const id = requireValue(books[turn % books.length], 'the service accepts no ISBN');
  await t.wire({ method: 'PATCH', path: `/books/${id}`, json });
  return id;
}

const options = { covers: ['isbn.'], needs: ['write'] } as const;
const runs = Math.round(valuesPerSuite / 3);

export const isbn = section('ISBN', [
  check(
    'isbn.valid-on-create',
    {
      'refuses a text of each kind that is not an ISBN-13': forAll(
        (t) =>
          drawOfEachClass('createBook', t.make.body('print'), {
            kinds: ['refused'],
            isVaried: isIsbn,
          }),
        async (t, variations) => {
          for (const { value } of variations) {
            await t.wire({ method: 'POST', path: '/books', json: value });
          }
        },
        { runs: 1 },
      ),
    },
    options,
  ),
  check(
    'isbn.valid-on-create',
    {
      'refuses an ISBN with a wrong check digit for every format': async (t) => {
        for (const format of formats) {
          // A service that accepts this valid ISBN must check the next one.
          await createWithIsbn(t, format);
          await t.ask.create(t.make.body(format, { isbn: '9780306406158' }));
        }
        await t.ask.create(t.make.body('print', { isbn: '9791090636070' }));
      },
    },
    { ...options, depth: 'quick' },
  ),
  check(
    'isbn.valid-on-update',
    {
      'refuses every text that is not an ISBN-13': forAll(
        invalidUpdates,
        async (t, { turn, update }) => {
          await updateIsbn(t, turn, update.value);
        },
        { runs },
      ),
      'accepts and shows an ISBN-13 under 978 with each check digit': forAll(
        isbn978.map((number) => [
          { isbn: number },
          ...listBodyVariations('updateBook', { isbn: number }, { isVaried: isIsbn })
            .filter(({ kind }) => kind === 'edge')
            .map(({ value }) => value),
        ]),
        async (t, updates) => {
          for (const [turn, update] of updates.entries()) {
            await t.ask.read(await updateIsbn(t, turn, update));
          }
        },
        { runs: 1 },
      ),
    },
    options,
  ),
]);
