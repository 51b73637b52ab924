/** The life of one book: created, published, taken out of the shops, published again, withdrawn. */
import { blame } from '../../../src/harness/evidence/index.ts';
import type { BookUpdate } from '../../../src/generated/api.ts';
import { dimensions } from '../../../src/monitor/index.ts';
import type { CaseBody } from '../../../src/harness/suite/index.ts';
import type { Book, GrantedFile, Stage } from '../../../src/harness/stage/index.ts';
import {
  author,
  type Chapter,
  editor,
  mixedName,
  mixedTexts,
  mixedTitle,
  narrator,
  rolesOf,
  sampleText,
} from '../../../src/harness/values/index.ts';
import {
  accepted,
  attachOf,
  awaitReview,
  mixedDraft,
  statusNow,
  uploadedAll,
} from '../steps/index.ts';
import { type ProbeKind, probeKinds, probeRefusals } from './probes.ts';
import type { Row } from './rows.ts';

/** The conditions in which lives differ. */
export const conditions = {
  format: dimensions.format,
  date: ['past', 'within-window', 'beyond-window'],
  probed: ['in review', 'published', 'withdrawn'],
  edit: ['fields', 'attach', 'withdraw'],
} as const;

export type Life = Row<typeof conditions> & {
  /** Chooses texts and values. */
  readonly turn: number;
  /** How many lives of the same format come before it. */
  readonly nth: number;
};

/** Days from today by the service's clock. */
const days = { past: -40, 'within-window': 12, 'beyond-window': 16 } as const;

async function createBook(t: Stage, { format, turn }: Life): Promise<Book> {
  const writer = { ...mixedName(turn), role: 'Author' };
  const book = await mixedDraft(t, {
    format,
    turn,
    fields: {
      contributor: [writer, ...(format === 'audio' ? [narrator] : [])],
      language: ['EN', 'es'],
    },
  });
  await t.ask.read(book.id);
  await t.eventually(async () => t.ask.lookUp(book.externalId), accepted);
  return book;
}

/** Announces files together or one by one, sends their bytes and attaches them. */
async function addFiles(t: Stage, book: Book, { turn }: Life): Promise<GrantedFile[]> {
  const [content, cover] = rolesOf[book.format];
  const contents = book.format === 'audio' ? [content, content] : [content];
  const batches = turn % 2 === 1 ? [contents, [cover]] : [[...contents, cover]];
  const files: GrantedFile[] = [];
  for (const batch of batches) {
    const granted = await uploadedAll(t, book, batch);
    for (const file of granted) await attachOf(t, book, file);
    files.push(...granted);
  }
  return files;
}

/** One chapter for each track, the first with a title in other letters. */
function chaptersFor(files: readonly GrantedFile[], turn: number): Chapter[] {
  return files
    .filter(({ file }) => file.role === 'audio_content')
    .map(({ fileId }, index) => ({
      fileId,
      sequence: index + 1,
      title: `${mixedTitle(turn + index)} ${index + 1}`,
      titleAscii: `Chapter ${index + 1}`,
    }));
}

/** Changes many fields at once, and sets the chapters of an audiobook. */
async function editDraft(
  t: Stage,
  book: Book,
  { chapters, turn }: { readonly chapters: Chapter[]; readonly turn: number },
): Promise<void> {
  const { subtitle, keyword } = mixedTexts(turn + 1);
  const audio = book.format === 'audio';
  await t.ask.update(book.id, {
    subtitle,
    keyword,
    title: `${t.make.body(book.format).title} ${mixedTitle(turn + 1)}`,
    language: ['en', 'ES'],
    contributor: [{ ...author, ...mixedName(turn) }, editor, ...(audio ? [narrator] : [])],
    price: [
      { currency: 'EUR', price: 12.5 },
      { currency: 'GBP', price: 3 },
    ],
    ...(audio ? { chapters, audioDetails: { audioLength: 60, audioEdition: 'ABR' } } : {}),
  });
  await t.ask.lookUp(book.externalId);
}

