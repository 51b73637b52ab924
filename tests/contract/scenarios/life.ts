/** The life of one book: created, published, edited, published again, withdrawn, edited and deleted. */
import { attributeDrift } from '../../../src/harness/evidence/index.ts';
import type { CaseBody } from '../../../src/harness/suite/index.ts';
import type { Book, GrantedFile, Stage } from '../../../src/harness/stage/index.ts';
import {
  author,
  type Chapter,
  createDescriptor,
  createMixedName,
  createMixedTexts,
  createMixedTitle,
  editor,
  type FileRole,
  type Format,
  formats,
  narrator,
  requiredRoles,
  spareRoles,
} from '../../../src/harness/arbitraries/index.ts';
import {
  attachFile,
  fetchStatus,
  findListItem,
  isAccepted,
  putFile,
  uploadFile,
} from '../steps/steps.ts';
import { awaitReview, interruptReview } from '../steps/await-review.ts';
import { createMixedDraft } from '../steps/histories.ts';
import { publishIncomplete, publishTooEarly } from './refused-publishes.ts';

/** Publication dates in the past, inside the final version window and after it, in days from the service's today. */
const daysAhead = { ebook: -40, print: 12, audio: 16 } as const;

/**
 * Returns a case that leads a book through its life. Each format edits the book in other ways, and only the audiobook
 * meets every refusal of a publish: exploring sends the rest.
 */
export function runLife(format: Format): CaseBody {
  return async (t) => {
    const turn = formats.indexOf(format);
    const book = await createBook(t, format, turn);
    const chapters = createChapters(await addFiles(t, book), turn);
    if (format === 'audio') await publishIncomplete(t, book, chapters);
    await editDraft(t, book, { chapters, turn });
    await release(t, book);
    await t.ask.read(book.id);
    await findListItem(t, book.id);
    if (await awaitReview(t, book.id)) await t.ask.lookUp(book.externalId);
    await editInShops(t, book, chapters);
    await t.ask.read(book.id);
    if (format === 'ebook') {
      await changeExternalId(t, book);
      await interruptReview(t, book);
      return;
    }
    if (format === 'audio') await publishTooEarly(t, book);
    await t.ask.update(book.id, { isFinalVersion: true });
    await t.ask.publish(book.id);
    // Only a published book is certain to be withdrawn by an unpublish.
    await awaitReview(t, book.id);
    // A service may refuse to delete a book in the shops.
    if (format === 'print' && (await deleteBook(t, book))) return;
    await withdraw(t, book);
    // Either edit returns a withdrawn book to draft.
    if (format === 'audio') await addCover(t, book, 'audio_cover');
    else await t.ask.update(book.id, { keyword: ['salt', 'harbour'] });
    await t.ask.read(book.id);
    if (await deleteBook(t, book)) await requestDeletedBook(t, book);
  };
}

async function createBook(t: Stage, format: Format, turn: number): Promise<Book> {
  const writer = { ...createMixedName(turn), role: 'Author' };
  const isAudio = format === 'audio';
  // A narrator counts wherever it is in the list.
  const contributor = isAudio ? [writer, editor, narrator] : [writer];
  const audioDetails = { audioLength: 90_000, audioEdition: 'ABR' } as const;
  const fields = { contributor, language: ['EN', 'es', 'de'], ...(isAudio && { audioDetails }) };
  const book = await createMixedDraft(t, { format, turn, fields });
  await t.eventually(async () => t.ask.lookUp(book.externalId), isAccepted);
  return book;
}

/** Uploads and attaches the files of a book; the cover is first attached with the hash of another file. */
async function addFiles(t: Stage, book: Book): Promise<readonly GrantedFile[]> {
  const [content, cover] = requiredRoles[book.format];
  const tracks = book.format === 'audio' ? [content, content] : [content];
  const samples = [...tracks, cover].map((role) => t.make.sample(role));
  const grants = await t.make.requestGrants(book, samples);
  for (const grant of grants) t.need.accepted(await putFile(t, grant));
  const attached: GrantedFile[] = [];
  for (const grant of grants) {
    if (grant.file.role === cover) await attachOther(t, book, grant);
    const isAttached = isAccepted(await attachFile(t, book, grant));
    attached.push(isAttached ? grant : await uploadAgain(t, book, grant));
  }
  return attached;
}

/** Attaches a file with the hash of another file. For a print book, that hash differs only in its last digit. */
async function attachOther(t: Stage, book: Book, { fileId, file }: GrantedFile): Promise<void> {
  const lastDigit = file.hashSha256.endsWith('0') ? '1' : '0';
  const hashSha256 =
    book.format === 'print'
      ? `${file.hashSha256.slice(0, -1)}${lastDigit}`
      : t.make.sample(file.role).hashSha256;
  await t.ask.attach(book.id, fileId, { filename: file.filename, hashSha256 });
  // The next attach succeeds, so only this read shows a file that the refused one added.
  await t.ask.read(book.id);
}

