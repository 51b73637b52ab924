/** Compares the books that two runs of a program left, and names each difference in words. */
import { isDeepStrictEqual } from 'node:util';
import { truncate } from '../report/wording/index.ts';
import type { BookState, EndState, FileState } from './end-state.ts';

/** A difference between the calm run and another one, such as `2 books “The Salt Road” instead of 1`. */
export interface Difference {
  readonly words: string;
  /** True if it cannot be the work of a program that merely stopped early. */
  readonly isWrong: boolean;
}

/** What differs between two calm runs, such as an external id with the time in it, and is not compared. */
export interface Volatile {
  /** The names of fields. */
  readonly fields: ReadonlySet<string>;
  /** The roles of files whose bytes differ, as a ZIP archive has the time in it. */
  readonly roles: ReadonlySet<string>;
}

/** Returns the differences of an end state from that of the calm run; none if they are the same. */
export function compareStates(calm: EndState, actual: EndState, volatile: Volatile): Difference[] {
  const [calmBooks, actualBooks] = [calm, actual].map((state) =>
    state.filter(({ isDeleted }) => !isDeleted).map((book) => hideVolatileBytes(book, volatile)),
  );
  if (calmBooks === undefined || actualBooks === undefined) return [];
  const deletedGroups = groupBooks(
    calm.filter(({ isDeleted }) => isDeleted),
    volatile,
  );
  const pairs = pairRenamed(calmBooks, actualBooks, volatile);
  const [renamed, nowNamed] = [pairs.map(([before]) => before), pairs.map(([, after]) => after)];
  const calmGroups = groupBooks(
    calmBooks.filter((book) => !renamed.includes(book)),
    volatile,
  );
  const actualGroups = groupBooks(
    actualBooks.filter((book) => !nowNamed.includes(book)),
    volatile,
  );
  const keys = [...new Set([...calmGroups.keys(), ...actualGroups.keys()])];
  return [
    ...pairs.flatMap(([before, after]) => compareBooks(before, after, volatile)),
    ...keys.flatMap((key) => {
      const groups = [calmGroups, actualGroups].map((group) => group.get(key) ?? []);
      return compareGroups(groups, deletedGroups.get(key)?.length ?? 0, volatile);
    }),
    ...findDeletedPublished(calm, actual),
  ];
}

/** A program may remove its draft when it fails, but a book that was published is lost. */
function findDeletedPublished(calm: EndState, actual: EndState): Difference[] {
  const [before = [], after = []] = [calm, actual].map((state) =>
    state.filter(({ isDeleted, wasPublished }) => isDeleted && wasPublished),
  );
  return after.slice(before.length).map((book) => ({
    words: `${nameBook(book)} is deleted, although it had been published`,
    isWrong: true,
  }));
}

/**
 * Pairs a book that is missing with one that the calm run does not have: a program that stopped before its update
 * leaves the book with its first title.
 */
function pairRenamed(
  calm: EndState,
  actual: EndState,
  volatile: Volatile,
): (readonly [BookState, BookState])[] {
  const [calmGroups, actualGroups] = [groupBooks(calm, volatile), groupBooks(actual, volatile)];
  const find = (groups: typeof calmGroups, others: typeof calmGroups) =>
    [...groups].flatMap(([key, books]) => (others.has(key) ? [] : books));
  const strays = find(actualGroups, calmGroups);
  return find(calmGroups, actualGroups).flatMap((missing) => {
    const index = strays.findIndex((stray) =>
      ['format', 'externalId'].every(
        (name) => volatile.fields.has(name) || stray.fields[name] === missing.fields[name],
      ),
    );
    const [stray] = index < 0 || missing.isOther ? [] : strays.splice(index, 1);
    return stray === undefined ? [] : [[missing, stray] as const];
  });
}

/** Returns in what two calm runs differ although they left as many books. */
export function findVolatile(first: EndState, second: EndState): Volatile {
  const pairs = first.map((book, index) => [book, second[index] ?? book] as const);
  const fields = pairs.flatMap(([{ fields: a }, { fields: b }]) =>
    Object.keys(a).filter((name) => !isDeepStrictEqual(a[name], b[name])),
  );
  const files = pairs.flatMap(([{ files: a }, { files: b }]) =>
    a.filter((file) => !b.some((other) => isDeepStrictEqual(file, other))),
  );
  return { fields: new Set(fields), roles: new Set(files.map(({ role }) => role)) };
}

/** Returns the book as if files whose bytes are not compared had none. */
function hideVolatileBytes(book: BookState, { roles }: Volatile): BookState {
  const hide = (file: FileState): FileState =>
    roles.has(file.role) ? { ...file, hash: undefined } : file;
  return {
    ...book,
    files: book.files.map(hide),
    chapters: book.chapters.map(({ file, ...chapter }) => ({
      ...chapter,
      file: file && hide(file),
    })),
  };
}

