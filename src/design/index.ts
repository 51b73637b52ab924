/** The colours, fonts and sizes that all our pages share. */
import { readFileSync } from 'node:fs';

/** Returns them as CSS: custom properties of the root. */
export function designTokens(): string {
  return readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
}
