/** Renders the web page of a sandbox, whose parts its script draws. */
import { readFileSync } from 'node:fs';
import { html } from '../../design/markup.ts';
import { renderPage } from '../../design/page-frame.ts';
import { controlScript } from '../../generated/control-script.ts';

/** @param needsToken true if the page asks for the token before it calls the API */
export function renderControlPage(needsToken: boolean): string {
  return renderPage({
    title: 'Sandbox',
    description: 'A running sandbox: its requests, its books, its clock, and how it behaves.',
    band: html`<h1>Sandbox</h1>`,
    links: ['Requests', 'Books', 'Clock', 'Behaviour', 'Chaos', 'Content'].map((name) => ({
      id: name.toLowerCase(),
      name,
    })),
    main: html`<noscript>
        This page needs JavaScript, because everything on it comes from the running sandbox.
        <a href="openapi.yaml">The control API</a> gives the same to programs.
      </noscript>
      <div id="app" ${needsToken && 'data-locked'}></div>`,
    style: readFileSync(new URL('page/page.css', import.meta.url), 'utf8'),
    script: controlScript,
  });
}
