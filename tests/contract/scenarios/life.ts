/** The life of one book: created, published, edited, published again, withdrawn, edited and deleted. */
import { getMaxPageSize } from '../../../src/contract/fields.ts';
import { dimensions } from '../../../src/monitor/index.ts';
import type { CaseBody } from '../../../src/harness/suite/index.ts';
import type { Book, Stage } from '../../../src/harness/stage/index.ts';
import {
  author,
  type Chapter,
  editor,
  createMixedName,
  createMixedTexts,
  createMixedTitle,
  narrator,
} from '../../../src/harness/values/index.ts';
import {
  isAccepted,
  awaitReview,
  findListItem,
  createMixedDraft,
  interruptReview,
} from '../steps/index.ts';
import { requestDeletedBook, editBook, editKinds, readByOneId, withdraw } from './edits.ts';
import { addFiles, createChapters } from './book-files.ts';
import { type ProbeKind, probeKinds, probeRefusals, wrongKeys } from './probes.ts';
import type { Row } from './refused-requests.ts';

/** The factors in which lives differ. */
export const conditions = {
  format: dimensions.format,
  probedWhen: ['in review', 'published', 'withdrawn'],
  /** The edits that return the book to draft while it is in the shops, and when it is withdrawn. */
  whenInShops: editKinds,
  whenWithdrawn: editKinds,
} as const;

/** The conditions of one life, and its place among the others. */
export type Life = Row<typeof conditions> & {
  /** The index of this life among all lives; it chooses texts and values. */
  readonly turn: number;
  /** The index of this life among the lives of the same format. */
  readonly indexInFormat: number;
};

/** Publication dates in the past, inside the window and after it, in days from the service's today. */
const days = [-40, 12, 16] as const;

async function createBook(t: Stage, { format, turn, indexInFormat }: Life): Promise<Book> {
  const writer = { ...createMixedName(turn), role: 'Author' };
  const audioEdition = indexInFormat % 2 === 0 ? 'ABR' : 'UBR';
  const book = await createMixedDraft(t, {
    format,
    turn,
    fields: {
      // A narrator counts wherever it is in the list.
      contributor: [
        writer,
        ...(format === 'audio' || indexInFormat > 0 ? [editor] : []),
        ...(format === 'audio' ? [narrator] : []),
      ],
      language: ['EN', 'es'],
      ...(format === 'audio' ? { audioDetails: { audioLength: 90_000 + turn, audioEdition } } : {}),
    },
  });
  if (indexInFormat > 0) return book;
  if (turn % 2 === 0) await t.ask.read(book.id);
  else await t.eventually(async () => t.ask.lookUp(book.externalId), isAccepted);
  return book;
}

/** Replaces the number at the end of a title by a letter, so that later lives sort before earlier ones. */
function createReversedTitle(title: string, turn: number): string {
  return title.replace(/\d+$/u, 'zyxwvutsrqponmlkjihgfedcba'.charAt(turn % 26));
}

/** Updates many fields at once, and sets the chapters of an audiobook. The book is not a final version yet. */
async function editDraft(
  t: Stage,
  book: Book,
  { chapters, life }: { readonly chapters: Chapter[]; readonly life: Life },
): Promise<void> {
  const { turn, format, indexInFormat } = life;
  // The first lives of all formats get different dates, and so do successive lives of a format.
  const daysAhead = days[(dimensions.format.indexOf(format) + indexInFormat) % days.length] ?? 0;
  const { subtitle, keyword } = createMixedTexts(turn + 1);
  const isAudio = book.format === 'audio';
  const narrators = isAudio ? [narrator] : [];
  const contributors = [
    { ...author, ...createMixedName(turn) },
    editor,
    { ...author, ...createMixedName(turn + 1) },
  ];
  const updateResponse = await t.ask.update(book.id, {
    subtitle,
    keyword,
    title: `${createReversedTitle(t.make.body(book.format).title, turn)} ${createMixedTitle(turn + 1)}`,
    publicationDate: t.clock.day(daysAhead),
    isFinalVersion: false,
    language: ['en', 'ES'],
    contributor:
      indexInFormat % 2 === 0 ? [...narrators, ...contributors] : [...contributors, ...narrators],
    price: [
      { currency: 'EUR', price: 999.5 },
      { currency: 'GBP', price: 3 },
    ],
    ...(isAudio ? { chapters, audioDetails: { audioLength: 60, audioEdition: 'ABR' } } : {}),
  });
  t.need.accepted(updateResponse);
  await readByOneId(t, book, turn + 1);
}

