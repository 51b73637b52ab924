/** The button that switches between the themes: the system's, light, dark. */
import { byId } from './elements.ts';

const themes = ['system', 'light', 'dark'];
const remembered = 'bookdist-theme';

/** Shows the button and restores the last choice. */
export function startTheme(): void {
  const button = byId('theme', HTMLButtonElement);
  const word = button?.querySelector('.theme');
  if (!button || !word) return;
  const show = (theme: string): void => {
    if (theme === 'system') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.dataset['theme'] = theme;
    word.textContent = theme;
    button.setAttribute('aria-label', `Theme: ${theme}`);
  };
  show(recall());
  button.hidden = false;
  button.addEventListener('click', () => {
    const next = themes[(themes.indexOf(word.textContent ?? '') + 1) % themes.length] ?? 'system';
    show(next);
    keep(next);
  });
}

/** A page from disk may have no storage. */
function recall(): string {
  try {
    const kept = localStorage.getItem(remembered) ?? '';
    return themes.includes(kept) ? kept : 'system';
  } catch {
    return 'system';
  }
}

function keep(theme: string): void {
  try {
    localStorage.setItem(remembered, theme);
  } catch {
    // It holds for this visit.
  }
}
