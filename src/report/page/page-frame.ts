/** Renders the frame of all our pages: a single file that loads nothing, with a content security policy. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { designStyle } from '../../design/index.ts';
import { pageScript } from '../../generated/page-script.ts';
import { html, toText, trustHtml, type Content, type Markup } from './markup.ts';

export interface PageParts {
  readonly title: string;
  /** The description of the page for search engines. */
  readonly description: string;
  /** The head of the page, above its sections. */
  readonly band: Markup;
  /** The sections; those without a body are left out. */
  readonly parts: readonly PagePart[];
  readonly home?: PageHome | undefined;
}

export interface PageHome {
  /** An address, relative to the page. */
  readonly href: string;
  readonly label: string;
}

/** A section of a page, with a link to it at the top. */
export interface PagePart {
  readonly id: string;
  readonly name: string;
  /** The heading; by default the name. */
  readonly title?: string;
  readonly number?: number;
  readonly body: Content;
}

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"%3E%3Cpath fill="%232a6f97" d="M2 2h5q1 0 1 1 0-1 1-1h5v11H9q-1 0-1 1 0-1-1-1H2z"/%3E%3C/svg%3E';

export function renderPage({ title, description, band, parts, home }: PageParts): string {
  const visibleParts = parts.filter(({ body }) => body !== undefined && body !== false);
  const style = readStyle();
  const policy = [
    "default-src 'none'",
    `style-src '${hashForPolicy(style)}'`,
    `script-src '${hashForPolicy(pageScript)}'`,
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
          <link rel="icon" href="${icon}" />
          ${renderRawElement('style', style)}
        </head>
        <body>
          <a class="skip" href="#main">Skip to the findings</a>
          <header class="band">${band}</header>
          ${renderNavigation(visibleParts, home)}
          <main id="main" tabindex="-1">${visibleParts.map(renderSection)}</main>
          <p id="announcement" class="unseen" role="status"></p>
          ${renderRawElement('script', pageScript)}
        </body>
      </html> `,
  );
}

function renderNavigation(parts: readonly PagePart[], home: PageHome | undefined): Markup {
  return html`<nav class="parts" aria-label="Parts of this page">
    ${home && html`<a class="home" href="${home.href}">${home.label}</a>`}
    ${
      parts.length > 1 &&
      html`<ul>
        ${parts.map(renderSectionLink)}
      </ul>`
    }
    <button type="button" class="quiet" id="theme" aria-label="Theme" hidden>
      <span aria-hidden="true">◐ </span><span class="roomy">Theme: </span
      ><span class="theme">system</span>
    </button>
  </nav>`;
}

/** Returns an element without additional white space, because the hash in the policy covers all of it. */
function renderRawElement(tag: 'style' | 'script', text: string): Markup {
  return trustHtml(`<${tag}>${text}</${tag}>`);
}

function renderSection({ id, name, title = name, body }: PagePart): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${body}
  </section>`;
}

function renderSectionLink({ id, name, number }: PagePart): Markup {
  return html`<li>
    <a href="#${id}"
      >${name}${number !== undefined && html` <span class="number">${number}</span>`}</a
    >
  </li>`;
}

const sheets = ['page.css', 'pieces.css', 'tables.css', 'drifts.css', 'triage.css', 'history.css'];

function readStyle(): string {
  const files = sheets.map((name) => new URL(`style/${name}`, import.meta.url));
  return [designStyle(), ...files.map((file) => readFileSync(file, 'utf8'))].join('\n');
}

function hashForPolicy(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
