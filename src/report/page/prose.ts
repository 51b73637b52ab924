/** Our own sentences as HTML: text between backticks becomes code. */
import { html, type Content } from './markup.ts';

/** Returns a sentence with its code marked as code. */
export function prose(text: string): Content {
  return text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
}
