/** What goes into the head of the rendered page: our style and the script that mends its labels. */
import { readFileSync } from 'node:fs';

/** Markup for the page's own head. */
export function readerParts(): string {
  return `<style>\n${own('reader.css')}</style>\n<script>\n${own('reader.js')}</script>`;
}

function own(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
