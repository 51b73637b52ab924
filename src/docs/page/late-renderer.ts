/** Packs the renderer of the page, so that it starts only when a reader first uses the page. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Matches the module script with Redocly and the contract at the end of the page. */
const renderer = /<script type="module">([\s\S]*)<\/script>(?=\s*<\/body>)/;

/** A page whose renderer is a separate script. */
export interface SplitPage {
  readonly page: string;
  /** The content of {@link rendererFile}. */
  readonly script: string;
}

/** The name of the script file of a split page. */
export const rendererFile = 'renderer.js';

/**
 * Replaces Redocly's script with a compressed one. The page becomes less than half as large, and a phone shows the first
 * view without running two megabytes of script first.
 * @throws Error if the page has no such script
 */
export function deferRenderer(page: string): string {
  const { packedScript, insert } = packRenderer(page);
  return insert(`<script type="text/plain" id="renderer">${packedScript}</script>`);
}

/**
 * Moves Redocly's script into a separate file, so that a phone does not load it for the first view.
 * @throws Error if the page has no such script
 */
export function splitPage(page: string): SplitPage {
  const { packedScript, insert } = packRenderer(page);
  return {
    page: insert(`<script type="text/plain" id="renderer" data-file="${rendererFile}"></script>`),
    // Written as a script, because a page on disk may load nothing else.
    script: `globalThis.packedRenderer = '${packedScript}';\n`,
  };
}

interface PackedRenderer {
  /** The compressed script in base64. */
  readonly packedScript: string;
  /** Returns the page with the given element in place of the script, and with the script that starts the renderer. */
  readonly insert: (element: string) => string;
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
    packedScript: gzipSync(script, { level: 9 }).toString('base64'),
    insert: (element) => `${start}${element}\n<script>\n${starter}</script>${end}`,
  };
}
