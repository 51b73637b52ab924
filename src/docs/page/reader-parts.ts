/** The head of the rendered page: our styles, and the script that completes its labels. */
import { readFileSync } from 'node:fs';

/** Returns the markup for the page's head. */
export function readerParts(): string {
  return `<style>\n${own('reader.css')}</style>\n<script>\n${own('reader.js')}</script>`;
}

function own(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
