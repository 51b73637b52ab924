/** Unfolds drifts, groups and areas before the page is printed, and folds them again. */
import { all } from './elements.ts';
import { drawLater } from './later.ts';

const printed = ':is(.drift, .group, .area):not([open])';

/** Listens for printing. */
export function startPrinting(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    drawLater(document);
    opened = all(document, printed, HTMLDetailsElement);
    for (const one of opened) one.open = true;
  });
  addEventListener('afterprint', () => {
    for (const one of opened) one.open = false;
  });
}
