/** Selects and filters drifts, keeps the filters in the address, and adds keyboard shortcuts. */
import { findById } from '../../../design/browser.ts';
import { findAll, findFilterFields, drawDeferred } from './elements.ts';
import { containsWords, hideIfEmpty, showMatches, splitWords } from './filters.ts';

type Drift = HTMLDetailsElement;

const filtersId = 'drift-filters';

const wideScreen = matchMedia('(min-width: 70rem)');

/** Starts the section of drifts. The returned function shows the drift with an id, or the first drift of the cause with an id. */
export function startTriage(): (id: string) => void {
  const section = findById('drifts', HTMLElement);
  if (!section) return () => undefined;
  const drifts = findAll(section, '.drift', HTMLDetailsElement);
  startDriftFilters(section);
  for (const drift of drifts) {
    findLink(drift)?.addEventListener('click', (event) => {
      if (!wideScreen.matches) return;
      event.preventDefault();
      goTo(drift);
    });
  }
  applyFilters(section);
  return (id) => {
    const drift = drifts.find(
      (entry) => id === `drift-${entry.dataset['drift']}` || id === `cause-${getCause(entry)}`,
    );
    if (drift === undefined) return;
    if (drift.hidden) {
      for (const field of findFilterFields(filtersId)) field.value = '';
      applyFilters(section);
    }
    select(drift);
  };
}

function startDriftFilters(section: HTMLElement): void {
  const filters = findById(filtersId, HTMLElement);
  if (!filters) return;
  const parameters = new URLSearchParams(location.search);
  for (const field of findFilterFields(filtersId)) field.value = parameters.get(field.name) ?? '';
  filters.hidden = false;
  filters.addEventListener('input', () => {
    applyFilters(section);
    updateAddress(location.hash);
  });
  listenToKeys(section, filters);
}

function getCause(drift: Drift): string {
  return drift.closest<HTMLElement>('[data-cause]')?.dataset['cause'] ?? '';
}

/** Returns the drift's link in the list. */
function findLink(drift: Drift): HTMLAnchorElement | null {
  const fingerprint = CSS.escape(drift.dataset['drift'] ?? '');
  return document.querySelector<HTMLAnchorElement>(`a[data-drift="${fingerprint}"]`);
}

function select(drift: Drift): void {
  for (const entry of findAll(document, '.drift.current', HTMLDetailsElement)) {
    entry.classList.remove('current');
    findLink(entry)?.removeAttribute('aria-current');
  }
  drift.classList.add('current');
  findLink(drift)?.setAttribute('aria-current', 'true');
  drawDeferred(drift);
  drift.open = true;
}

function goTo(drift: Drift): void {
  select(drift);
  updateAddress(`#drift-${drift.dataset['drift']}`);
  findLink(drift)?.scrollIntoView({ block: 'nearest' });
  // A drift that begins in the upper half of a wide screen is visible enough.
  const { top } = drift.getBoundingClientRect();
  if (!wideScreen.matches || top < 0 || top > innerHeight / 2) drift.scrollIntoView();
  drift.querySelector('summary')?.focus({ preventScroll: true });
}

/** Hides the drifts that do not match, and selects the first one if the selected one is hidden. */
function applyFilters(section: HTMLElement): void {
  const values = new Map(findFilterFields(filtersId).map(({ name, value }) => [name, value]));
  const matches = (value: string | undefined, name: string): boolean =>
    !values.get(name) || value === values.get(name);
  const search = values.get('q') ?? '';
  const drifts = findAll(section, '.drift', HTMLDetailsElement);
  // Whole cards have bodies with every field, so they count only if no title or id matches.
  const isNamed = drifts.some((drift) => hasInTitle(drift, search));
  showMatches(
    section,
    '.drift',
    (drift) =>
      matches(drift.dataset['section'], 'section') &&
      matches(drift.dataset['operation'], 'operation') &&
      matches(drift.closest<HTMLElement>('[data-cause]')?.dataset['cause'], 'cause') &&
      (isNamed ? hasInTitle(drift, search) : containsWords(drift, search)),
  );
  for (const drift of drifts) {
    const item = findLink(drift)?.closest('li');
    if (item) item.hidden = drift.hidden;
  }
  for (const group of findAll(section, '[data-cause]', HTMLElement))
    hideIfEmpty(group, '.drift, li:has(> [data-drift])');
  const first = drifts.find(({ hidden }) => !hidden);
  if (first && !section.querySelector('.drift.current:not([hidden])')) select(first);
}

/** Returns true if the title of its cause, its id and its statement contain all words of a search. */
function hasInTitle(drift: HTMLElement, search: string): boolean {
  const cause = drift.closest('.cause')?.querySelector('h3')?.textContent ?? '';
  const text = `${cause} ${drift.querySelector('summary')?.textContent ?? ''}`.toLowerCase();
  return splitWords(search).every((word) => text.includes(word));
}

/** Writes the filters to the address, so that readers can share what they see. */
function updateAddress(hash: string): void {
  const query = new URLSearchParams();
  for (const { name, value } of findFilterFields(filtersId))
    if (value !== '') query.set(name, value);
  const search = query.size === 0 ? '' : `?${query}`;
  history.replaceState(null, '', `${location.pathname}${search}${hash}`);
}

function listenToKeys(section: HTMLElement, filters: HTMLElement): void {
  const step = (offset: number): void => {
    const shown = findAll(section, '.drift:not([hidden])', HTMLDetailsElement);
    const index = shown.findIndex(({ classList }) => classList.contains('current'));
    const next = shown[Math.min(Math.max(index + offset, 0), shown.length - 1)];
    if (next) goTo(next);
  };
  addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, select, textarea') !== null;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '/') {
      event.preventDefault();
      filters.scrollIntoView({ block: 'nearest' });
      filters.querySelector('input')?.focus();
    } else if (event.key === 'j') step(1);
    else if (event.key === 'k') step(-1);
  });
}
