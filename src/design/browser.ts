/** The part of every page's script: the theme button, and announcements to users of screen readers. */

/** Returns the element with an id; undefined if it does not exist or has another type. */
export function findById<T extends HTMLElement>(id: string, kind: new () => T): T | undefined {
  const element = document.querySelector(`#${CSS.escape(id)}`);
  return element instanceof kind ? element : undefined;
}

/** Announces a message to users of screen readers. */
export function announce(text: string): void {
  const status = findById('announcement', HTMLElement);
  if (status) status.textContent = text;
}

const themes = ['system', 'light', 'dark'];
const storageKey = 'bookdist-theme';

/** Shows the theme button and restores the last choice. */
export function startTheme(): void {
  document.documentElement.classList.add('js');
  const button = findById('theme', HTMLButtonElement);
  const label = button?.querySelector('.theme');
  if (!button || !label) return;
  const show = (theme: string): void => {
    if (theme === 'system') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.dataset['theme'] = theme;
    label.textContent = theme;
    button.setAttribute('aria-label', `Theme: ${theme}`);
  };
  show(readTheme());
  button.hidden = false;
  button.addEventListener('click', () => {
    const next = themes[(themes.indexOf(label.textContent ?? '') + 1) % themes.length] ?? 'system';
    show(next);
    storeTheme(next);
  });
}

/** Returns the stored theme. A page from disk may have no storage. */
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
    // Without storage, the choice is lost when the page is closed.
  }
}
