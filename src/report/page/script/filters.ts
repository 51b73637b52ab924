/** Searches and filters rows: areas with matching rows are opened, all other rows and areas are hidden. */
import { findAll, drawDeferred } from './elements.ts';

/** Shows all rows of the section that contains an element. */
export type ShowAll = (inside: Element) => void;

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

/** Starts the filters of a section; returns a function that resets them. */
function startSection(section: HTMLElement): () => void {
  const search = section.querySelector('input');
  const tally = section.querySelector('.tally');
  const toggles = findAll(section, 'button.toggle', HTMLButtonElement);
  const areas = findAll(section, '[data-area]', HTMLDetailsElement);
  let cachedRows: readonly Row[] | undefined;
  const filter = (): void => {
    const rows = (cachedRows ??= readRows(section));
    const words = (search?.value ?? '').toLowerCase().split(/\s+/);
    const kinds = toggles.filter(isPressed).map((toggle) => toggle.dataset['kind'] ?? '');
    let shownCount = 0;
    for (const row of rows) {
      const isMatch =
        (kinds.length === 0 || kinds.some((kind) => row.kinds.includes(kind))) &&
        words.every((word) => row.text.includes(word));
      row.element.hidden = !isMatch;
      if (isMatch) shownCount += 1;
    }
    for (const area of areas) {
      area.hidden = area.querySelector('[data-kinds]:not([hidden])') === null;
      area.open = kinds.length > 0 || words.some((word) => word !== '');
    }
    if (tally) tally.textContent = `${shownCount} of ${rows.length} shown`;
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

/** Draws and reads the rows. This is slow for hundreds of rows, so the first use of a filter does it. */
function readRows(section: HTMLElement): readonly Row[] {
  drawDeferred(section);
  return findAll(section, '[data-kinds]', HTMLElement).map(readRow);
}

function readRow(element: HTMLElement): Row {
  const kinds = (element.dataset['kinds'] ?? '').split(' ');
  return { element, kinds, text: (element.textContent ?? '').toLowerCase() };
}

function isPressed(toggle: HTMLElement): boolean {
  return toggle.getAttribute('aria-pressed') === 'true';
}
