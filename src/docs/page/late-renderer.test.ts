/** Tests that the whole renderer is packed, on a page like those of Redocly. */
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { splitPage, startLate } from './late-renderer.ts';

const rendererScript = 'hydrate({ text: "</p> ünd" });';
const page = `<body><p>First view</p><script type="module">${rendererScript}</script>\n</body>\n</html>`;

it('keeps the first view, and the whole script for the first use', () => {
  const result = startLate(page);
  const packed = /id="renderer">([^<]*)</.exec(result)?.[1] ?? '';
  expect(gunzipSync(Buffer.from(packed, 'base64')).toString()).toContain(rendererScript);
  expect(result).toContain('<p>First view</p>');
  expect(result).not.toContain('type="module"');
  expect(result).toMatch(/<\/body>\s*<\/html>$/);
});

it('moves the whole script into a file next to the page', () => {
  const { page: result, script: rendererFile } = splitPage(page);
  const [, packed = ''] = /packedRenderer = '([^']*)'/.exec(rendererFile) ?? [];
  expect(gunzipSync(Buffer.from(packed, 'base64')).toString()).toContain(rendererScript);
  expect(result).toContain('id="renderer" data-file="renderer.js"></script>');
  expect(result).toContain('<p>First view</p>');
});

it('refuses a page without the script', () => {
  expect(() => startLate('<body></body>')).toThrow('no module script');
});
