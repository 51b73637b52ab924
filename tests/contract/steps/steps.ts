/** Steps that cases of several sections take: reading a book, finding it in the list, making it complete. */
import type { JsonObject } from '../../../src/contract/json-pointer.ts';
import {
  attributes,
  type Exchange,
  items,
  type ListItem,
  meta,
  status,
  Unproven,
} from '../../../src/harness/evidence/index.ts';
import type { AttachedFile, Book, GrantedFile, Stage } from '../../../src/harness/stage/index.ts';
import type { FileRole, SampleFile } from '../../../src/harness/values/index.ts';

/** The attributes of a book as a read shows them now. */
export async function bookNow(t: Stage, id: string): Promise<JsonObject> {
  return attributes(t.need.accepted(await t.ask.read(id)));
}

/** The status of a book as a read shows it now. */
export async function statusNow(t: Stage, id: string): Promise<string> {
  return status(t.need.accepted(await t.ask.read(id)));
}

const documentedFields = [
  'format',
  'status',
  'title',
  'externalId',
  'subtitle',
  'series',
  'language',
  'isbn',
  'imprint',
  'description',
  'category',
  'keyword',
  'copyright',
  'saleTerritory',
  'publicationDate',
  'isFinalVersion',
  'contributor',
  'price',
  'audience',
  'ebookDetails',
  'podDetails',
  'audioDetails',
  'files',
  'chapters',
] as const;

/** Whether a name is one of the 24 fields of the book table. */
export function isDocumented(name: string): boolean {
  return documentedFields.some((field) => field === name);
}

/** A value that has to be there for the question to be asked; unproven when it is not. */
export function present<T>(value: T | undefined, reason: string): T {
  if (value === undefined) throw new Unproven(reason);
  return value;
}

/** A body that lacks one property. */
export function without(body: object, key: string): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));
}

/** Whether an answer is a 2xx. */
export function accepted(exchange: Exchange): boolean {
  return exchange.status >= 200 && exchange.status < 300;
}

/** A property of a book that nobody documented. */
export const stranger = 'favouriteColour';

/**
 * The status a request was refused with, as a silence's token, or undefined when it was accepted.
 * Whatever says nothing about the request (a refused key, a full queue, a crash) answers no silence.
 */
export function refusal(t: Stage, exchange: Exchange): string | undefined {
  if (accepted(exchange)) return undefined;
  const { status: code, operation } = exchange;
  // Storage is asked without a key, so its 401 is about the request.
  const aboutKey = code === 401 && operation !== 'putFile';
  const telling = code >= 400 && code < 500 && !aboutKey && code !== 429;
  t.need.that(telling, `came ${code}, which answers nothing`);
  return String(code);
}

/**
 * A book's list item, or undefined. In which direction the list runs is not shown, so that a
 * new book may stand at either end; other books may come and go meanwhile.
 */
export async function listed(t: Stage, id: string): Promise<ListItem | undefined> {
  const query = { perPage: 100, sort: 'createdAt' } as const;
  const first = t.need.accepted(await t.ask.list(query));
  const here = items(first).find((item) => item.id === id);
  const { lastPage } = meta(first);
  const elsewhere = [lastPage, 2, lastPage - 1].filter((page) => page > 1 && page <= lastPage);
  if (here !== undefined) return here;
  for (const page of new Set(elsewhere)) {
    const found = items(t.need.accepted(await t.ask.list({ ...query, page })));
    const item = found.find((one) => one.id === id);
    if (item !== undefined) return item;
  }
  return undefined;
}

/** The answer to a lookup once it finds a book; the last answer when it never does. */
export async function onceLookedUp(t: Stage, externalId: string): Promise<Exchange> {
  return t.eventually(async () => t.ask.lookUp(externalId), accepted);
}

/** How many files a book references. */
export function fileCount(book: JsonObject): number {
  const list: unknown = book['files'];
  return Array.isArray(list) ? list.length : 0;
}

/** One grant for a file, nothing sent to it yet. */
export async function grantOf(
  t: Stage,
  book: { id: string },
  file: SampleFile,
): Promise<GrantedFile> {
  const [grant] = await t.make.granted(book, [file]);
  return present(grant, 'no grant came');
}

/** Asks for the URLs of all files at once and sends their bytes; none is attached. */
export async function uploadedAll(
  t: Stage,
  book: { id: string },
  roles: readonly FileRole[],
): Promise<GrantedFile[]> {
  const given = await t.make.granted(
    book,
    roles.map((role) => t.make.sample(role)),
  );
  for (const { url, file } of given) {
    t.need.accepted(await t.ask.put(url, file.bytes, file.contentType));
  }
  return given;
}

/** A file whose bytes have arrived and which is not attached. */
export async function uploaded(
  t: Stage,
  book: { id: string },
  file: SampleFile,
): Promise<GrantedFile> {
  const grant = await grantOf(t, book, file);
  t.need.accepted(await t.ask.put(grant.url, file.bytes, file.contentType));
  return grant;
}

/** Attaches an uploaded file with the values it was granted for. */
export async function attachOf(
  t: Stage,
  book: { id: string },
  grant: GrantedFile,
): Promise<Exchange> {
  const { filename, hashSha256 } = grant.file;
  return t.ask.attach(book.id, grant.fileId, { filename, hashSha256 });
}

const wanted = {
  ebook: ['ebook_content', 'ebook_cover'],
  print: ['pod_content', 'pod_cover'],
  audio: ['audio_content', 'audio_cover'],
} as const satisfies Record<string, readonly FileRole[]>;

/** Attaches content and cover to a draft, and nothing else. */
export async function withFiles(t: Stage, book: Book): Promise<AttachedFile[]> {
  const files: AttachedFile[] = [];
  for (const role of wanted[book.format]) files.push(await t.make.file(book, role));
  return files;
}

/** A chapter for each track, in the order of the files. */
export function chaptersFor(
  files: readonly AttachedFile[],
): { fileId: string; sequence: number; title: string }[] {
  return files
    .filter(({ role }) => role === 'audio_content')
    .map(({ fileId }, index) => ({ fileId, sequence: index + 1, title: `Chapter ${index + 1}` }));
}

/** An audio draft with so many tracks attached, and no chapters yet. */
export async function audioWithTracks(
  t: Stage,
  tracks: number,
): Promise<{ book: Book; files: AttachedFile[] }> {
  const book = await t.make.draft('audio');
  const files: AttachedFile[] = [];
  for (let n = 0; n < tracks; n += 1) files.push(await t.make.file(book, 'audio_content'));
  return { book, files };
}

/** The file at a place; unproven when fewer were made. */
export function fileAt(files: readonly AttachedFile[], place: number): AttachedFile {
  return present(files[place], `file ${place} was never made`);
}
