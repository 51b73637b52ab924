/** Limits the size of the world, because a recording may show any number of books. */
import type { World } from './world.ts';

const maxBooks = 3_000;

/** Returns whether the world has too many books. Our own runs must remember all of theirs. */
export function isFull({ books, options }: World): boolean {
  return books.size > maxBooks && !options.startsEmpty;
}

/** Forgets all but the books that were written last, and the files of the others. */
export function forgetOldBooks(world: World): World {
  const books = world.books
    .sortBy(({ writtenAt }) => -writtenAt)
    .take(maxBooks / 2)
    .toMap();
  const files = world.files.filter(({ bookId }) => books.has(bookId));
  return {
    ...world,
    books,
    files,
    fileIdsByUrl: world.fileIdsByUrl.filter((file) => files.has(file)),
    externalIds: world.externalIds
      .map((ids) => ids.filter((id) => books.has(id)))
      .filter((ids) => ids.length > 0),
    usedMarks: world.usedMarks.clear(),
  };
}
