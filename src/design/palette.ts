/** Reads the colours and fonts of our pages, for pages that another program renders with a style of its own. */
import { readFileSync } from 'node:fs';

const style = readFileSync(new URL('page.css', import.meta.url), 'utf8');

export const fonts = {
  text: find(/font-family: (system-ui[^;]*);/),
  code: find(/--mono: ([^;]*);/),
};

/**
 * Declares variables of another style with our colours.
 * @param variables the names of our colours, by the variables of the other style
 */
export function declareColours(
  theme: 'light' | 'dark',
  variables: Readonly<Record<string, string>>,
): string {
  return Object.entries(variables)
    .map(([variable, name]) => `${variable}: ${readColours(name)[theme]};`)
    .join(' ');
}

function readColours(name: string) {
  const pattern = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`);
  const [, light, dark] = pattern.exec(style) ?? [];
  return { light, dark };
}

function find(pattern: RegExp): string {
  return pattern.exec(style)?.[1] ?? 'sans-serif';
}
