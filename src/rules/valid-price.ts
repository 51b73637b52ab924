/** Returns whether a price is valid: zero or more (`book.price.rules`). */

export function isValidPrice(price: number): boolean {
  return price >= 0;
}
