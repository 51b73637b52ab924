/** Finds and draws elements. The controls of a page: copy buttons and printing. */
import { announce } from '../../../design/browser.ts';

/** Returns the elements of one type that match a selector. */
export function findAll<T extends Element>(
  root: ParentNode,
  selector: string,
  kind: new () => T,
): T[] {
  return [...root.querySelectorAll(selector)].filter((found): found is T => found instanceof kind);
}

type Field = HTMLInputElement | HTMLSelectElement;

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

/** The time in milliseconds for which a button confirms the copy. */
const confirmationMs = 1500;

export function startCopying(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button.copy') : null;
    const text = button?.parentElement?.querySelector('code')?.textContent;
    if (button && text !== undefined && text !== null) void copyText(button, text);
  });
}

async function copyText(button: Element, text: string): Promise<void> {
  const message = await writeClipboard(text);
  button.textContent = message;
  announce(message);
  setTimeout(() => {
    button.textContent = 'Copy';
    announce('');
  }, confirmationMs);
}

async function writeClipboard(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    return 'Copy failed';
  }
}

const foldsToPrint = ':is(.drift, .group, .area):not([open])';

/** Draws and opens all folds for printing, and closes them afterwards. */
export function startPrinting(): void {
  let openedFolds: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    drawDeferred(document);
    openedFolds = findAll(document, foldsToPrint, HTMLDetailsElement);
    for (const fold of openedFolds) fold.open = true;
  });
  addEventListener('afterprint', () => {
    for (const fold of openedFolds) fold.open = false;
  });
}
