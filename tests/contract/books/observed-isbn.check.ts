/** Observes ISBNs where the document is silent (Book). */
import { observe, section } from '../../../src/harness/suite/index.ts';
import { readAttributes, readBookId, parseProblem } from '../../../src/harness/evidence/index.ts';
import { lendInTurns, type Stage } from '../../../src/harness/stage/index.ts';
import { hyphenateIsbn, convertTo979 } from '../../../src/harness/values/index.ts';
import { createUniqueIsbn } from '../../property/books/index.ts';
import { getUnchangedBook, createWithIsbn, isAccepted } from '../steps/index.ts';

const needs = { needs: ['write'] } as const;

/** Lends one print book to the cases, which give it one ISBN after another. */
const withPrintBook = lendInTurns(async (t) => t.make.draft('print'));

/** Returns whether a valid ISBN was accepted, ignored or refused for a new book of a format. */
async function observeIsbnOf(t: Stage, format: 'ebook' | 'audio'): Promise<string> {
  const { isbn, answer } = await createWithIsbn(t, format);
  if (!isAccepted(answer)) return String(answer.status);
  const shown = readAttributes(await t.ask.read(readBookId(answer)))['isbn'];
  return shown === isbn ? 'accepted' : 'ignored';
}

export const observedIsbn = section('ISBN, where the document is silent', [
  observe(
    'isbn.hyphens',
    async (t) => {
      return withPrintBook(t, async ({ id }) => {
        const isbn = hyphenateIsbn(createUniqueIsbn(t));
        const answer = await t.ask.update(id, { isbn });
        if (!isAccepted(answer)) return String(answer.status);
        const shown = readAttributes(await t.ask.read(id))['isbn'];
        return shown === isbn ? 'accepted-as-is' : 'accepted-normalised';
      });
    },
    needs,
  ),
  observe(
    'isbn.prefixes',
    async (t) => {
      return withPrintBook(t, async ({ id }) => {
        const takes = async (isbn: string): Promise<boolean> =>
          isAccepted(await t.ask.update(id, { isbn }));
        if (!(await takes(convertTo979(createUniqueIsbn(t), '1')))) return '978-only';
        return (await takes(convertTo979(createUniqueIsbn(t), '0')))
          ? '978-and-979'
          : '979-0-refused';
      });
    },
    needs,
  ),
  observe(
    'isbn.error-text',
    async (t) => {
      return withPrintBook(t, async ({ id }) => {
        const answer = await t.ask.update(id, { isbn: '9780306406158' });
        const names = parseProblem(answer.body)?.invalidParams.map(({ name }) => name) ?? [];
        return names.length === 0 ? 'no name' : names.join(', ');
      });
    },
    needs,
  ),
  observe(
    'isbn.uniqueness',
    async (t) => {
      const { sent } = await getUnchangedBook(t, 'print');
      const again = await t.ask.create(t.make.body('print', { isbn: sent.isbn ?? null }));
      return isAccepted(again) ? 'accepted' : String(again.status);
    },
    needs,
  ),
  observe(
    'isbn.formats',
    async (t) => {
      const ebook = await observeIsbnOf(t, 'ebook');
      const audio = await observeIsbnOf(t, 'audio');
      return ebook === audio ? ebook : `ebook: ${ebook}, audio: ${audio}`;
    },
    needs,
  ),
]);
