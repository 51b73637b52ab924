/** Renders the contract with Redocly and seals the page: it loads nothing, and no link leaves the file. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createReaderContract } from '../../docs/contract-for-readers.ts';
import {
  deferRenderer,
  renderHomeLink,
  renderPlainContract,
  renderReaderParts,
} from '../../docs/page/page.ts';
import {
  installCommands,
  prepareFile,
  runProgram,
  type Shell,
  writeText,
  WrongUsage,
  CannotDo,
} from '../shell/index.ts';

export interface DocsFlags {
  readonly out: string;
  /** The address of the documents that contain the page. */
  readonly home?: string;
}

/**
 * Writes the page.
 * @throws WrongUsage if Redocly, an optional peer, is not installed; the message has the command that installs it
 */
export async function writeDocs({ out, home }: DocsFlags, shell: Shell): Promise<void> {
  await prepareFile(out, '--out');
  const page = deferRenderer(await renderDocsPage(home));
  await writeText(out, page);
  shell.out(`${out}  ${(Buffer.byteLength(page) / 2 ** 20).toFixed(1)} MB, opens from disk\n`);
}

/**
 * Renders the contract as one HTML page that loads nothing, with its renderer uncompressed.
 * @throws WrongUsage if Redocly is not installed, CannotDo if it fails
 */
async function renderDocsPage(home: string | undefined): Promise<string> {
  const link = home === undefined ? '' : renderHomeLink(home);
  const markup = { head: renderReaderParts(), body: link + renderPlainContract() };
  return sealPage(await runRedocly(findRedocly()), markup);
}

function findRedocly(): string {
  const require = createRequire(import.meta.url);
  try {
    return join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');
  } catch {
    throw new WrongUsage(
      `The page needs Redocly, which is not installed. ${installCommands.redocly}`,
    );
  }
}

async function runRedocly(program: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-docs-'));
  try {
    const config = join(folder, 'redocly.yaml');
    const contract = join(folder, 'contract.json');
    const page = join(folder, 'page.html');
    await writeFile(config, 'telemetry: off\n');
    await writeFile(contract, JSON.stringify(createReaderContract()));
    const args = [
      'build-docs',
      contract,
      '--inlineBundle',
      '--openapi.disableTelemetry=true',
      '--title=Book distribution service',
      `--config=${config}`,
      `--output=${page}`,
    ];
    await runProgram({ name: 'Redocly', file: program, args });
    return await readFile(page, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Allows only styles and scripts inside the page or next to it. The page may not fetch or send anything. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

const iconUrl = svgDataUrl(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#2a6f97" d="M2 2h5q1 0 1 1 0-1 1-1h5v11H9q-1 0-1 1 0-1-1-1H2z"/></svg>',
);
const redocLogoUrl = svgDataUrl(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 12"><text x="0" y="9.5" font-family="sans-serif" font-size="9" fill="#4a5568">Redoc</text></svg>`,
);

const sealedHead = [
  `<meta http-equiv="Content-Security-Policy" content="${contentPolicy}" />`,
  `<meta name="description" content="The contract of the book distribution service: every call, every field, every refusal." />`,
  `<link rel="icon" href="${iconUrl}" />`,
].join('\n  ');

/** Matches the URL of the logo that the renderer would load. */
const externalLogoUrl = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;

const externalReference = /<(script|img|iframe)\b[^>]*\ssrc="https?:|<link\b[^>]*\shref="https?:/;

/** Matches links from the root of the host, such as `/flows`: the renderer writes them for its views. */
const absoluteLinks = /(<a\b[^>]*\shref=")\/(?=[^"]*")/g;

/**
 * Seals a page, and adds markup that loads nothing to its head and body.
 * @throws CannotDo if the page has an unknown structure or loads something, so that no page is half sealed
 */
export function sealPage(page: string, markup = { head: '', body: '' }): string {
  // The page's script may also contain the text `<head>`, so only the start of the page counts.
  if (!/^\s*<!DOCTYPE html>\s*<html\b[^>]*>\s*<head>/i.test(page)) {
    throw new CannotDo('The rendered page has an unknown structure. Is this a new Redocly?');
  }
  const external = externalReference.exec(page);
  if (external !== null) throw new CannotDo(`The rendered page loads from outside: ${external[0]}`);
  return page
    .replace('<head>', () => `<head>\n  ${sealedHead}\n  ${markup.head}`)
    .replace('<body>', () => `<body>\n  ${markup.body}`)
    .replaceAll(absoluteLinks, (_match, start: string) => `${start}#/`)
    .replaceAll(externalLogoUrl, () => redocLogoUrl);
}

function svgDataUrl(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