/** Groups books by what identifies a book to people. Published books come first, as the most complete ones. */
function groupBooks(books: EndState, volatile: Volatile): Map<string, readonly BookState[]> {
  const groups = new Map<string, BookState[]>();
  for (const book of books) {
    const identity = ['format', 'title', 'externalId'].map((name) =>
      volatile.fields.has(name) ? '' : book.fields[name],
    );
    const key = JSON.stringify([book.isOther, ...identity]);
    groups.set(key, [...(groups.get(key) ?? []), book]);
  }
  for (const group of groups.values()) {
    group.sort((a, b) => Number(b.status === 'published') - Number(a.status === 'published'));
  }
  return groups;
}

/** @param deleted the books that the calm run deletes; a program that stops before leaves them */
function compareGroups(
  [calm = [], actual = []]: readonly (readonly BookState[])[],
  deleted: number,
  volatile: Volatile,
): Difference[] {
  const [first] = [...calm, ...actual];
  if (first === undefined) return [];
  const name = nameBook(first);
  const differences: Difference[] = [];
  if (calm.length !== actual.length) {
    const words = `${countBooks(actual.length, name)} instead of ${calm.length}`;
    differences.push({ words, isWrong: actual.length > calm.length + deleted || first.isOther });
  }
  for (const [index, book] of calm.entries()) {
    const other = actual[index];
    if (other !== undefined) differences.push(...compareBooks(book, other, volatile));
  }
  return differences;
}

function nameBook({ fields, isOther }: BookState): string {
  return `${isOther ? 'of another program ' : ''}“${truncate(String(fields['title']), 40)}”`;
}

function countBooks(count: number, name: string): string {
  if (count === 0) return `no book ${name}`;
  return count === 1 ? `1 book ${name}` : `${count} books ${name}`;
}

function compareBooks(calm: BookState, actual: BookState, volatile: Volatile): Difference[] {
  const fields = compareFields(calm, actual, volatile);
  const contents = [...compareFiles(calm.files, actual.files), ...compareChapters(calm, actual)];
  const name = nameBook(calm);
  const isPublished = actual.status === 'published';
  // A program that publishes, edits and publishes again may stop in between, so other fields are not wrong.
  const isEverPublished = calm.status === 'published' || calm.wasPublished;
  const isPublishedWrongly = isPublished && (!isEverPublished || contents.length > 0);
  const isWithdrawnWrongly = actual.status === 'withdrawn' && calm.status !== 'withdrawn';
  const statuses =
    calm.status === actual.status
      ? []
      : [`is ${describeStatus(actual.status)} instead of ${describeStatus(calm.status)}`];
  const differences = [...fields, ...contents].map((words) =>
    isPublished ? `is published, but ${words}` : words,
  );
  return [...statuses, ...differences].map((words) => ({
    words: `${name} ${words}`,
    isWrong: calm.isOther || isPublishedWrongly || isWithdrawnWrongly,
  }));
}

function describeStatus(status: string): string {
  return status === 'draft' ? 'a draft' : status;
}

function compareFields(calm: BookState, actual: BookState, volatile: Volatile): string[] {
  return Object.keys({ ...calm.fields, ...actual.fields })
    .filter((name) => !volatile.fields.has(name))
    .filter((name) => !isDeepStrictEqual(calm.fields[name], actual.fields[name]))
    .map((name) => {
      const [before, after] = [calm.fields[name], actual.fields[name]].map((value) =>
        truncate(JSON.stringify(value) ?? 'nothing', 60),
      );
      return `has ${name} ${after} instead of ${before}`;
    });
}

function compareFiles(calm: readonly FileState[], actual: readonly FileState[]): string[] {
  const roles = [...new Set([...calm, ...actual].map(({ role }) => role))];
  return roles.flatMap((role) => {
    const [before, after] = [calm, actual].map((files) =>
      files.filter((file) => file.role === role),
    );
    if (before === undefined || after === undefined) return [];
    if (before.length !== after.length) {
      const count = after.length === 0 ? `no ${role}` : `${after.length} files ${role}`;
      return [`has ${count} instead of ${before.length}`];
    }
    const missing = before.filter((file) => !after.some((other) => isDeepStrictEqual(file, other)));
    return missing.map(({ filename }) => `has another file than ${filename} as ${role}`);
  });
}

function compareChapters({ chapters: calm }: BookState, { chapters: actual }: BookState): string[] {
  if (isDeepStrictEqual(calm, actual)) return [];
  if (calm.length !== actual.length)
    return [`has ${actual.length} chapters instead of ${calm.length}`];
  const different = calm.filter((chapter, index) => !isDeepStrictEqual(chapter, actual[index]));
  return different.map(({ sequence }) => `has another chapter ${sequence}`);
}
