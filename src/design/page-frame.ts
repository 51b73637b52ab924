/** Renders the frame of all our pages: a single file that loads nothing, with a content security policy. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, toText, trustHtml, type Markup } from './pieces.ts';

export interface Page {
  readonly title: string;
  /** The description of the page for search engines. */
  readonly description: string;
  /** The head of the page, above the navigation. */
  readonly band: Markup;
  /** Links to the parts of the page. */
  readonly links: readonly PageLink[];
  readonly main: Markup;
  /** The page's own style, after that of all pages. */
  readonly style: string;
  readonly script: string;
}

export interface PageLink {
  readonly id: string;
  readonly name: string;
  readonly number?: number;
}

export const pageIcon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"%3E%3Cpath fill="%232a6f97" d="M2 2h5q1 0 1 1 0-1 1-1h5v11H9q-1 0-1 1 0-1-1-1H2z"/%3E%3C/svg%3E';

export function renderPage({ title, description, band, links, main, ...own }: Page): string {
  const style = [readSheet('page.css'), readSheet('pieces.css'), own.style].join('\n');
  const policy = [
    "default-src 'none'",
    `style-src '${hashForPolicy(style)}'`,
    `script-src '${hashForPolicy(own.script)}'`,
    'img-src data:',
    // Audit tools read /robots.txt of the page's host. A page from disk cannot connect anywhere.
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return toText(
    html`${trustHtml('<!doctype html>')}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta http-equiv="Content-Security-Policy" content="${policy}" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="referrer" content="no-referrer" />
          <title>${title}</title>
          <meta name="description" content="${description}" />
          <link rel="icon" href="${pageIcon}" />
          ${renderRawElement('style', style)}
        </head>
        <body>
          <a class="skip" href="#main">Skip to the content</a>
          <header class="band">${band}</header>
          ${renderNavigation(links)}
          <main id="main" tabindex="-1">${main}</main>
          <p id="announcement" class="unseen" role="status"></p>
          ${renderRawElement('script', own.script)}
        </body>
      </html> `,
  );
}

function renderNavigation(links: readonly PageLink[]): Markup {
  return html`<nav class="parts" aria-label="Parts of this page">
    ${
      links.length > 1 &&
      html`<ul class="plain">
        ${links.map(({ id, name, number }) => html`<li><a href="#${id}">${name}${number !== undefined && html` <span class="soft">${number}</span>`}</a></li>`)}
      </ul>`
    }
    <button type="button" id="theme" aria-label="Theme" hidden>
      <span aria-hidden="true">◐ </span><span class="roomy">Theme: </span
      ><span class="theme">system</span>
    </button>
  </nav>`;
}

/** Returns an element without additional white space, because the hash in the policy covers all of it. */
function renderRawElement(tag: 'style' | 'script', text: string): Markup {
  return trustHtml(`<${tag}>${text}</${tag}>`);
}

function readSheet(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

function hashForPolicy(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
