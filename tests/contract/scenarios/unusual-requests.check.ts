/** Requests that are unusual but permitted, and updates of one field at a time: a side effect shows only in a field updated earlier. */
import type { BookUpdate } from '../../../src/generated/api.ts';
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
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
  createMixedTexts,
} from '../../../src/harness/values/index.ts';
import { withThreeChapters } from '../../property/chapters/index.ts';
import { createUniqueIsbn } from '../../property/books/index.ts';
import { createMixedDraft, isAccepted, changeExternalId, getSharedDraft } from '../steps/index.ts';
import { getMaxPageSize } from '../../../src/contract/fields.ts';
import { readBookId } from '../../../src/harness/evidence/index.ts';

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
function editFieldByField(format: Format, order: Order): CaseBody {
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

/** Sends an imprint in a create and an update. Only the service may set it, so it ignores or refuses the field. */
const sendImprint: CaseBody = async (t) => {
  const imprint = { id: t.make.unknownId(), name: 'Another Press' };
  const json = { ...t.make.body('ebook', createMixedTexts(0)), imprint };
  const response = await t.wire({ method: 'POST', path: '/books', json });
  const id = isAccepted(response) ? readBookId(response) : (await getSharedDraft(t, 'ebook')).id;
  await t.ask.read(id);
  await t.wire({ method: 'PATCH', path: `/books/${id}`, json: { imprint } });
  await t.ask.read(id);
};

/** Replaces the external id of a book and then clears it, with lookups of each. */
const replaceExternalId: CaseBody = async (t) => {
  await changeExternalId(t);
};

/** Sends texts with line breaks, quotes and emoji, empty lists, and a very high page number. */
const sendUnusualRequests: CaseBody = async (t) => {
  const { title } = t.make.body('ebook');
  await t.ask.list({ page: 2_147_483_647, perPage: getMaxPageSize() });
  await t.wire({ method: 'GET', path: '/books', query: { language: "x'; --" } });
  await t.ask.lookUp("no such id: 100% 'quoted' 🏝");
  const { id } = await t.make.draft('ebook', {
    title: `${title} – Ærøskøbing «日本語» 🏝`,
    description: 'Line one\nline two\ttabbed "quoted" <b>bold</b> & \\ back',
  });
  await t.ask.read(id);
  // A service may refuse empty lists.
  await t.ask.create(t.make.body('ebook', { category: [], keyword: [] }));
};

const needsReadWrite = { needs: ['read', 'write'] } as const;

export const unusualRequests = section('Unusual requests and single fields', [
  check(
    'update.changes-values',
    {
      'updates each field of an ebook without changing the others': editFieldByField(
        'ebook',
        'backward',
      ),
      'updates each field of a print book without changing the others': editFieldByField(
        'print',
        'forward',
      ),
      'updates each field of an audiobook without changing the others': editFieldByField(
        'audio',
        'backward',
      ),
    },
    { covers: ['update.', 'book.', 'price.', 'contributor.'], ...needsReadWrite },
  ),
  check(
    'book.imprint-set-by-service',
    { 'ignores or refuses an imprint from a client': sendImprint },
    { covers: ['update.'], ...needsReadWrite },
  ),
  check(
    'update.changes-values',
    { 'finds a book only by its current external id': replaceExternalId },
    { covers: ['lookup.'], ...needsReadWrite },
  ),
  check(
    'errors.no-5xx',
    { 'answers unusual but documented requests without a 5xx': sendUnusualRequests },
    { covers: ['errors.', 'book.'], ...needsReadWrite },
  ),
]);
