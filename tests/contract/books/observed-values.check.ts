/** Observes publication dates and ISBNs where the document is silent (Book). */
import { observe, section } from '../../../src/harness/suite/index.ts';
import { getYear, hyphenateIsbn, convertTo979 } from '../../../src/harness/arbitraries/index.ts';
import { getScratchBook, getUnchangedBook, createWithIsbn } from '../steps/shared-books.ts';
import { isAccepted } from '../steps/steps.ts';
import { readAttributes, readBookId, parseProblem } from '../../../src/harness/evidence/index.ts';
import { lendInTurns, type Stage } from '../../../src/harness/stage/index.ts';
import { createUniqueIsbn } from '../../property/books/isbn.check.ts';

const needsWrite = { needs: ['write'] } as const;

export const observedDate = section('Publication date, where the document is silent', [
  observe(
    'date.form',
    async (t) => {
      const { id } = await getScratchBook(t);
      const year = getYear(t.clock.today()) + 1;
      for (const publicationDate of [`${year}-06-15T00:00:00Z`, `${year}-6-5`]) {
        const exchange = await t.ask.update(id, { publicationDate });
        if (exchange.response.status < 300) return 'lenient';
      }
      return 'strict';
    },
    needsWrite,
  ),
  observe(
    'date.wrong-type',
    async (t) => {
      const { id } = await getScratchBook(t);
      const json = { publicationDate: 20_310_615 };
      const exchange = await t.wire({ method: 'PATCH', path: `/books/${id}`, json });
      return String(exchange.response.status);
    },
    needsWrite,
  ),
]);

/** A valid ISBN except for its last digit. */
const isbnWithWrongCheckDigit = '9780306406158';

/** Lends one print book to one observation at a time; each sets an ISBN. */
const withPrintBook = lendInTurns(async (t) => t.make.draft('print'));

/** Returns how a create of this format treats a valid ISBN: it accepts, ignores or refuses it. */
async function observeIsbn(t: Stage, format: 'ebook' | 'audio'): Promise<string> {
  const { isbn, exchange } = await createWithIsbn(t, format);
  if (!isAccepted(exchange)) return String(exchange.response.status);
  const shownIsbn = readAttributes(await t.ask.read(readBookId(exchange)))['isbn'];
  return shownIsbn === isbn ? 'accepted' : 'ignored';
}

export const observedIsbn = section('ISBN, where the document is silent', [
  observe(
    'isbn.hyphens',
    async (t) =>
      withPrintBook(t, async ({ id }) => {
        const isbn = hyphenateIsbn(createUniqueIsbn(t));
        const exchange = await t.ask.update(id, { isbn });
        if (!isAccepted(exchange)) return String(exchange.response.status);
        const shownIsbn = readAttributes(await t.ask.read(id))['isbn'];
        return shownIsbn === isbn ? 'accepted-as-is' : 'accepted-normalised';
      }),
    needsWrite,
  ),
  observe(
    'isbn.prefixes',
    async (t) =>
      withPrintBook(t, async ({ id }) => {
        const accepts = async (isbn: string): Promise<boolean> =>
          isAccepted(await t.ask.update(id, { isbn }));
        // Books have numbers from 979-1. Those with 979-0 are ISMNs, for music.
        if (!(await accepts(convertTo979(createUniqueIsbn(t), '1')))) return '978-only';
        return (await accepts(convertTo979(createUniqueIsbn(t), '0')))
          ? '978-and-979'
          : '979-0-refused';
      }),
    needsWrite,
  ),
  observe(
    'isbn.error-text',
    async (t) =>
      withPrintBook(t, async ({ id }) => {
        const exchange = await t.ask.update(id, { isbn: isbnWithWrongCheckDigit });
        const names =
          parseProblem(exchange.response.body)?.invalidParams.map(({ name }) => name) ?? [];
        return names.length === 0 ? 'no name' : names.join(', ');
      }),
    needsWrite,
  ),
  observe(
    'isbn.uniqueness',
    async (t) => {
      const { body } = await getUnchangedBook(t, 'print');
      const secondCreate = await t.ask.create(t.make.body('print', { isbn: body.isbn ?? null }));
      return isAccepted(secondCreate) ? 'accepted' : String(secondCreate.response.status);
    },
    needsWrite,
  ),
  observe(
    'isbn.formats',
    async (t) => {
      const ebook = await observeIsbn(t, 'ebook');
      const audio = await observeIsbn(t, 'audio');
      return ebook === audio ? ebook : `ebook: ${ebook}, audio: ${audio}`;
    },
    needsWrite,
  ),
]);