/** Uploads and attaches a new file of a role, because a service may drop bytes that did not match. */
async function uploadAgain(t: Stage, book: Book, { file }: GrantedFile): Promise<GrantedFile> {
  const grant = await uploadFile(t, book, t.make.sample(file.role));
  t.need.accepted(await attachFile(t, book, grant));
  return grant;
}

function createChapters(files: readonly GrantedFile[], turn: number): Chapter[] {
  return files
    .filter(({ file }) => file.role === 'audio_content')
    .map(({ fileId }, index) => ({
      fileId,
      sequence: index + 1,
      title: `${createMixedTitle(turn + index)} ${index + 1}`,
      titleAscii: `Chapter ${index + 1}`,
    }));
}

interface DraftEdit {
  /** The chapters of an audiobook; empty for other formats. */
  readonly chapters: Chapter[];
  readonly turn: number;
}

/** Updates many fields at once. The book is not a final version yet. */
async function editDraft(t: Stage, book: Book, { chapters, turn }: DraftEdit): Promise<void> {
  const { subtitle, keyword } = createMixedTexts(turn + 1);
  const isAudio = book.format === 'audio';
  const response = await t.ask.update(book.id, {
    subtitle,
    keyword,
    title: `${t.make.body(book.format).title} ${createMixedTitle(turn + 1)}`,
    publicationDate: t.clock.day(daysAhead[book.format]),
    isFinalVersion: false,
    language: ['en', 'ES'],
    contributor: [...(isAudio ? [narrator] : []), { ...author, ...createMixedName(turn) }, editor],
    price: [
      { currency: 'EUR', price: 999.5 },
      { currency: 'GBP', price: 3.75 },
    ],
    ...(isAudio ? { chapters, audioDetails: { audioLength: 60, audioEdition: 'UBR' } } : {}),
  });
  t.need.accepted(response);
  if (book.format === 'ebook') await sendImprint(t, book);
  await t.ask.read(book.id);
}

/** Sends an imprint with an update. The service may refuse it, but must not store it. */
async function sendImprint(t: Stage, { id }: Book): Promise<void> {
  const imprint = { id: t.make.unknownId(), name: 'Salt House' };
  await t.wire({ method: 'PATCH', path: `/books/${id}`, json: { imprint } });
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

/** Edits a book in the shops, which returns it to draft. */
async function editInShops(t: Stage, book: Book, chapters: readonly Chapter[]): Promise<void> {
  const { id, format } = book;
  if (format === 'audio') {
    // A reviewer may return a book to draft meanwhile, but hardly both this one and the print book.
    await t.ask.update(id, { isbn: '9780306406158' });
    await t.ask.requestUploads(id, [createDescriptor(t.make.sample('audio_cover'), 'late')]);
    await t.ask.read(id);
    const retitled = chapters.map((chapter) => ({ ...chapter, title: `${chapter.title}, new` }));
    await t.ask.update(id, { chapters: retitled });
  } else if (format === 'print') {
    await addCover(t, book, 'pod_cover');
  } else {
    const edits = [{ description: 'Shorter.' }, { category: ['FIC002000'] }];
    await Promise.all(edits.map(async (fields) => t.ask.update(id, fields)));
  }
}

/** Gives a book another external id, and looks it up by both. */
async function changeExternalId(t: Stage, book: Book): Promise<void> {
  const externalId = `${book.externalId}-new`;
  if (!isAccepted(await t.ask.update(book.id, { externalId }))) return;
  for (const id of [externalId, book.externalId]) await t.ask.lookUp(id);
}

/** Withdraws a book. If it was in review or published, asserts that a read shows another status. */
async function withdraw(t: Stage, { id }: Book): Promise<void> {
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

/** Gives a book in the shops, or a withdrawn one, another cover: only the attach returns it to draft. */
async function addCover(t: Stage, book: Book, role: FileRole): Promise<void> {
  const cover = await uploadFile(t, book, t.make.sample(role));
  await t.ask.read(book.id);
  await attachFile(t, book, cover);
}

/** Deletes a book, if the run may. Returns true if the service accepts that. */
async function deleteBook(t: Stage, { id }: Book): Promise<boolean> {
  return t.target.allow.has('delete') && isAccepted(await t.ask.delete(id));
}

/** Sends requests about a deleted book; the monitor judges the others only after a read has not found it. */
async function requestDeletedBook(t: Stage, { id, format }: Book): Promise<void> {
  const file = t.make.sample(spareRoles[format]);
  const { filename, hashSha256 } = file;
  await t.ask.read(id);
  if (format === 'audio') {
    await t.ask.requestUploads(id, [createDescriptor(file, 'late')]);
    await t.ask.unpublish(id);
    return;
  }
  await t.ask.update(id, { subtitle: 'Deleted' });
  await t.ask.publish(id);
  await t.ask.attach(id, t.make.unknownId(), { filename, hashSha256 });
}
