/** Our additions to the page: styles, a script, plain HTML for readers without JavaScript, and the late start of the renderer. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { readContract } from '../../contract/spec.ts';
import { isRequirementId, requirement } from '../../contract/requirements.ts';
import { declareColours, fonts } from '../../design/palette.ts';
import { html, toText } from '../../design/pieces.ts';
import { getOperationText } from '../operation-node.ts';

/** Returns a `noscript` element with all operations, their statuses and their requirements. */
export function renderPlainContract(): string {
  const operations = Object.values(readContract().operations).map((operation) => {
    const statements = operation.requirements
      .filter(isRequirementId)
      .map((id) => html`<li><code>${id}</code> ${requirement(id).says}</li>`);
    const statuses = operation.responses.map(({ status }) => status).join(', ');
    return html`<section>
      <h2>${getOperationText(operation, 'summary')}</h2>
      <p><code>${operation.method} ${operation.path}</code></p>
      <p>${getOperationText(operation, 'description')}</p>
      <p>Statuses: ${statuses}</p>
      <ul>
        ${statements}
      </ul>
    </section>`;
  });
  return toText(
    html`<noscript
      ><main class="plain">
        <h1>Book distribution service</h1>
        <p>
          This page shows more with JavaScript: schemas, examples and a search. Below is every
          operation with what is stated of it.
        </p>
        ${operations}
      </main></noscript
    >`,
  );
}

/** Returns the elements for the head of the page. The style of the renderer comes later, so ours is more specific. It has the fonts and colours of our other pages. */
export function renderReaderParts(): string {
  const themes = (['light', 'dark'] as const).map(
    (theme) => `html:root.${theme} { ${declareColours(theme, colours)} }`,
  );
  const type = `html:root { --font-family-base: ${fonts.text}; --code-font-family: ${fonts.code}; }`;
  return `<style>\n${[...themes, type, readFile('reader.css')].join('\n')}</style>\n<script>\n${readFile('reader.js')}</script>`;
}

/** Our colours for the variables of the renderer. */
const colours = {
  '--bg-color': 'ground',
  '--sidebar-bg-color': 'panel',
  '--text-color-primary': 'ink',
  '--text-color-secondary': 'soft',
  '--link-color-primary': 'link',
  '--border-color-primary': 'line',
  '--border-color-secondary': 'line',
};

/** Returns a link from the top of the page to the documents that contain it. */
export function renderHomeLink(address: string): string {
  return toText(
    html`<nav class="home" aria-label="Site"><a href="${address}">← All documents</a></nav>`,
  );
}

function readFile(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

/** Matches the module script with Redocly and the contract at the end of the page. */
const renderer = /<script type="module">([\s\S]*)<\/script>(?=\s*<\/body>)/;

/**
 * Replaces Redocly's script with a compressed one. The page becomes less than half as large, and a phone shows the first
 * view without running two megabytes of script first.
 * @throws Error if the page has no such script
 */
export function deferRenderer(page: string): string {
  const match = renderer.exec(page);
  if (match?.[1] === undefined) {
    throw new Error('The rendered page has no module script: is this a new Redocly?');
  }
  const script = `${match[1]}\ndispatchEvent(new Event('renderer-ready'));`;
  const packedScript = gzipSync(script, { level: 9 }).toString('base64');
  const starter = readFileSync(new URL('start-renderer.js', import.meta.url), 'utf8');
  const [start, end] = [page.slice(0, match.index), page.slice(match.index + match[0].length)];
  const element = `<script type="text/plain" id="renderer">${packedScript}</script>`;
  return `${start}${element}\n<script>\n${starter}</script>${end}`;
}
