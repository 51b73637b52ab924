/** Finds, makes and draws elements, typed. */

/** Returns the element with an id if it is of that kind. */
export function findById<T extends HTMLElement>(id: string, kind: new () => T): T | undefined {
  const found = document.querySelector(`#${CSS.escape(id)}`);
  return found instanceof kind ? found : undefined;
}

/** Returns the elements of a kind that a selector finds. */
export function findAll<T extends Element>(
  root: ParentNode,
  selector: string,
  kind: new () => T,
): T[] {
  return [...root.querySelectorAll(selector)].filter((found): found is T => found instanceof kind);
}

/** Creates an element with a class and a text, never with HTML. */
export function createElement(tag: string, kind: string, text = ''): HTMLElement {
  const element = document.createElement(tag);
  if (kind !== '') element.className = kind;
  element.textContent = text;
  return element;
}

/** Announces a text to screen readers. */
export function announce(text: string): void {
  const status = findById('said', HTMLElement);
  if (status) status.textContent = text;
}

const deferredSelector = 'noscript.later';

/** Listens for folds that are opened. */
export function drawOpenedFolds(): void {
  const open = ({ target }: Event): void => {
    if (target instanceof HTMLDetailsElement && target.open) drawDeferred(target);
  };
  // This event does not bubble.
  document.addEventListener('toggle', open, { capture: true });
}

/** Draws everything below an element. */
export function drawDeferred(root: ParentNode): void {
  for (const deferred of findAll(root, deferredSelector, HTMLElement)) draw(deferred);
}

/** Draws the part that has the element with an id. */
export function drawAround(id: string): void {
  const mark = `id="${id}"`;
  const deferred = findAll(document, deferredSelector, HTMLElement).find((entry) =>
    entry.textContent?.includes(mark),
  );
  if (deferred) draw(deferred);
}

/** The text is the page's own HTML, in which every value is escaped. */
function draw(deferred: HTMLElement): void {
  const template = document.createElement('template');
  template.innerHTML = deferred.textContent ?? '';
  deferred.replaceWith(template.content);
}
