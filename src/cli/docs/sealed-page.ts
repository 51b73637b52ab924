/** Makes a rendered page self-contained: it loads nothing and cannot send anything. */
import { CannotDo } from '../shell/index.ts';

/** Styles and scripts are inside the file or next to it, and nothing may be fetched or sent. */
const policy = [
  "default-src 'none'",
  // On a site, the renderer is a script next to the page.
  "script-src 'unsafe-inline' 'self'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

const icon = picture(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#2a6f97" d="M2 2h5q1 0 1 1 0-1 1-1h5v11H9q-1 0-1 1 0-1-1-1H2z"/></svg>',
);
const credit = picture(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 12"><text x="0" y="9.5" font-family="sans-serif" font-size="9" fill="#4a5568">Redoc</text></svg>`,
);

const head = [
  `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
  `<meta name="description" content="The contract of the book distribution service: every call, every field, every refusal." />`,
  `<link rel="icon" href="${icon}" />`,
].join('\n  ');

/** The address from which the renderer would fetch its logo. */
const logos = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;

/** Markup of ours, which loads nothing. */
export interface OwnMarkup {
  /** Style and script. */
  readonly head: string;
  /** The page's body for readers without JavaScript. */
  readonly body: string;
}

/** The renderer writes addresses of its views as if it were at the root of the host: `/flows`. */
const rootedLinks = /(<a\b[^>]*\shref=")\/(?=[^"]*")/g;

/**
 * Seals a page.
 * @param own markup of ours for its head and its body
 * @throws CannotDo if the page has an unknown structure, so that it is never half sealed
 */
export function sealed(page: string, own: OwnMarkup = { head: '', body: '' }): string {
  // The script further down may also contain a head, so only the beginning of the page counts.
  if (!/^\s*<!DOCTYPE html>\s*<html\b[^>]*>\s*<head>/i.test(page)) {
    throw new CannotDo(
      'The rendered page starts in an unexpected way. Is this a new version of Redocly?',
    );
  }
  const outward = page.match(
    /<(script|img|iframe)\b[^>]*\ssrc="https?:|<link\b[^>]*\shref="https?:/,
  );
  if (outward !== null) throw new CannotDo(`The rendered page loads from outside: ${outward[0]}`);
  return page
    .replace('<head>', () => `<head>\n  ${head}\n  ${own.head}`)
    .replace('<body>', () => `<body>\n  ${own.body}`)
    .replaceAll(rootedLinks, (_all, start: string) => `${start}#/`)
    .replaceAll(logos, () => credit);
}

function picture(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
