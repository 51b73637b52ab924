/** Finds and makes elements, typed. */

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
