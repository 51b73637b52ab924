/** Opens drifts and groups before the page is printed, and closes them again. */
import { all } from './elements.ts';

/** Listens for printing. */
export function startPrinting(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    opened = all(document, '.drift:not([open]), .group:not([open])', HTMLDetailsElement);
    for (const one of opened) one.open = true;
  });
  addEventListener('afterprint', () => {
    for (const one of opened) one.open = false;
  });
}
