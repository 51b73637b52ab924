/** The small controls of a page: its theme, copy buttons, fields of an entry to copy, and printing. */
import { findAll, findById, createElement, announce, drawDeferred } from './elements.ts';

const themes = ['system', 'light', 'dark'];
const storageKey = 'bookdist-theme';

/** Shows the button and restores the last choice. */
export function startTheme(): void {
  const button = findById('theme', HTMLButtonElement);
  const word = button?.querySelector('.theme');
  if (!button || !word) return;
  const show = (theme: string): void => {
    if (theme === 'system') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.dataset['theme'] = theme;
    word.textContent = theme;
    button.setAttribute('aria-label', `Theme: ${theme}`);
  };
  show(readTheme());
  button.hidden = false;
  button.addEventListener('click', () => {
    const next = themes[(themes.indexOf(word.textContent ?? '') + 1) % themes.length] ?? 'system';
    show(next);
    storeTheme(next);
  });
}

/** A page from disk may have no storage. */
function readTheme(): string {
  try {
    const storedTheme = localStorage.getItem(storageKey) ?? '';
    return themes.includes(storedTheme) ? storedTheme : 'system';
  } catch {
    return 'system';
  }
}

function storeTheme(theme: string): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // It holds for this visit.
  }
}

/** How long a button confirms the copy, in milliseconds. */
const confirmationMs = 1500;

/** Listens for every copy button of the page. */
export function startCopying(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button.copy') : null;
    const text = button?.parentElement?.querySelector('code')?.textContent;
    if (button && text !== undefined && text !== null) void copyText(button, text);
  });
}

async function copyText(button: Element, text: string): Promise<void> {
  const words = await writeClipboard(text);
  button.textContent = words;
  announce(words);
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
    return 'Not allowed';
  }
}

/** Listens for opened entries. A page with a field for each drift would make browsers look at all of them for autofill. */
export function startComposing(): void {
  const open = ({ target }: Event): void => {
    if (!(target instanceof HTMLDetailsElement)) return;
    const place = target.querySelector(':scope > [data-accept]');
    const code = target.querySelector('.command code');
    if (!(place instanceof HTMLElement) || place.childElementCount > 0 || !code) return;
    const { since = '', until = '' } = place.dataset;
    place.append(
      field('Reason', 'reason', { type: 'text', autocomplete: 'off' }),
      field('Until', 'until', { type: 'date', value: until, min: since }),
    );
    place.addEventListener('input', (event) => updateEntry(event.target, code));
  };
  // This event does not bubble.
  document.addEventListener('toggle', open, { capture: true });
}

function field(words: string, name: string, settings: Partial<HTMLInputElement>): HTMLElement {
  const input = document.createElement('input');
  Object.assign(input, settings, { name });
  const label = createElement('label', '', `${words} `);
  label.append(input);
  return label;
}

/** Writes what was typed into the line of the entry with the name of the field. */
function updateEntry(input: EventTarget | null, code: Element): void {
  if (!(input instanceof HTMLInputElement) || input.value === '') return;
  // A JSON string is a YAML string too.
  const value = input.name === 'reason' ? JSON.stringify(input.value) : input.value;
  const line = new RegExp(`^(\\s*${input.name}:).*$`, 'm');
  code.textContent = (code.textContent ?? '').replace(line, (_all, start) => `${start} ${value}`);
}

const foldsToPrint = ':is(.drift, .group, .area):not([open])';

/** Listens for printing. */
export function startPrinting(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    drawDeferred(document);
    opened = findAll(document, foldsToPrint, HTMLDetailsElement);
    for (const fold of opened) fold.open = true;
  });
  addEventListener('afterprint', () => {
    for (const entry of opened) entry.open = false;
  });
}
