/** Packs the renderer of the page, so that it starts only when a reader first uses the page. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

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
