/** The life of one book: created, published, taken out of the shops, published again, withdrawn. */
import { dimensions } from '../../../src/monitor/index.ts';
import type { CaseBody } from '../../../src/harness/suite/index.ts';
import type { Book, Stage } from '../../../src/harness/stage/index.ts';
import {
  author,
  type Chapter,
  editor,
  mixedName,
  mixedTexts,
  mixedTitle,
  narrator,
} from '../../../src/harness/values/index.ts';
import { isAccepted, awaitReview, findListItem, createMixedDraft } from '../steps/index.ts';
import { callDeleted } from './deleted-books.ts';
import { addFiles, createChapters } from './book-files.ts';
import { editBook, editKinds, readByOneId, withdraw } from './edits.ts';
import { type ProbeKind, probeKinds, probeRefusals, wrongKeys } from './probes.ts';
import type { Row } from './rows.ts';

/** The conditions in which lives differ. */
export const conditions = {
  format: dimensions.format,
  probed: ['in review', 'published', 'withdrawn'],
  /** Calls that return the book to draft while it is in the shops, and again when it is withdrawn. */
  inShops: editKinds,
  withdrawn: editKinds,
} as const;

export type Life = Row<typeof conditions> & {
  /** Chooses texts and values. */
  readonly turn: number;
  /** The number of earlier lives of the same format. */
  readonly lifeNumber: number;
};

/** Publication dates in the past, within the window and beyond it: days from the service's today. */
const days = [-40, 12, 16] as const;

async function createBook(t: Stage, { format, turn, lifeNumber }: Life): Promise<Book> {
  const writer = { ...mixedName(turn), role: 'Author' };
  const audioEdition = lifeNumber % 2 === 0 ? 'ABR' : 'UBR';
  const book = await createMixedDraft(t, {
    format,
    turn,
    fields: {
      // A narrator counts wherever it is in the list.
      contributor: [
        writer,
        ...(format === 'audio' || lifeNumber > 0 ? [editor] : []),
        ...(format === 'audio' ? [narrator] : []),
      ],
      language: ['EN', 'es'],
      ...(format === 'audio' ? { audioDetails: { audioLength: 90_000 + turn, audioEdition } } : {}),
    },
  });
  if (lifeNumber > 0) return book;
  if (turn % 2 === 0) await t.ask.read(book.id);
  else await t.eventually(async () => t.ask.lookUp(book.externalId), isAccepted);
  return book;
}

/** Ends a title so that books sort by it in the reverse order of their lives. */
function createReversedTitle(title: string, turn: number): string {
  return title.replace(/\d+$/u, 'zyxwvutsrqponmlkjihgfedcba'.charAt(turn % 26));
}

/** Changes many fields in one update, and sets the chapters of an audiobook. The book is not a final version yet. */
async function editDraft(
  t: Stage,
  book: Book,
  { chapters, life }: { readonly chapters: Chapter[]; readonly life: Life },
): Promise<void> {
  const { turn, format, lifeNumber } = life;
  // Another date for each format in its first life, and for each life of a format.
  const ahead = days[(dimensions.format.indexOf(format) + lifeNumber) % days.length] ?? 0;
  const { subtitle, keyword } = mixedTexts(turn + 1);
  const audio = book.format === 'audio';
  const narrators = audio ? [narrator] : [];
  const people = [{ ...author, ...mixedName(turn) }, editor, { ...author, ...mixedName(turn + 1) }];
  const edited = await t.ask.update(book.id, {
    subtitle,
    keyword,
    title: `${createReversedTitle(t.make.body(book.format).title, turn)} ${mixedTitle(turn + 1)}`,
    publicationDate: t.clock.day(ahead),
    isFinalVersion: false,
    language: ['en', 'ES'],
    contributor: lifeNumber % 2 === 0 ? [...narrators, ...people] : [...people, ...narrators],
    price: [
      { currency: 'EUR', price: 999.5 },
      { currency: 'GBP', price: 3 },
    ],
    ...(audio ? { chapters, audioDetails: { audioLength: 60, audioEdition: 'ABR' } } : {}),
  });
  t.need.accepted(edited);
  await readByOneId(t, book, turn + 1);
}

