/** Finds and draws elements. */

/** Returns the elements of one type that match a selector. */
export function findAll<T extends Element>(
  root: ParentNode,
  selector: string,
  kind: new () => T,
): T[] {
  return [...root.querySelectorAll(selector)].filter((found): found is T => found instanceof kind);
}

export type Field = HTMLInputElement | HTMLSelectElement;

/** Returns the input and then the select fields of the filters with an id. */
export function findFilterFields(id: string): Field[] {
  const filters = document.getElementById(id) ?? new DocumentFragment();
  const selects = findAll(filters, 'select', HTMLSelectElement);
  return [...findAll(filters, 'input', HTMLInputElement), ...selects];
}

const deferredSelector = 'noscript.later';

/** Draws the deferred parts of each fold when it is opened. */
export function startDrawingFolds(): void {
  const drawContent = ({ target }: Event): void => {
    if (target instanceof HTMLDetailsElement && target.open) drawDeferred(target);
  };
  // The event `toggle` does not bubble.
  document.addEventListener('toggle', drawContent, { capture: true });
}

/** Draws all deferred parts below an element. */
export function drawDeferred(root: ParentNode): void {
  for (const part of findAll(root, deferredSelector, HTMLElement)) draw(part);
}

/** Draws the deferred part that contains the element with an id. */
export function drawAround(id: string): void {
  const mark = `id="${id}"`;
  const part = findAll(document, deferredSelector, HTMLElement).find((entry) =>
    entry.textContent?.includes(mark),
  );
  if (part) draw(part);
}

/** Replaces a deferred part by its content, which is the page's own HTML with escaped values. */
function draw(part: HTMLElement): void {
  const template = document.createElement('template');
  template.innerHTML = part.textContent ?? '';
  part.replaceWith(template.content);
}
