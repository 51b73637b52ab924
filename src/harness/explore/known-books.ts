/** The books and files of a history, with what the monitor's world knows of them. */
import { type Book, getKnownValue, type UploadedFile, type World } from '../../monitor/index.ts';
import { type FileRole, type Format, formats, requiredRoles } from '../arbitraries/index.ts';
import type { Cast } from './play-step.ts';

export interface KnownFile {
  readonly number: number;
  readonly role: FileRole;
  readonly file: UploadedFile;
}

export interface KnownBook {
  readonly number: number;
  readonly format: Format;
  readonly book: Book;
  /** The status that the last response showed, or that follows from the calls since; undefined if it is open. */
  readonly status: string | undefined;
  readonly files: readonly KnownFile[];
}

/** Returns the books of a history that are not deleted, the oldest first. */
export function listKnownBooks(world: World, cast: Cast): readonly KnownBook[] {
  const filesByBook = groupFiles(world, cast);
  return [...cast.books].flatMap(([number, id]): KnownBook[] => {
    const book = world.books.get(id.toLowerCase());
    if (book === undefined || book.deleted !== 'no') return [];
    const format = formats.find((one) => one === getKnownValue(book, 'format'));
    if (format === undefined) return [];
    return [
      { number, format, book, status: readStatus(book), files: filesByBook.get(number) ?? [] },
    ];
  });
}

/** The deleted books that calls may still be about. More of them would only fill the memory. */
const maxDeleted = 100;

/** Returns the numbers of the deleted books, and forgets them when there are many. */
export function listDeletedBooks(cast: Cast, books: readonly KnownBook[]): readonly number[] {
  const remaining = new Set(books.map(({ number }) => number));
  const deleted = [...cast.books.keys()].filter((number) => !remaining.has(number));
  if (deleted.length > 2 * maxDeleted) cast.forget(deleted.splice(0, maxDeleted));
  return deleted;
}

function readStatus({ status, seenStatus }: Book): string | undefined {
  const { current } = status;
  const [only] = 'among' in current && current.among.length === 1 ? current.among : [seenStatus];
  return typeof only === 'string' ? only : undefined;
}

function groupFiles(world: World, cast: Cast): ReadonlyMap<number, readonly KnownFile[]> {
  const groups = new Map<number, KnownFile[]>();
  for (const [number, { id, book }] of cast.files) {
    const file = world.files.get(id.toLowerCase());
    const role = allRoles.find((one) => one === file?.role);
    if (file === undefined || role === undefined) continue;
    groups.set(book, [...(groups.get(book) ?? []), { number, role, file }]);
  }
  return groups;
}

const allRoles: readonly FileRole[] = Object.values(requiredRoles).flat();

/** Returns the roles that a book still needs before it can be published. */
export function listMissingRoles({ format, files }: KnownBook): readonly FileRole[] {
  const roles: readonly FileRole[] = requiredRoles[format];
  return roles.filter(
    (role) => !files.some(({ role: other, file }) => other === role && file.attached === 'yes'),
  );
}

/** Returns the attached files of a book with a role. */
export function listAttached({ files }: KnownBook, role: FileRole): readonly KnownFile[] {
  return files.filter((entry) => entry.role === role && entry.file.attached === 'yes');
}
