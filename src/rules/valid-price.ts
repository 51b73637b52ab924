/** Returns whether a price is valid: zero or more (`book.price.rules`). */

export function validPrice(price: number): boolean {
  return price >= 0;
}
