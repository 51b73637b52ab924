/** Packs the renderer of the page, so that it starts when a reader uses the page. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** The module that holds Redocly and the contract, at the end of the page. */
const renderer = /<script type="module">([\s\S]*)<\/script>(?=\s*<\/body>)/;

/** A page whose renderer is a separate script. */
export interface SplitPage {
  readonly page: string;
  /** The text of the script, to be written as {@link rendererFile}. */
  readonly script: string;
}

/** The name of the script of a split page. */
export const rendererFile = 'renderer.js';

/**
 * Replaces Redocly's script by a compressed one. It makes the page less than half as large, and a
 * phone shows the first view without running two megabytes of script before.
 * @throws Error if the page has no such script
 */
export function startLate(page: string): string {
  const { packed, insert } = packRenderer(page);
  return insert(`<script type="text/plain" id="renderer">${packed}</script>`);
}

/**
 * Moves Redocly's script into a separate file, so that a phone does not load it for the first view.
 * @throws Error if the page has no such script
 */
export function splitPage(page: string): SplitPage {
  const { packed, insert } = packRenderer(page);
  return {
    page: insert(`<script type="text/plain" id="renderer" data-file="${rendererFile}"></script>`),
    // A script, because a page from disk may not fetch anything else.
    script: `globalThis.packedRenderer = '${packed}';\n`,
  };
}

interface PackedRenderer {
  /** The renderer, compressed and in base64. */
  readonly packed: string;
  /** Returns the page with the place of the renderer, and with the script that starts it. */
  readonly insert: (markup: string) => string;
}

function packRenderer(page: string): PackedRenderer {
  const match = renderer.exec(page);
  if (match?.[1] === undefined) {
    throw new Error('The rendered page has no module script: is this a new Redocly?');
  }
  const script = `${match[1]}\ndispatchEvent(new Event('renderer-ready'));`;
  const starter = readFileSync(new URL('start-renderer.js', import.meta.url), 'utf8');
  const [start, end] = [page.slice(0, match.index), page.slice(match.index + match[0].length)];
  return {
    packed: gzipSync(script, { level: 9 }).toString('base64'),
    insert: (place) => `${start}${place}\n<script>\n${starter}</script>${end}`,
  };
}
