/** Takes the picture of the README from the page `break-it.html` of the site, with a run that it records now. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchChromium, openPage, type Theme } from '../tests/browser/chromium.ts';
import { describePicture, renderBreakItPage } from './site/break-it/break-it-page.ts';
import { recordFaults, recordedFaults } from './site/break-it/record-faults.ts';
import { root } from './site/pages.ts';

const themes: readonly Theme[] = ['light', 'dark'];
const folder = await mkdtemp(join(tmpdir(), 'bookdist-pictures-'));
const browser = await launchChromium();
try {
  const recordings = await recordFaults(folder, recordedFaults.slice(0, 1));
  const html = await renderBreakItPage(recordings, recordedFaults);
  const page = join(folder, 'break-it.html');
  await writeFile(page, html);
  for (const theme of themes) {
    const size = { width: 1280, height: 800 };
    const { tab, close } = await openPage(browser, pathToFileURL(page).href, { theme, size });
    await tab.screenshot({ path: `${root}docs/pictures/break-it-${theme}.png` });
    await close();
  }
  const facts = JSON.stringify(describePicture(html), null, 2);
  await writeFile(`${root}docs/pictures/break-it.json`, `${facts}\n`);
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
