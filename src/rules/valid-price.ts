/** Returns whether a price is valid: zero or more. */

export function validPrice(price: number): boolean {
  return price >= 0;
}
