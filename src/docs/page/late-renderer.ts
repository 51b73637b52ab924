/** Packs the renderer of the page, so that it starts when a reader uses the page. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** The module that holds Redocly and the contract, at the end of the page. */
const renderer = /<script type="module">([\s\S]*)<\/script>(?=\s*<\/body>)/;

/**
 * Replaces Redocly's script by a compressed one. It makes the page less than half as large, and a
 * phone shows the first view without running two megabytes of script before.
 * @throws Error if the page has no such script
 */
export function startLate(page: string): string {
  const found = renderer.exec(page);
  if (found?.[1] === undefined) {
    throw new Error('The rendered page has no module script: is this a new Redocly?');
  }
  const script = `${found[1]}\ndispatchEvent(new Event('renderer-ready'));`;
  const packed = gzipSync(script, { level: 9 }).toString('base64');
  const starter = readFileSync(new URL('start-renderer.js', import.meta.url), 'utf8');
  return (
    page.slice(0, found.index) +
    `<script type="text/plain" id="renderer">${packed}</script>\n<script>\n${starter}</script>` +
    page.slice(found.index + found[0].length)
  );
}
