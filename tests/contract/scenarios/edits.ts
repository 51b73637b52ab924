/** Updates and attaches that return a published or withdrawn book to draft. Requests about a deleted book. */
import { attributeDrift } from '../../../src/harness/evidence/index.ts';
import type { BookUpdate } from '../../../src/generated/api.ts';
import type { Book, GrantedFile, Stage } from '../../../src/harness/stage/index.ts';
import {
  author,
  type Chapter,
  editor,
  type Format,
  createMixedTitle,
  narrator,
  requiredRoles,
  sampleText,
  createDescriptor,
  spareRoles,
} from '../../../src/harness/values/index.ts';
import { createUniqueIsbn } from '../../property/books/index.ts';
import {
  isAccepted,
  attachFile,
  fetchBook,
  findListItem,
  fetchStatus,
  uploadFiles,
} from '../steps/index.ts';

/** Reads a book by both of its ids. */
export async function readByBothIds(t: Stage, { id, externalId }: Book): Promise<void> {
  await t.ask.read(id);
  await t.ask.lookUp(externalId);
}

/** Reads a book by its id in even turns, and by its external id in odd turns. */
export async function readByOneId(t: Stage, { id, externalId }: Book, turn: number): Promise<void> {
  await (turn % 2 === 0 ? t.ask.read(id) : t.ask.lookUp(externalId));
}

/** Attaches a file with the hash of another file. */
export async function attachOther(
  t: Stage,
  book: Book,
  { fileId, file }: GrantedFile,
): Promise<void> {
  const { hashSha256 } = t.make.sample(file.role);
  await t.ask.attach(book.id, fileId, { filename: file.filename, hashSha256 });
}

/** Returns a field with a value that is specific to this format. */
function createFormatField(t: Stage, format: Format, turn: number): BookUpdate {
  if (format === 'print') return { isbn: createUniqueIsbn(t) };
  if (format === 'audio')
    return { audioDetails: { audioLength: 70_000 + turn, audioEdition: 'UBR' } };
  return { keyword: [`harbour ${turn}`] };
}

/** Returns one field with a value that the book does not have yet; the turn chooses the field. */
function createSingleField(t: Stage, format: Format, turn: number): BookUpdate {
  const narrators = format === 'audio' ? [narrator] : [];
  const fields: readonly BookUpdate[] = [
    { subtitle: sampleText('accented', 0) },
    { language: ['DE', 'es'] },
    { contributor: [editor, author, ...narrators] },
    { price: [{ currency: 'USD', price: 7 }] },
    { category: ['FIC002000'] },
    createFormatField(t, format, turn),
    { description: `Shorter ${turn}.` },
    { publicationDate: t.clock.day(500 + turn) },
    { title: `${t.make.body(format).title} ${createMixedTitle(turn)}` },
  ];
  return fields[turn % fields.length] ?? {};
}

/** Withdraws a book. If it was in review or published, asserts that a read shows another status. */
export async function withdraw(t: Stage, { id }: Book): Promise<void> {
  const statusBefore = await fetchStatus(t, id);
  const isWithdrawn = isAccepted(await t.ask.unpublish(id));
  // The document does not say what an unpublish does in other statuses.
  if (!isWithdrawn || !['in_review', 'published'].includes(statusBefore)) return;
  const statusAfter = await t.eventually(
    async () => fetchStatus(t, id),
    (status) => status !== statusBefore,
  );
  attributeDrift('unpublish.withdraws', () => {
    t.expect.that(statusAfter !== statusBefore, {
      expected: `a status other than ${statusBefore}`,
      actual: statusAfter,
    });
  });
}

/** Requests uploads of two files with non-ASCII names, uploads the first and attaches it with a wrong hash. */
async function attachSpareWrongly(t: Stage, book: Book, turn: number): Promise<void> {
  const roles =
    turn % 2 === 0 ? requiredRoles[book.format] : requiredRoles[book.format].toReversed();
  const files = roles.map((role, index) => {
    const file = t.make.sample(role);
    return { ...file, filename: `${createMixedTitle(turn + index)} ${file.filename}` };
  });
  const [grant] = await t.make.requestGrants(book, files);
  if (grant === undefined) return;
  await t.ask.put(grant.url, grant.file.bytes, grant.file.contentType);
  await attachOther(t, book, grant);
}

export const editKinds = ['one field', 'chapters or the final flag', 'attach'] as const;

interface Edit {
  readonly kind: (typeof editKinds)[number];
  /** Chooses fields and texts. */
  readonly turn: number;
  /** The chapters of an audiobook; empty for other formats. */
  readonly chapters: readonly Chapter[];
  /** True to first upload a file and attach it with a wrong hash, which changes no status. */
  readonly withSpareFile: boolean;
  /** True to send the update of one field concurrently with that of another field. */
  readonly isConcurrent: boolean;
}

/** Edits a book, which returns it to draft, and reads it by one of its two ids and in the list. */
export async function editBook(
  t: Stage,
  book: Book,
  { kind, turn, chapters, withSpareFile, isConcurrent }: Edit,
): Promise<void> {
  const { id, format } = book;
  const [, cover] = requiredRoles[format];
  if (withSpareFile) {
    await attachSpareWrongly(t, book, turn);
    await readByOneId(t, book, turn);
  }
  if (kind === 'attach') {
    const [file] = await uploadFiles(t, book, [cover]);
    if (file !== undefined) await attachFile(t, book, file);
  } else if (kind === 'one field') {
    const turns = isConcurrent ? [turn, turn + 1] : [turn];
    await Promise.all(
      turns.map(async (fieldTurn) => t.ask.update(id, createSingleField(t, format, fieldTurn))),
    );
  } else if (format !== 'audio') {
    // The document does not say whether the flag survives a publish, so a read shows it first.
    const { isFinalVersion } = await fetchBook(t, id);
    await t.ask.update(id, { isFinalVersion: isFinalVersion !== true });
  } else {
    const retitledChapters = chapters.map((chapter) => ({
      ...chapter,
      title: `${chapter.title}, ${turn}`,
    }));
    await t.ask.update(id, { chapters: retitledChapters });
  }
  await readByOneId(t, book, turn + 1);
  await findListItem(t, id);
}

/** Sends three requests about a deleted book, chosen by `index`. The monitor judges the responses. */
export async function requestDeletedBook(
  t: Stage,
  { id, format }: Book,
  index: number,
): Promise<void> {
  const file = t.make.sample(spareRoles[format]);
  const { filename, hashSha256 } = file;
  const requests: readonly (() => Promise<unknown>)[] = [
    // The monitor judges the others only after a read has not found the book.
    async () => t.ask.read(id),
    async () => t.ask.requestUploads(id, [createDescriptor(file, 'late')]),
    async () => t.ask.unpublish(id),
    async () => t.ask.update(id, { subtitle: 'Deleted' }),
    async () => t.ask.publish(id),
    async () => t.ask.attach(id, t.make.unknownId(), { filename, hashSha256 }),
  ];
  const firstIndex = (3 * index) % requests.length;
  for (const send of requests.slice(firstIndex, firstIndex + 3)) await send();
}
