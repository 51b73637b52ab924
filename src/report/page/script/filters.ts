/** Searches and filters elements, and follows links to those that are filtered out, folded or not drawn yet. */
import { drawDeferred, findAll, drawAround } from './elements.ts';
import { findById } from '../../../design/browser.ts';

/** Starts the filters of tables. The returned function shows all rows of the table that contains an element. */
export function startFilters(): (inside: Element) => void {
  for (const section of findAll(document, '[data-filtered]', HTMLElement)) {
    section.addEventListener('input', () => filterRows(section));
    for (const toggle of findToggles(section)) {
      toggle.addEventListener('click', () => {
        toggle.ariaPressed = String(toggle.ariaPressed !== 'true');
        filterRows(section);
      });
    }
  }
  return (inside) => {
    const section = inside.closest<HTMLElement>('[data-filtered]');
    if (!section) return;
    for (const input of findAll(section, 'input', HTMLInputElement)) input.value = '';
    for (const toggle of findToggles(section)) toggle.ariaPressed = 'false';
    filterRows(section);
  };
}

function findToggles(section: HTMLElement): HTMLButtonElement[] {
  return findAll(section, 'button.toggle', HTMLButtonElement);
}

/** Hides the rows that do not match, and opens the areas of the others. */
function filterRows(section: HTMLElement): void {
  const search = section.querySelector('input')?.value ?? '';
  const pressed = findToggles(section).filter(({ ariaPressed }) => ariaPressed === 'true');
  const kinds = pressed.map(({ dataset }) => dataset['kind'] ?? '');
  const hasKind = ({ dataset }: HTMLElement): boolean =>
    kinds.length === 0 || kinds.some((kind) => dataset['kinds']?.split(' ').includes(kind));
  drawDeferred(section);
  showMatches(section, '[data-kinds]', (row) => hasKind(row) && containsWords(row, search));
  for (const area of findAll(section, '[data-area]', HTMLDetailsElement)) {
    hideIfEmpty(area, '[data-kinds]');
    area.open = kinds.length > 0 || search.trim() !== '';
  }
}

/** Hides the elements that do not match, and shows the number of the others. */
export function showMatches(
  section: HTMLElement,
  selector: string,
  isMatch: (element: HTMLElement) => boolean,
): void {
  const elements = findAll(section, selector, HTMLElement);
  for (const element of elements) element.hidden = !isMatch(element);
  const shownCount = elements.filter(({ hidden }) => !hidden).length;
  const tally = section.querySelector('.tally');
  if (tally) tally.textContent = `${shownCount} of ${elements.length} shown`;
}

/** Hides a group if all its elements are hidden. */
export function hideIfEmpty(group: HTMLElement, selector: string): void {
  group.hidden = findAll(group, selector, HTMLElement).every(({ hidden }) => hidden);
}

export function splitWords(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Returns true if the text of an element contains all words of a search. */
export function containsWords(element: HTMLElement, search: string): boolean {
  const words = splitWords(search);
  if (words.length === 0) return true;
  drawDeferred(element);
  const text = (element.textContent ?? '').toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Functions that show an element that is filtered out or not drawn yet. */
interface DeepLinkActions {
  readonly showAll: (inside: Element) => void;
  readonly showDrift: (id: string) => void;
  readonly showExchange: (id: string) => Promise<void>;
}

/** Follows the link with which the page was opened, and all further links within it. */
export function startDeepLinks({ showAll, showDrift, showExchange }: DeepLinkActions): void {
  const followLink = async (): Promise<void> => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (id === '') return;
    if (/^exchange-\d+$/.test(id)) await showExchange(id);
    drawAround(id);
    showDrift(id);
    const target = findById(id, HTMLElement);
    if (!target) return;
    if (target.hidden) showAll(target);
    for (
      let fold = target.closest('details');
      fold;
      fold = fold.parentElement?.closest('details') ?? null
    )
      fold.open = true;
    target.scrollIntoView();
    if (target.tabIndex === -1) target.focus({ preventScroll: true });
  };
  addEventListener('hashchange', () => void followLink());
  void followLink();
}
