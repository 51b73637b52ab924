/** Tests that nothing from outside can become markup in a template. */
import { expect, it } from 'vitest';
import { html, toText, trustHtml } from './markup.ts';

it('escapes text, in lists and attributes too', () => {
  const evil = `<script>alert("1" & '2')</script>`;
  const safe = '&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;';
  expect(toText(html`<p title="${evil}">${[evil, 1]}</p>`)).toBe(`<p title="${safe}">${safe}1</p>`);
});

it('writes markup as it is, and nothing for what is absent', () => {
  expect(toText(html`${html`<b>${undefined}${false}</b>`}${trustHtml('<i>')}`)).toBe('<b></b><i>');
});

it('replaces characters that would change the text direction', () => {
  expect(toText(html`${'a\u202Eb'}`)).toBe('a\uFFFDb');
});
