/** Bounds what the world holds: a recording may show any number of books. */
import type { World } from './world.ts';

/** The largest number of books that the model knows. */
const mostBooks = 3_000;

/** Returns whether there are too many books. Our own runs need to remember all of their books. */
export function isFull({ books, options }: World): boolean {
  return books.size > mostBooks && !options.startsEmpty;
}

/** Forgets the half of the books that was written longest ago, with their files. */
export function forgetOldBooks(world: World): World {
  const books = world.books
    .sortBy(({ writtenAt }) => -writtenAt)
    .take(mostBooks / 2)
    .toMap();
  const files = world.files.filter(({ bookId }) => books.has(bookId));
  return {
    ...world,
    books,
    files,
    urls: world.urls.filter((file) => files.has(file)),
    externalIds: world.externalIds
      .map((ids) => ids.filter((id) => books.has(id)))
      .filter((ids) => ids.length > 0),
    used: world.used.clear(),
  };
}
