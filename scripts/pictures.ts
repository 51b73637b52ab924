/** Takes the pictures of the README from the pages that the tests in `tests/browser` write too. */
import { fileURLToPath } from 'node:url';
import { launchChromium, openPage, type Theme } from '../tests/browser/open-page.ts';
import { getPageAddress, setup as writePages } from '../tests/browser/write-pages.ts';

const folder = 'docs/pictures';
const root = fileURLToPath(new URL('..', import.meta.url));
const pictures = [
  { name: 'report', fragment: '' },
  { name: 'docs', fragment: '#/distribution/publishbook' },
];
const themes: readonly Theme[] = ['light', 'dark'];

await writePages();
const browser = await launchChromium();
try {
  for (const { name, fragment } of pictures) {
    for (const theme of themes) {
      const size = { width: 1120, height: 700 };
      const address = `${getPageAddress(name)}${fragment}`;
      const { tab, close } = await openPage(browser, address, { theme, size });
      await tab.getByRole('heading').first().waitFor();
      // The page of the contract draws its sections one after the other.
      await tab.waitForTimeout(2_000);
      const file = `${folder}/${name}-${theme}.png`;
      await tab.screenshot({ path: `${root}${file}` });
      await close();
      console.log(file);
    }
  }
} finally {
  await browser.close();
}