/** Publishes, and again as a final version if that was refused. */
async function release(t: Stage, { id }: Book): Promise<void> {
  let answer = await t.ask.publish(id);
  if (!isAccepted(answer)) {
    await t.ask.read(id);
    await t.ask.update(id, { isFinalVersion: true });
    answer = await t.ask.publish(id);
  }
  t.expect.accepted(answer, 'to publishing a complete book');
}

/** Days from today that only a final version may be published with. */
const near = { ebook: 5, print: -40, audio: 1 } as const;

/** Publishes a book again, past or close to its date and not final, which changes nothing. */
async function refusedRelease(t: Stage, book: Book): Promise<void> {
  const publicationDate = t.clock.day(near[book.format]);
  await t.ask.update(book.id, { publicationDate, isFinalVersion: false });
  await t.ask.publish(book.id);
  await t.ask.read(book.id);
}

/** Publishes a complete book without a valid key: nothing else is a reason to refuse the call. */
async function publishWithoutKey(t: Stage, { id, format }: Book): Promise<void> {
  const key = { ebook: { key: null }, print: wrongKeys[0], audio: wrongKeys[1] }[format];
  await t.wire({ method: 'POST', path: `/books/${id}/publish`, json: {}, ...key });
}

/** Lists this book: among those of its format and language, or among all. */
async function listBook(t: Stage, { format, id }: Book, turn: number): Promise<void> {
  if (turn % 2 === 0) await t.ask.list({ format, language: 'ES', perPage: 100 });
  else await findListItem(t, id);
}

/** The moment at which a life tries bad requests: in a given status, or as a draft that was published before. */
type Moment = Life['probed'] | 'edited';

/** The first life of a format tries every kind of refusal, the others one half each. */
function chooseProbes(moment: Moment, { lifeNumber, probed }: Life): readonly ProbeKind[] {
  const halves = [probeKinds, ['updates', 'keys'], ['uploads', 'attaches']] as const;
  const wanted = lifeNumber % halves.length === 2 ? 'edited' : probed;
  return moment === wanted ? (halves[lifeNumber % halves.length] ?? []) : [];
}

/** Leads a book through its life. */
export function runLife(life: Life): CaseBody {
  return async (t) => {
    const { turn, lifeNumber, format } = life;
    const book = await createBook(t, life);
    // Lives of different formats leave out the key of different calls.
    const keyless = lifeNumber + dimensions.format.indexOf(format);
    const probe = async (moment: Moment): Promise<void> => {
      const kinds = chooseProbes(moment, life);
      if (kinds.length > 0) await probeRefusals(t, book, { turn, keyless, kinds });
    };
    const chapters = createChapters(await addFiles(t, book, life), turn);
    await editDraft(t, book, { chapters, life });
    await release(t, book);
    await readByOneId(t, book, turn + 1);
    await listBook(t, book, turn);
    await probe('in review');
    if (await awaitReview(t, book.id)) await readByOneId(t, book, turn);
    await probe('published');
    const spare = (place: number): boolean => lifeNumber === 0 || lifeNumber % 2 === place;
    const concurrent = format === 'ebook';
    const inShops = { kind: life.inShops, spare: spare(0), concurrent };
    await editBook(t, book, { ...inShops, turn, chapters });
    await probe('edited');
    if (lifeNumber === 0) await refusedRelease(t, book);
    await t.ask.update(book.id, { isFinalVersion: true });
    if (lifeNumber === 0) await publishWithoutKey(t, book);
    await t.ask.publish(book.id);
    // Only of a book that was published it is certain that an unpublish withdraws it.
    if (lifeNumber === 0) await awaitReview(t, book.id);
    await withdraw(t, book);
    if (lifeNumber === 1) await findListItem(t, book.id);
    await probe('withdrawn');
    const withdrawn = { kind: life.withdrawn, spare: spare(1), concurrent };
    await editBook(t, book, { ...withdrawn, turn: turn + 3, chapters });
    if (lifeNumber === 0 || !t.target.allow.has('delete')) return;
    if (isAccepted(await t.ask.delete(book.id))) await callDeleted(t, book, lifeNumber - 1);
  };
}
