/** Opens every page that we write in a real browser, in both themes and three widths, without a network. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launch } from './look/browser.ts';
import { compareLook } from './look/compare-look.ts';
import { crossOriginLook } from './look/cross-origin-look.ts';
import { docsLook } from './look/docs-look.ts';
import { historyLook } from './look/history-look.ts';
import { largeLook } from './look/large-look.ts';
import { checkPage, type Look } from './look/look.ts';
import { outcomeLooks } from './look/outcome-look.ts';
import { reportLook } from './look/report-look.ts';
import { writeSamples } from './look/samples.ts';
import { sandboxLook } from './look/sandbox-look.ts';
import { siteLooks } from './look/site-look.ts';

const reports = fileURLToPath(new URL('../reports', import.meta.url));
const folder = `${reports}/look`;
const samples = pathToFileURL(folder).href;
const [only] = process.argv.slice(2);
const served = ['docs', 'sandbox', 'site'];

await mkdir(folder, { recursive: true });
if (only === undefined || !served.includes(only)) await writeSamples(folder);
const sandboxes = await Promise.all([sandboxLook(), crossOriginLook()]);
const site = only === undefined || only === 'site' ? await siteLooks(`${reports}/site`) : undefined;
const looks: readonly Look[] = [
  reportLook(`${samples}/report.html`),
  docsLook(pathToFileURL(`${reports}/distribution.html`).href),
  ...(site?.looks ?? []),
  ...sandboxes.map(({ look }) => look),
  largeLook(`${samples}/large.html`),
  ...outcomeLooks(samples),
  compareLook(`${samples}/compare.html`),
  historyLook(`${samples}/history.html`),
].filter(({ name }) => only === undefined || name.startsWith(only));
const browser = await launch();
const failed: string[] = [];
const waiting = looks.values();

/** Looks at one page after the other. */
async function work(): Promise<void> {
  for (const look of waiting) failed.push(...(await checkPage(look, { browser, folder })));
}

try {
  // Two at a time: the browser draws one page while axe reads the other.
  await Promise.all([work(), work()]);
} finally {
  await browser.close();
  for (const { close } of sandboxes) await close();
  site?.close();
}
for (const line of failed) console.error(`FAILED ${line}`);
console.log(`${looks.length} pages, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
