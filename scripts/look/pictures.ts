/** Takes the pictures of the README from the pages that `npm run docs` and `npm run prove -- look` write. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launch, open, type Theme } from './browser.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}docs/pictures`;

const pictures = [
  { name: 'report', file: `${root}reports/look/report.html`, fragment: '' },
  { name: 'docs', file: `${root}reports/distribution.html`, fragment: '/distribution/publishbook' },
];
const themes: readonly Theme[] = ['light', 'dark'];

await mkdir(folder, { recursive: true });
const browser = await launch();
try {
  for (const { name, file, fragment } of pictures) {
    for (const theme of themes) {
      const address = `${pathToFileURL(file).href}#${fragment}`;
      const { tab, close } = await open(browser, address, { theme, width: 1120 });
      await tab.getByRole('heading').first().waitFor();
      // The page of the contract draws its sections one after the other.
      await tab.waitForTimeout(2_000);
      const path = `${folder}/${name}-${theme}.png`;
      await tab.screenshot({ path, clip: { x: 0, y: 0, width: 1120, height: 700 } });
      await close();
      console.log(path.slice(root.length));
    }
  }
} finally {
  await browser.close();
}
