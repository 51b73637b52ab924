/** Tests that a page like Redocly's keeps its pre-rendered HTML, and that its whole renderer script is compressed. */
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { deferRenderer } from './page.ts';

const rendererScript = 'hydrate({ text: "</p> ünd" });';
const page = `<body><p>Pre-rendered text</p><script type="module">${rendererScript}</script>\n</body>\n</html>`;

it('compresses the script within the page, and keeps the pre-rendered HTML', () => {
  const result = deferRenderer(page);
  const packedScript = /id="renderer">([^<]*)</.exec(result)?.[1] ?? '';
  expect(gunzipSync(Buffer.from(packedScript, 'base64')).toString()).toContain(rendererScript);
  expect(result).toContain('<p>Pre-rendered text</p>');
  expect(result).not.toContain('type="module"');
  expect(result).toMatch(/<\/body>\s*<\/html>$/);
});

it('refuses a page without the script', () => {
  expect(() => deferRenderer('<body></body>')).toThrow('no module script');
});
