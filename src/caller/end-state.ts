/** Reads the books of a sandbox as people see them: without ids and times, with files by their bytes. */
import type { Sandbox } from '../sandbox/index.ts';
import type { Book } from '../sandbox/book/index.ts';
import type { PlayedCall } from './played-call.ts';

export interface FileState {
  readonly role: string;
  readonly filename: string;
  /** SHA-256 of the bytes; undefined for a made-up book, whose files have none. */
  readonly hash: string | undefined;
}

export interface ChapterState {
  readonly sequence: number;
  readonly title: string;
  readonly titleAscii: string | undefined;
  /** Undefined if its file is not attached. */
  readonly file: FileState | undefined;
}

export interface BookState {
  /** Counts the books of the sandbox in the order of creation. */
  readonly sequence: number;
  /** True if the book was there before the program started. */
  readonly isOther: boolean;
  /** The status as the program left it: a book in review counts as published. */
  readonly status: string;
  /** True if the run published it, even if it was withdrawn since. */
  readonly wasPublished: boolean;
  readonly isDeleted: boolean;
  /** The fields that a program can set. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: readonly FileState[];
  readonly chapters: readonly ChapterState[];
}

/** The books in the order of creation. */
export type EndState = readonly BookState[];

/**
 * @param otherBookIds the books that the program did not create
 * @param calls the calls of the run
 */
export async function readEndState(
  sandbox: Sandbox,
  otherBookIds: ReadonlySet<string>,
  calls: readonly PlayedCall[],
): Promise<EndState> {
  const publishedPaths = new Set(
    calls.flatMap(({ operation, path, status = 0 }) =>
      operation === 'publishBook' && status >= 200 && status < 300 ? path : [],
    ),
  );
  const books = await sandbox.books();
  return Promise.all(
    books.map(async (book) => ({
      sequence: book.sequence,
      isOther: otherBookIds.has(book.id),
      status: simplifyStatus(book.status),
      isDeleted: book.deletedAt !== undefined,
      wasPublished: publishedPaths.has(`/books/${book.id}/publish`),
      fields: selectFields(book),
      ...(await readFiles(book, sandbox)),
    })),
  );
}

/** Statuses that follow a publish without another call of the program. */
const publishedStatuses = new Set(['in_review', 'published', 'action_needed', 'distributed']);

function simplifyStatus(status: string): string {
  return publishedStatuses.has(status) ? 'published' : status;
}

/** What the service sets, and what is compared separately. */
const otherProperties = new Set([
  'id',
  'account',
  'sequence',
  'version',
  'createdAt',
  'updatedAt',
  'status',
  'files',
  'chapters',
  'extra',
  'reviewedAt',
  'deletedAt',
  'imprint',
]);

function selectFields(book: Book): Record<string, unknown> {
  return Object.fromEntries(Object.entries(book).filter(([name]) => !otherProperties.has(name)));
}

async function readFiles({ files, chapters }: Book, { parts: { store } }: Sandbox) {
  const states = await Promise.all(
    files.map(async ({ id, role, filename }) => {
      const { storedHash } = (await store.readGrant(id)) ?? {};
      return { id, file: { role, filename, hash: storedHash ?? undefined } };
    }),
  );
  const filesById = new Map(states.map(({ id, file }) => [id, file]));
  return {
    files: states.map(({ file }) => file),
    chapters: (chapters ?? [])
      .map(({ sequence, title, titleAscii, fileId }) => ({
        sequence,
        title,
        titleAscii: titleAscii ?? undefined,
        file: filesById.get(fileId),
      }))
      .toSorted((a, b) => a.sequence - b.sequence),
  };
}
