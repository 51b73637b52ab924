/**
 * Changes each field of a book in a separate update. A side effect on another field shows in the final
 * read only if that field was updated earlier. So some formats send the updates in the opposite order.
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
  createMixedName,
  createMixedTitle,
  narrator,
} from '../../../src/harness/values/index.ts';
import { withThreeChapters } from '../../property/chapters/index.ts';
import { createUniqueIsbn } from '../../property/books/index.ts';
import { createMixedDraft } from '../steps/index.ts';

interface EditableBook {
  readonly id: string;
  readonly format: Format;
  /** Empty unless the book is an audiobook. */
  readonly chapters: readonly Chapter[];
}

/**
 * Returns two values for each field; some are null. The nullable fields come first. So they come last in
 * the opposite order, and no later update hides what a null does to the other fields.
 */
function listFieldValues(
  t: Stage,
  { format, chapters }: EditableBook,
): readonly [BookUpdate, BookUpdate][] {
  const body = t.make.body(format);
  const narrators = format === 'audio' ? [narrator] : [];
  const audio: readonly [BookUpdate, BookUpdate][] = [
    [
      { audioDetails: { audioLength: 70_000, audioEdition: 'ABR' } },
      { audioDetails: { audioLength: 9, audioEdition: 'UBR' } },
    ],
    [
      { chapters: chapters.map((chapter) => ({ ...chapter, title: `${chapter.title}, first` })) },
      { chapters: chapters.map((chapter) => ({ ...chapter, title: `${chapter.title}, last` })) },
    ],
  ];
  return [
    [{ isbn: createUniqueIsbn(t) }, { isbn: format === 'print' ? createUniqueIsbn(t) : null }],
    [{ subtitle: createMixedTitle(0) }, { subtitle: null }],
    [{ externalId: body.externalId ?? null }, { externalId: `${body.externalId}-b` }],
    [
      { title: `${body.title} ${createMixedTitle(1)}` },
      { title: `${body.title} ${createMixedTitle(2)}` },
    ],
    [{ isFinalVersion: true }, { isFinalVersion: false }],
    [{ publicationDate: t.clock.day(431) }, { publicationDate: t.clock.day(-31) }],
    [{ language: ['ES', 'en'] }, { language: ['de'] }],
    [
      { contributor: [editor, { ...author, ...createMixedName(2) }, ...narrators] },
      { contributor: [author, ...narrators] },
    ],
    ...(format === 'audio' ? audio : []),
    [
      { price: [{ currency: 'EUR', price: 0.99 }] },
      { price: [{ currency: 'USD', price: 999.99 }] },
    ],
    [{ description: createMixedTitle(1) }, { description: 'Short again.' }],
    [{ category: ['FIC002000', 'FIC000000'] }, { category: ['FIC002000'] }],
    [{ keyword: ['tide', createMixedTitle(2)] }, { keyword: ['salt'] }],
  ];
}

type Order = 'forward' | 'backward';

async function withDraft(
  t: Stage,
  format: Format,
  use: (book: EditableBook) => Promise<void>,
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

/** Updates a draft one field at a time, with the last two updates sent concurrently, and reads it. */
export function editFieldByField(format: Format, order: Order): CaseBody {
  return async (t) => {
    await withDraft(t, format, async (book) => {
      const values = listFieldValues(t, book);
      const updates =
        order === 'forward'
          ? values.map(([firstValue]) => firstValue)
          : values.map(([, secondValue]) => secondValue).toReversed();
      for (const fields of updates.slice(0, -2)) await t.ask.update(book.id, fields);
      await Promise.all(updates.slice(-2).map(async (fields) => t.ask.update(book.id, fields)));
      await t.ask.read(book.id);
    });
  };
}
