/** Selects and filters drifts, keeps the filters in the address, and adds keyboard shortcuts. */
import { findAll, findById, findFilterFields, drawDeferred } from './elements.ts';

const filtersId = 'drift-filters';
const wideScreen = matchMedia('(min-width: 70rem)');

interface Drift {
  readonly fingerprint: string;
  readonly details: HTMLDetailsElement;
  readonly link: HTMLAnchorElement | undefined;
  readonly cause: string;
}

/** Starts the section of drifts. The returned function shows the drift with an id, or the first drift of the cause with an id. */
export function startTriage(): (id: string) => void {
  const drifts = findAll(document, '#drifts .drift', HTMLDetailsElement).map(readDrift);
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
    applyFilters(drifts);
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
  startDriftFilters(filter, step);
  for (const drift of drifts) {
    drift.link?.addEventListener('click', (event) => {
      if (!wideScreen.matches) return;
      event.preventDefault();
      goTo(drift, select);
    });
  }
  filter();
  return (id) => show(id, drifts, select);
}

function startDriftFilters(filter: () => void, step: (offset: number) => void): void {
  const filters = findById(filtersId, HTMLElement);
  if (!filters) return;
  const parameters = new URLSearchParams(location.search);
  for (const field of findFilterFields(filtersId)) field.value = parameters.get(field.name) ?? '';
  filters.hidden = false;
  filters.addEventListener('input', () => {
    filter();
    updateAddress(location.hash);
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

function show(id: string, drifts: readonly Drift[], select: (drift: Drift) => void): void {
  const drift = drifts.find(
    ({ fingerprint, cause }) => id === `drift-${fingerprint}` || id === `cause-${cause}`,
  );
  if (drift === undefined) return;
  if (drift.details.hidden) {
    for (const field of findFilterFields(filtersId)) field.value = '';
    applyFilters(drifts);
  }
  select(drift);
}

function goTo(drift: Drift, select: (drift: Drift) => void): void {
  select(drift);
  updateAddress(`#drift-${drift.fingerprint}`);
  drift.link?.scrollIntoView({ block: 'nearest' });
  // A drift that begins in the upper half of a wide screen is visible enough.
  const top = drift.details.getBoundingClientRect().top;
  if (!wideScreen.matches || top < 0 || top > innerHeight / 2) drift.details.scrollIntoView();
  drift.details.querySelector('summary')?.focus({ preventScroll: true });
}

function applyFilters(drifts: readonly Drift[]): void {
  const values = new Map(findFilterFields(filtersId).map(({ name, value }) => [name, value]));
  const words = (values.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const contains = (details: HTMLElement): boolean => {
    if (words.length === 0) return true;
    drawDeferred(details);
    const text = (details.textContent ?? '').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const matchesFilter = (value: string | undefined, name: string): boolean =>
    !values.get(name) || value === values.get(name);
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

/** Writes the filters to the address, so that readers can share what they see. */
function updateAddress(hash: string): void {
  const activeFields = findFilterFields(filtersId).filter(({ value }) => value !== '');
  const query = new URLSearchParams(activeFields.map(({ name, value }) => [name, value]));
  const search = activeFields.length === 0 ? '' : `?${query.toString()}`;
  history.replaceState(null, '', `${location.pathname}${search}${hash}`);
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
