/** The buttons that copy the command next to them. */
import { say } from './elements.ts';

/** How long a button confirms the copy, in milliseconds. */
const shown = 1500;

/** Listens for every copy button of the page. */
export function startCopying(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button.copy') : null;
    const text = button?.parentElement?.querySelector('code')?.textContent;
    if (button && text !== undefined && text !== null) void copied(button, text);
  });
}

async function copied(button: Element, text: string): Promise<void> {
  const words = await put(text);
  button.textContent = words;
  say(words);
  setTimeout(() => {
    button.textContent = 'Copy';
    say('');
  }, shown);
}

async function put(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    return 'Not allowed';
  }
}
