/** Opens what is folded away in a drift before it is printed, and closes it again. */
import { all } from './elements.ts';

/** Listens for printing. */
export function startPrinting(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    opened = all(document, '.card details:not([open]), .band details', HTMLDetailsElement);
    for (const one of opened) one.open = true;
  });
  addEventListener('afterprint', () => {
    for (const one of opened) one.open = false;
  });
}
