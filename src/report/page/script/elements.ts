/** Finds, makes and draws elements, typed. */

/** The element with an id, if it is of that kind. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T | undefined {
  const found = document.querySelector(`#${CSS.escape(id)}`);
  return found instanceof kind ? found : undefined;
}

/** All elements of a kind that a selector finds. */
export function all<T extends Element>(root: ParentNode, selector: string, kind: new () => T): T[] {
  return [...root.querySelectorAll(selector)].filter((found): found is T => found instanceof kind);
}

/** A new element with a class and a text; never HTML. */
export function make(tag: string, kind: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  if (kind !== '') made.className = kind;
  made.textContent = text;
  return made;
}

/** Announces a text to screen readers. */
export function say(words: string): void {
  const place = byId('said', HTMLElement);
  if (place) place.textContent = words;
}

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
