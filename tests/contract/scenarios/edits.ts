/** Edits of a book in the shops or withdrawn from them. */
import { attributeDrift } from '../../../src/harness/evidence/index.ts';
import type { BookUpdate } from '../../../src/generated/api.ts';
import type { Book, GrantedFile, Stage } from '../../../src/harness/stage/index.ts';
import {
  author,
  type Chapter,
  editor,
  type Format,
  mixedTitle,
  narrator,
  requiredRoles,
  sampleText,
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

/** Reads a book by one of its ids, chosen by turn. */
export async function readByOneId(t: Stage, { id, externalId }: Book, turn: number): Promise<void> {
  await (turn % 2 === 0 ? t.ask.read(id) : t.ask.lookUp(externalId));
}

/** Attaches a file with the hash of another one. */
export async function attachOther(
  t: Stage,
  book: Book,
  { fileId, file }: GrantedFile,
): Promise<void> {
  const { hashSha256 } = t.make.sample(file.role);
  await t.ask.attach(book.id, fileId, { filename: file.filename, hashSha256 });
}

/** Returns a field that only this format has, or that means something else for it. */
function ownField(t: Stage, format: Format, turn: number): BookUpdate {
  if (format === 'print') return { isbn: createUniqueIsbn(t) };
  if (format === 'audio')
    return { audioDetails: { audioLength: 70_000 + turn, audioEdition: 'UBR' } };
  return { keyword: [`harbour ${turn}`] };
}

/**
 * Returns a single field with a value that the book does not have yet. Over a run, an update of every field returns a
 * published book to draft once.
 */
function oneField(t: Stage, format: Format, turn: number): BookUpdate {
  const audio = format === 'audio' ? [narrator] : [];
  const fields: readonly BookUpdate[] = [
    { subtitle: sampleText('accented', 0) },
    { language: ['DE', 'es'] },
    { contributor: [editor, author, ...audio] },
    { price: [{ currency: 'USD', price: 7 }] },
    { category: ['FIC002000'] },
    ownField(t, format, turn),
    { description: `Shorter ${turn}.` },
    { publicationDate: t.clock.day(500 + turn) },
    { title: `${t.make.body(format).title} ${mixedTitle(turn)}` },
  ];
  return fields[turn % fields.length] ?? {};
}

/** Withdraws a book; if it was in the shops, a read must show that it is no longer there. */
export async function withdraw(t: Stage, { id }: Book): Promise<void> {
  const before = await fetchStatus(t, id);
  const isWithdrawn = isAccepted(await t.ask.unpublish(id));
  // The document does not say what happens to a book that is not in the shops.
  if (!isWithdrawn || !['in_review', 'published'].includes(before)) return;
  const after = await t.eventually(
    async () => fetchStatus(t, id),
    (status) => status !== before,
  );
  attributeDrift('unpublish.withdraws', () => {
    t.expect.that(after !== before, { expected: `a status other than ${before}`, actual: after });
  });
}

/** Requests URLs for two files with non-ASCII names, uploads the first and attaches it with a wrong hash. */
async function attachSpare(t: Stage, book: Book, turn: number): Promise<void> {
  const roles =
    turn % 2 === 0 ? requiredRoles[book.format] : requiredRoles[book.format].toReversed();
  const files = roles.map((role, index) => {
    const file = t.make.sample(role);
    return { ...file, filename: `${mixedTitle(turn + index)} ${file.filename}` };
  });
  const [spare] = await t.make.requestGrants(book, files);
  if (spare === undefined) return;
  await t.ask.put(spare.url, spare.file.bytes, spare.file.contentType);
  await attachOther(t, book, spare);
}

export const editKinds = ['one field', 'chapters or the final flag', 'attach'] as const;

interface Edit {
  readonly kind: (typeof editKinds)[number];
  /** Chooses fields and texts. */
  readonly turn: number;
  /** The chapters of an audiobook; empty for other formats. */
  readonly chapters: readonly Chapter[];
  readonly spare: boolean;
  /** True if a single field is updated at the same time as another one. */
  readonly concurrent: boolean;
}

/**
 * Edits a book, which makes it a draft. With `spare` it first uploads a file and attaches it with a
 * wrong hash, which changes no status. Reads alternate between the two ids of the book.
 */
export async function editBook(
  t: Stage,
  book: Book,
  { kind, turn, chapters, spare, concurrent }: Edit,
): Promise<void> {
  const { id, format } = book;
  const [, cover] = requiredRoles[format];
  if (spare) {
    await attachSpare(t, book, turn);
    await readByOneId(t, book, turn);
  }
  if (kind === 'attach') {
    const [file] = await uploadFiles(t, book, [cover]);
    if (file !== undefined) await attachFile(t, book, file);
  } else if (kind === 'one field') {
    const turns = concurrent ? [turn, turn + 1] : [turn];
    await Promise.all(turns.map(async (one) => t.ask.update(id, oneField(t, format, one))));
  } else if (format !== 'audio') {
    // The document leaves open whether the flag survives a publish, so a read must show it first.
    const { isFinalVersion } = await fetchBook(t, id);
    await t.ask.update(id, { isFinalVersion: isFinalVersion !== true });
  } else {
    const retitled = chapters.map((chapter) => ({
      ...chapter,
      title: `${chapter.title}, ${turn}`,
    }));
    await t.ask.update(id, { chapters: retitled });
  }
  await readByOneId(t, book, turn + 1);
  await findListItem(t, id);
}