/** Publishes a book, as a final version if the first attempt is refused; asserts that it succeeds. */
async function release(t: Stage, { id }: Book): Promise<void> {
  let response = await t.ask.publish(id);
  if (!isAccepted(response)) {
    await t.ask.read(id);
    await t.ask.update(id, { isFinalVersion: true });
    response = await t.ask.publish(id);
  }
  t.expect.accepted(response, 'to publishing a complete book');
}

/** Days from today inside the final version window. */
const daysInsideWindow = { ebook: 0, print: -40, audio: 1 } as const;

/** Publishes a book that is not a final version, inside the window; the refusal must change nothing. */
async function publishTooEarly(t: Stage, book: Book): Promise<void> {
  const publicationDate = t.clock.day(daysInsideWindow[book.format]);
  await t.ask.update(book.id, { publicationDate, isFinalVersion: false });
  await t.ask.publish(book.id);
  await t.ask.read(book.id);
}

/** Publishes a complete book without a valid key, which is the only reason to refuse the request. */
async function publishWithoutKey(t: Stage, { id, format }: Book): Promise<void> {
  const key = { ebook: { key: null }, print: wrongKeys[0], audio: wrongKeys[1] }[format];
  await t.wire({ method: 'POST', path: `/books/${id}/publish`, json: {}, ...key });
}

/** Requests the list with the book: filtered by format and language in even turns, unfiltered in odd turns. */
async function listBook(t: Stage, { format, id }: Book, turn: number): Promise<void> {
  if (turn % 2 === 0) await t.ask.list({ format, language: 'ES', perPage: getMaxPageSize() });
  else await findListItem(t, id);
}

/** The time when a life sends bad requests: in a given status, or as a draft that was published before. */
type ProbeMoment = Life['probedWhen'] | 'edited';

/** Returns the kinds of probes to send now. Every third life of a format sends all kinds, the others one half each. */
function chooseProbes(
  moment: ProbeMoment,
  { indexInFormat, probedWhen }: Life,
): readonly ProbeKind[] {
  const cycle = indexInFormat % 3;
  const chosenMoment = cycle === 2 ? 'edited' : probedWhen;
  if (moment !== chosenMoment) return [];
  if (cycle === 0) return probeKinds;
  return cycle === 1 ? ['updates', 'keys'] : ['uploads', 'attaches'];
}

/** Returns a case that leads a book through its life. */
export function runLife(life: Life): CaseBody {
  return async (t) => {
    const { turn, indexInFormat, format } = life;
    const book = await createBook(t, life);
    // Lives of different formats omit the key in different requests.
    const keyTurn = indexInFormat + dimensions.format.indexOf(format);
    const probe = async (moment: ProbeMoment): Promise<void> => {
      const kinds = chooseProbes(moment, life);
      if (kinds.length > 0) await probeRefusals(t, book, { turn, keyTurn, kinds });
    };
    const chapters = createChapters(await addFiles(t, book, life), turn);
    await editDraft(t, book, { chapters, life });
    await release(t, book);
    await readByOneId(t, book, turn + 1);
    await listBook(t, book, turn);
    await probe('in review');
    if (await awaitReview(t, book.id)) await readByOneId(t, book, turn);
    await probe('published');
    const hasSpareFile = (parity: number): boolean =>
      indexInFormat === 0 || indexInFormat % 2 === parity;
    const isConcurrent = format === 'ebook';
    const firstEdit = { kind: life.whenInShops, withSpareFile: hasSpareFile(0), isConcurrent };
    await editBook(t, book, { ...firstEdit, turn, chapters });
    await probe('edited');
    if (indexInFormat === 0) await publishTooEarly(t, book);
    await t.ask.update(book.id, { isFinalVersion: true });
    if (indexInFormat === 0) await publishWithoutKey(t, book);
    await t.ask.publish(book.id);
    // Only a published book is certain to be withdrawn by an unpublish.
    if (indexInFormat === 0) await awaitReview(t, book.id);
    await withdraw(t, book);
    if (indexInFormat === 1) await findListItem(t, book.id);
    await probe('withdrawn');
    const secondEdit = { kind: life.whenWithdrawn, withSpareFile: hasSpareFile(1), isConcurrent };
    await editBook(t, book, { ...secondEdit, turn: turn + 3, chapters });
    if (indexInFormat === 0) {
      if (format === 'ebook') await interruptReview(t, book);
      return;
    }
    if (!t.target.allow.has('delete')) return;
    if (isAccepted(await t.ask.delete(book.id)))
      await requestDeletedBook(t, book, indexInFormat - 1);
  };
}
