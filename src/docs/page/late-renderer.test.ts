/** Tests that the whole renderer is packed, on a page like those of Redocly. */
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { splitPage, startLate } from './late-renderer.ts';

const script = 'hydrate({ text: "</p> ünd" });';
const page = `<body><p>First view</p><script type="module">${script}</script>\n</body>\n</html>`;

it('keeps the first view and the whole script, which it runs on first use', () => {
  const made = startLate(page);
  const packed = /id="renderer">([^<]*)</.exec(made)?.[1] ?? '';
  expect(gunzipSync(Buffer.from(packed, 'base64')).toString()).toContain(script);
  expect(made).toContain('<p>First view</p>');
  expect(made).not.toContain('type="module"');
  expect(made).toMatch(/<\/body>\s*<\/html>$/);
});

it('moves the whole script into a file next to the page', () => {
  const { page: made, script: beside } = splitPage(page);
  const [, packed = ''] = /packedRenderer = '([^']*)'/.exec(beside) ?? [];
  expect(gunzipSync(Buffer.from(packed, 'base64')).toString()).toContain(script);
  expect(made).toContain('id="renderer" data-file="renderer.js"></script>');
  expect(made).toContain('<p>First view</p>');
});

it('refuses a page without the script', () => {
  expect(() => startLate('<body></body>')).toThrow('no module script');
});