/** Publishes with this date, and again as a final version if that was refused. */
async function release(t: Stage, { id }: Book, { date }: Life): Promise<void> {
  await t.ask.update(id, { publicationDate: t.clock.day(days[date]), isFinalVersion: false });
  let answer = await t.ask.publish(id);
  if (!accepted(answer)) {
    await t.ask.update(id, { isFinalVersion: true });
    answer = await t.ask.publish(id);
  }
  t.expect.accepted(answer, 'to publishing a complete book');
}

/** Reads a book by either of its ids. */
async function look(t: Stage, { id, externalId }: Book): Promise<void> {
  await t.ask.read(id);
  await t.ask.lookUp(externalId);
}

/** Lists books of one format and language; others of the run are among them. */
async function listAlike(t: Stage, { format }: Book, turn: number): Promise<void> {
  const page = turn % 2 === 0 ? '1' : '2';
  await t.wire({
    method: 'GET',
    path: '/books',
    query: { format, language: 'ES', perPage: '3', page },
  });
}

/** One field each, so that over a run every field once takes a book out of the shops. */
function oneField({ format, turn }: Life): BookUpdate {
  const audio = format === 'audio' ? [narrator] : [];
  const fields: readonly BookUpdate[] = [
    { subtitle: sampleText('accented', 0) },
    { language: ['DE', 'es'] },
    { contributor: [editor, author, ...audio] },
    { price: [{ currency: 'USD', price: 7 }] },
    { category: ['FIC002000'] },
    { keyword: ['harbour', 'night'] },
    { description: 'Shorter.' },
    { isFinalVersion: true },
    { copyright: 'SELF' },
  ];
  return fields[turn % fields.length] ?? {};
}

/** Takes a book out of the shops; after a success a read must show it. */
async function withdraw(t: Stage, { id }: Book): Promise<void> {
  const before = await statusNow(t, id);
  if (!accepted(await t.ask.unpublish(id))) return;
  const after = await t.eventually(
    async () => statusNow(t, id),
    (status) => status !== before,
  );
  blame('unpublish.withdraws', () => {
    t.expect.that(after !== before, { expected: `a status other than ${before}`, actual: after });
  });
}

type Edit = (t: Stage, book: Book, life: Life) => Promise<void>;

/** Ways out of the shops that leave a draft. */
const edits: Readonly<Record<Life['edit'], Edit>> = {
  fields: async (t, { id }, life) => {
    await t.ask.update(id, oneField(life));
    await t.ask.read(id);
    await t.ask.update(id, { isFinalVersion: true });
  },
  attach: async (t, book) => {
    for (const file of await uploadedAll(t, book, rolesOf[book.format])) {
      await attachOf(t, book, file);
    }
    await t.ask.read(book.id);
  },
  withdraw: async (t, book, life) => {
    await withdraw(t, book);
    await t.ask.update(book.id, { ...oneField(life), isFinalVersion: true });
  },
};

/** When a life tries bad requests: in a status of its own, or as a draft that was published before. */
type Moment = Life['probed'] | 'edited';

/** The first life of a format tries every kind of refusal, the others one half each. */
function kindsAt(moment: Moment, { nth, probed }: Life): readonly ProbeKind[] {
  const halves = [probeKinds, ['updates', 'keys'], ['uploads', 'attaches']] as const;
  const wanted = nth % halves.length === 2 ? 'edited' : probed;
  return moment === wanted ? (halves[nth % halves.length] ?? []) : [];
}

/** Leads a book through its life. */
export function live(life: Life): CaseBody {
  return async (t) => {
    const book = await createBook(t, life);
    const probe = async (moment: Moment): Promise<void> => {
      const kinds = kindsAt(moment, life);
      if (kinds.length > 0) await probeRefusals(t, book, { turn: life.turn, kinds });
    };
    const files = await addFiles(t, book, life);
    await editDraft(t, book, { chapters: chaptersFor(files, life.turn), turn: life.turn });
    await release(t, book, life);
    await look(t, book);
    await listAlike(t, book, life.turn);
    await probe('in review');
    await awaitReview(t, book.id);
    await look(t, book);
    await probe('published');
    await edits[life.edit](t, book, life);
    await probe('edited');
    await t.ask.publish(book.id);
    await withdraw(t, book);
    await t.ask.lookUp(book.externalId);
    await probe('withdrawn');
  };
}
