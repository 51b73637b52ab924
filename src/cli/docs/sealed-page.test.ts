/** Tests that a sealed page loads nothing from outside, and that a page with an unknown structure is rejected. */
import { expect, it } from 'vitest';
import { renderHomeLink } from '../../docs/page/page.ts';
import { sealPage } from './write-docs.ts';

const page = '<!DOCTYPE html><html><head><title>t</title></head><body></body></html>';

it('adds a content policy that forbids loading and sending', () => {
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

it('rejects a page with an unknown structure', () => {
  expect(() => sealPage('<html></html>')).toThrow('unknown structure');
});

it('turns links to views into fragments', () => {
  const sealedPage = sealPage(page.replace('<body>', '<body><a class="x" href="/flows">Flows</a>'));
  expect(sealedPage).toContain('<a class="x" href="#/flows">');
});

it('inserts extra markup into the body', () => {
  const body = '<noscript>every operation</noscript>';
  expect(sealPage(page, { head: '', body })).toMatch(
    /<body>\s*<noscript>every operation<\/noscript>/,
  );
});

it('keeps the link to the documents that contain the page', () => {
  const sealedPage = sealPage(page, { head: '', body: renderHomeLink('index.html') });
  expect(sealedPage).toContain('<a href="index.html">← All documents</a>');
});
