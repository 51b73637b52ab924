/** Tests that a page is sealed, and that one that could not be sealed is refused. */
import { expect, it } from 'vitest';
import { sealPage } from './write-docs.ts';

const page = '<!DOCTYPE html><html><head><title>t</title></head><body></body></html>';

it('prevents the browser from loading and sending anything', () => {
  expect(sealPage(page)).toMatch(/<head>\s*<meta http-equiv="Content-Security-Policy"/);
  expect(sealPage(page)).toContain("default-src 'none'");
  expect(sealPage(page)).toContain("connect-src 'none'");
});

it('replaces the logo that the renderer would load', () => {
  const script = '<script>src:`https://cdn.redoc.ly/redoc/logo-mini-full.svg`</script>';
  const sealedPage = sealPage(page.replace('<body>', `<body>${script}`));
  expect(sealedPage).not.toContain('cdn.redoc.ly');
});

it.each([
  '<script defer src="https://cdn.example/a.js"></script>',
  '<link rel="stylesheet" href="https://cdn.example/a.css">',
  '<img alt="" src="http://example.com/a.png">',
])('rejects a page with %s', (tag) => {
  expect(() => sealPage(page.replace('<body>', `<body>${tag}`))).toThrow('loads from outside');
});

it('rejects a page of an unknown structure', () => {
  expect(() => sealPage('<html></html>')).toThrow('unknown structure');
});

it('turns links to views into fragments, and has text for browsers without JavaScript', () => {
  const body = '<noscript>every operation</noscript>';
  const sealedPage = sealPage(
    page.replace('<body>', '<body><a class="x" href="/flows">Flows</a>'),
    {
      head: '',
      body,
    },
  );
  expect(sealedPage).toContain('<a class="x" href="#/flows">');
  expect(sealedPage).toContain(body);
});
