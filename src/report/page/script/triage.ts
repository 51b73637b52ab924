/** Selects and filters drifts, keeps the filters in the address, and adds keyboard shortcuts. */
import { findAll, findById, drawDeferred } from './elements.ts';

const wideScreen = matchMedia('(min-width: 70rem)');

interface Drift {
  readonly fingerprint: string;
  readonly details: HTMLDetailsElement;
  readonly link: HTMLAnchorElement | undefined;
  readonly cause: string;
}

export interface Triage {
  /** Shows the drift with an id or the first drift of the cause with an id; returns false if there is none. */
  readonly show: (id: string) => boolean;
}

/** Starts the section of drifts, if the page has one. */
export function startTriage(): Triage {
  const section = findById('drifts', HTMLElement);
  const drifts =
    section === undefined ? [] : findAll(section, '.drift', HTMLDetailsElement).map(readDrift);
  const filters = findById('drift-filters', HTMLElement);
  const select = (drift: Drift): void => {
    for (const entry of drifts) {
      entry.details.classList.toggle('current', entry === drift);
      if (entry === drift) entry.link?.setAttribute('aria-current', 'true');
      else entry.link?.removeAttribute('aria-current');
    }
    drawDeferred(drift.details);
    drift.details.open = true;
  };
  const listShown = (): Drift[] => drifts.filter(({ details }) => !details.hidden);
  const filter = (): void => {
    applyFilters(drifts, filters);
    const current = drifts.find(({ details }) => details.classList.contains('current'));
    const [first] = listShown();
    if ((current === undefined || current.details.hidden) && first !== undefined) select(first);
  };
  const step = (offset: number): void => {
    const shownDrifts = listShown();
    const index = shownDrifts.findIndex(({ details }) => details.classList.contains('current'));
    const next = shownDrifts[Math.min(Math.max(index + offset, 0), shownDrifts.length - 1)];
    if (next) goTo(next, select);
  };
  if (filters) startDriftFilters(filters, filter, step);
  for (const drift of drifts) {
    drift.link?.addEventListener('click', (event) => {
      if (!wideScreen.matches) return;
      event.preventDefault();
      goTo(drift, select);
    });
  }
  filter();
  return { show: (id) => show(id, drifts, select) };
}

function startDriftFilters(
  filters: HTMLElement,
  filter: () => void,
  step: (offset: number) => void,
): void {
  restoreFilters(filters);
  filters.hidden = false;
  filters.addEventListener('input', () => {
    filter();
    updateAddress(filters, location.hash);
  });
  listenToKeys(filters, step);
}

function readDrift(details: HTMLDetailsElement): Drift {
  const fingerprint = details.dataset['drift'] ?? '';
  const link = document.querySelector(`a[data-drift="${CSS.escape(fingerprint)}"]`);
  return {
    fingerprint,
    details,
    link: link instanceof HTMLAnchorElement ? link : undefined,
    cause: details.closest<HTMLElement>('[data-cause]')?.dataset['cause'] ?? '',
  };
}

function show(id: string, drifts: readonly Drift[], select: (drift: Drift) => void): boolean {
  const drift = drifts.find(
    ({ fingerprint, cause }) => id === `drift-${fingerprint}` || id === `cause-${cause}`,
  );
  if (drift === undefined) return false;
  if (drift.details.hidden) {
    const filters = findById('drift-filters', HTMLElement);
    for (const field of findFields(filters)) field.value = '';
    applyFilters(drifts, filters);
  }
  select(drift);
  return true;
}

function goTo(drift: Drift, select: (drift: Drift) => void): void {
  select(drift);
  const filters = findById('drift-filters', HTMLElement);
  if (filters) updateAddress(filters, `#drift-${drift.fingerprint}`);
  drift.link?.scrollIntoView({ block: 'nearest' });
  // A drift that begins in the upper half of a wide screen is visible enough.
  const top = drift.details.getBoundingClientRect().top;
  if (!wideScreen.matches || top < 0 || top > innerHeight / 2) drift.details.scrollIntoView();
  drift.details.querySelector('summary')?.focus({ preventScroll: true });
}

function applyFilters(drifts: readonly Drift[], filters: HTMLElement | undefined): void {
  const filterValues = new Map(findFields(filters).map(({ name, value }) => [name, value]));
  const words = (filterValues.get('q') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const contains = (details: HTMLElement): boolean => {
    if (words.length === 0) return true;
    drawDeferred(details);
    const text = (details.textContent ?? '').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const matchesFilter = (value: string | undefined, name: string): boolean =>
    (filterValues.get(name) ?? '') === '' || value === filterValues.get(name);
  for (const { details, link, cause } of drifts) {
    details.hidden = !(
      matchesFilter(details.dataset['section'], 'section') &&
      matchesFilter(details.dataset['operation'], 'operation') &&
      matchesFilter(cause, 'cause') &&
      contains(details)
    );
    const item = link?.closest('li');
    if (item) item.hidden = details.hidden;
  }
  for (const group of findAll(document, '#drifts [data-cause]', HTMLElement)) {
    group.hidden = group.querySelector('.drift:not([hidden]), li:not([hidden])') === null;
  }
  const visibleCount = drifts.filter(({ details }) => !details.hidden).length;
  const tally = findById('drift-tally', HTMLElement);
  if (tally) tally.textContent = `${visibleCount} of ${drifts.length} shown`;
}

type Field = HTMLInputElement | HTMLSelectElement;

function findFields(filters: HTMLElement | undefined): Field[] {
  if (filters === undefined) return [];
  return [
    ...findAll(filters, 'input', HTMLInputElement),
    ...findAll(filters, 'select', HTMLSelectElement),
  ];
}

function restoreFilters(filters: HTMLElement): void {
  const parameters = new URLSearchParams(location.search);
  for (const field of findFields(filters)) field.value = parameters.get(field.name) ?? '';
}

/** Writes the filters to the address, so that readers can share what they see. */
function updateAddress(filters: HTMLElement, hash: string): void {
  const activeFields = findFields(filters).filter(({ value }) => value !== '');
  const query = new URLSearchParams(
    activeFields.map(({ name, value }) => [name, value]),
  ).toString();
  history.replaceState(null, '', `${location.pathname}${query === '' ? '' : `?${query}`}${hash}`);
}

function listenToKeys(filters: HTMLElement, step: (offset: number) => void): void {
  addEventListener('keydown', (event) => {
    const target = event.target;
    const isTyping =
      target instanceof HTMLElement && target.closest('input, select, textarea') !== null;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '/') {
      event.preventDefault();
      filters.scrollIntoView({ block: 'nearest' });
      filters.querySelector('input')?.focus();
    } else if (event.key === 'j') step(1);
    else if (event.key === 'k') step(-1);
  });
}
