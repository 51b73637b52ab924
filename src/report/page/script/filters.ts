/** Searches and filters the rows of a table: areas with matching rows unfold, and other rows and areas are hidden. */
import { findAll, drawDeferred } from './elements.ts';

/** Shows all rows of the section that contains an element. */
export type ShowAll = (inside: Element) => void;

/** Starts every filtered section of the page. */
export function startFilters(): ShowAll {
  const resets = new Map<Element, () => void>();
  for (const section of findAll(document, '[data-filtered]', HTMLElement)) {
    resets.set(section, startSection(section));
  }
  return (inside) => {
    const section = inside.closest('[data-filtered]');
    if (section) resets.get(section)?.();
  };
}

interface Row {
  readonly element: HTMLElement;
  readonly kinds: readonly string[];
  readonly text: string;
}

function startSection(section: HTMLElement): () => void {
  const search = section.querySelector('input');
  const tally = section.querySelector('.tally');
  const toggles = findAll(section, 'button.toggle', HTMLButtonElement);
  const areas = findAll(section, '[data-area]', HTMLDetailsElement);
  let read: readonly Row[] | undefined;
  const filter = (): void => {
    const rows = (read ??= readRows(section));
    const words = (search?.value ?? '').toLowerCase().split(/\s+/);
    const kinds = toggles.filter(isPressed).map((toggle) => toggle.dataset['kind'] ?? '');
    let shown = 0;
    for (const row of rows) {
      const fits =
        (kinds.length === 0 || kinds.some((kind) => row.kinds.includes(kind))) &&
        words.every((word) => row.text.includes(word));
      row.element.hidden = !fits;
      if (fits) shown += 1;
    }
    for (const area of areas) {
      area.hidden = area.querySelector('[data-kinds]:not([hidden])') === null;
      area.open = kinds.length > 0 || words.some((word) => word !== '');
    }
    if (tally) tally.textContent = `${shown} of ${rows.length} shown`;
  };
  search?.addEventListener('input', filter);
  for (const toggle of toggles) {
    toggle.addEventListener('click', () => {
      toggle.setAttribute('aria-pressed', String(!isPressed(toggle)));
      filter();
    });
  }
  return () => {
    if (search) search.value = '';
    for (const toggle of toggles) toggle.setAttribute('aria-pressed', 'false');
    filter();
  };
}

/** Draws and reads the rows. With hundreds of rows this is slow, so it happens only when they are filtered. */
function readRows(section: HTMLElement): readonly Row[] {
  drawDeferred(section);
  return findAll(section, '[data-kinds]', HTMLElement).map(rowOf);
}

function rowOf(element: HTMLElement): Row {
  const kinds = (element.dataset['kinds'] ?? '').split(' ');
  return { element, kinds, text: (element.textContent ?? '').toLowerCase() };
}

function isPressed(toggle: HTMLElement): boolean {
  return toggle.getAttribute('aria-pressed') === 'true';
}
