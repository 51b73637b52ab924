/** Draws the parts that the page keeps as text until a reader needs them. */
import { all } from './elements.ts';

const kept = 'noscript.later';

/** Listens for folds that are opened. */
export function startDrawing(): void {
  const open = ({ target }: Event): void => {
    if (target instanceof HTMLDetailsElement && target.open) drawLater(target);
  };
  // This event does not bubble.
  document.addEventListener('toggle', open, { capture: true });
}

/** Draws everything below an element. */
export function drawLater(root: ParentNode): void {
  for (const place of all(root, kept, HTMLElement)) draw(place);
}

/** Draws the part that has the element with an id. */
export function drawAround(id: string): void {
  const mark = `id="${id}"`;
  const place = all(document, kept, HTMLElement).find((one) => one.textContent?.includes(mark));
  if (place) draw(place);
}

/** The text is the page's own HTML, in which every value is escaped. */
function draw(place: HTMLElement): void {
  const template = document.createElement('template');
  template.innerHTML = place.textContent ?? '';
  place.replaceWith(template.content);
}
