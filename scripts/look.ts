/** Opens every page we write from disk in a real browser without a network, in both themes and three widths. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch } from './look/browser.ts';
import { compareLook } from './look/compare-look.ts';
import { docsLook } from './look/docs-look.ts';
import { gradeLook } from './look/grade-look.ts';
import { lookAt } from './look/look.ts';
import { writeSamples } from './look/samples.ts';
import { largeLook } from './look/large-look.ts';
import { outcomeLooks, reportLook } from './look/report-look.ts';

const reports = fileURLToPath(new URL('../reports', import.meta.url));
const folder = `${reports}/look`;
const [only] = process.argv.slice(2);

await mkdir(folder, { recursive: true });
if (only !== 'docs') await writeSamples(folder);
const looks = [
  reportLook(`${folder}/report.html`),
  largeLook(`${folder}/large.html`),
  ...outcomeLooks(folder),
  compareLook(`${folder}/compare.html`),
  gradeLook(`${folder}/grade.html`),
  docsLook(`${reports}/distribution.html`),
].filter(({ name }) => only === undefined || name === only);
const browser = await launch();
const failed: string[] = [];
try {
  for (const look of looks) failed.push(...(await lookAt(look, { browser, folder })));
} finally {
  await browser.close();
}
console.log(`${looks.length} pages, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
