/** Whether a price can be asked: nothing below zero. */

export function validPrice(price: number): boolean {
  return price >= 0;
}
