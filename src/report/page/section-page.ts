/** Renders a page that consists of sections, with a link to each of them at the top. */
import { readFileSync } from 'node:fs';
import { html, type Content, type Markup } from '../../design/markup.ts';
import { renderPage, type Page, type PageLink } from '../../design/page-frame.ts';
import { pageScript } from '../../generated/page-script.ts';

export interface SectionPage extends Pick<Page, 'title' | 'description' | 'band'> {
  /** The sections; those without a body are left out. */
  readonly sections: readonly Section[];
}

export interface Section extends PageLink {
  /** The heading; by default the name. */
  readonly title?: string;
  readonly body: Content;
}

export function renderSectionPage({ sections, ...page }: SectionPage): string {
  const links = sections.filter(({ body }) => body !== undefined && body !== false);
  const style = ['report.css', 'drifts.css'].map(readStyle).join('\n');
  return renderPage({
    ...page,
    links,
    main: html`${links.map(renderSection)}`,
    style,
    script: pageScript,
  });
}

function renderSection({ id, name, title = name, body }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${body}
  </section>`;
}

function readStyle(name: string): string {
  return readFileSync(new URL(`style/${name}`, import.meta.url), 'utf8');
}
