/** Valid prices (`book.price.rules`). */

/** Returns whether a price is zero or more. */
export function isValidPrice(price: number): boolean {
  return price >= 0;
}
