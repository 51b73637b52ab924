/** The colours, fonts, sizes and basic elements that all our pages share. */
import { readFileSync } from 'node:fs';

/** Returns them as CSS, to put in front of the style of a page. */
export function designStyle(): string {
  return readFileSync(new URL('design.css', import.meta.url), 'utf8');
}
