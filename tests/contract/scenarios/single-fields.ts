/**
 * Changes each field of a book in a separate update. A side effect on a second field shows in the
 * read at the end if the second field was updated before; in the opposite order, if it comes after.
 */
import type { BookUpdate } from '../../../src/generated/api.ts';
import type { CaseBody } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  author,
  type Chapter,
  editor,
  type Format,
  formats,
  mixedName,
  mixedTitle,
  narrator,
} from '../../../src/harness/values/index.ts';
import { withThreeChapters } from '../../property/chapters/index.ts';
import { createUniqueIsbn } from '../../property/books/index.ts';
import { createMixedDraft } from '../steps/index.ts';

interface Edited {
  readonly id: string;
  readonly format: Format;
  /** Those of an audiobook. */
  readonly chapters: readonly Chapter[];
}

/**
 * Two values for each field; null if a book may have none. Fields that may be null come first, and
 * so last in the opposite order, where nothing hides what a null does to the others.
 */
function valuesOf(t: Stage, { format, chapters }: Edited): readonly [BookUpdate, BookUpdate][] {
  const body = t.make.body(format);
  const people = format === 'audio' ? [narrator] : [];
  const audio: readonly [BookUpdate, BookUpdate][] = [
    [
      { audioDetails: { audioLength: 70_000, audioEdition: 'ABR' } },
      { audioDetails: { audioLength: 9, audioEdition: 'UBR' } },
    ],
    [
      { chapters: chapters.map((one) => ({ ...one, title: `${one.title}, first` })) },
      { chapters: chapters.map((one) => ({ ...one, title: `${one.title}, last` })) },
    ],
  ];
  return [
    [{ isbn: createUniqueIsbn(t) }, { isbn: format === 'print' ? createUniqueIsbn(t) : null }],
    [{ subtitle: mixedTitle(0) }, { subtitle: null }],
    [{ externalId: body.externalId ?? null }, { externalId: `${body.externalId}-b` }],
    [{ title: `${body.title} ${mixedTitle(1)}` }, { title: `${body.title} ${mixedTitle(2)}` }],
    [{ isFinalVersion: true }, { isFinalVersion: false }],
    [{ publicationDate: t.clock.day(431) }, { publicationDate: t.clock.day(-31) }],
    [{ language: ['ES', 'en'] }, { language: ['de'] }],
    [
      { contributor: [editor, { ...author, ...mixedName(2) }, ...people] },
      { contributor: [author, ...people] },
    ],
    ...(format === 'audio' ? audio : []),
    [
      { price: [{ currency: 'EUR', price: 0.99 }] },
      { price: [{ currency: 'USD', price: 999.99 }] },
    ],
    [{ description: mixedTitle(1) }, { description: 'Short again.' }],
    [{ category: ['FIC002000', 'FIC000000'] }, { category: ['FIC002000'] }],
    [{ keyword: ['tide', mixedTitle(2)] }, { keyword: ['salt'] }],
  ];
}

type Order = 'forth' | 'back';

async function withDraft(
  t: Stage,
  format: Format,
  use: (book: Edited) => Promise<void>,
): Promise<void> {
  if (format === 'audio') {
    await withThreeChapters(t, async ({ book, chapters }) =>
      use({ id: book.id, format, chapters }),
    );
    return;
  }
  const { id } = await createMixedDraft(t, { format, turn: formats.indexOf(format) });
  await use({ id, format, chapters: [] });
}

/** Edits a draft of a format, one field at a time, and the last two of them concurrently. */
export function editsOneField(format: Format, order: Order): CaseBody {
  return async (t) => {
    await withDraft(t, format, async (book) => {
      const values = valuesOf(t, book);
      const updates =
        order === 'forth'
          ? values.map(([one]) => one)
          : values.map(([, other]) => other).toReversed();
      for (const fields of updates.slice(0, -2)) await t.ask.update(book.id, fields);
      await Promise.all(updates.slice(-2).map(async (fields) => t.ask.update(book.id, fields)));
      await t.ask.read(book.id);
    });
  };
}
