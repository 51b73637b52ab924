/** Renders our additions to the page: styles, a script, and plain HTML for readers without JavaScript. */
import { readFileSync } from 'node:fs';
import { readContract } from '../../contract/spec.ts';
import { isRequirementId, requirement } from '../../contract/requirements.ts';
import { getOperationText } from '../operation-node.ts';

/** Returns a `noscript` element with all operations, their statuses and their requirements. */
export function renderPlainContract(): string {
  const operations = Object.values(readContract().operations).map((operation) => {
    const statements = operation.requirements
      .filter(isRequirementId)
      .map((id) => `<li><code>${id}</code> ${escapeHtml(requirement(id).says)}</li>`);
    const statuses = operation.responses.map(({ status }) => status).join(', ');
    return `<section><h2>${escapeHtml(getOperationText(operation, 'summary'))}</h2>
<p><code>${operation.method} ${escapeHtml(operation.path)}</code></p>
<p>${escapeHtml(getOperationText(operation, 'description'))}</p>
<p>Statuses: ${statuses}</p>
<ul>${statements.join('\n')}</ul></section>`;
  });
  return `<noscript><main class="plain"><h1>Book distribution service</h1>
<p>This page shows more with JavaScript: schemas, examples and a search. Below is every operation with what is stated of it.</p>
${operations.join('\n')}</main></noscript>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns the elements for the head of the page. */
export function renderReaderParts(): string {
  return `<style>\n${readFile('reader.css')}</style>\n<script>\n${readFile('reader.js')}</script>`;
}

function readFile(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
