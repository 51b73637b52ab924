/** Tests that values in a template cannot become markup. */
import { expect, it } from 'vitest';
import { html, toText, trustHtml } from './pieces.ts';

it('escapes text in lists and attributes', () => {
  const hostileText = `<script>alert("1" & '2')</script>`;
  const escapedText = '&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;';
  expect(toText(html`<p title="${hostileText}">${[hostileText, 1]}</p>`)).toBe(
    `<p title="${escapedText}">${escapedText}1</p>`,
  );
});

it('writes markup unescaped, and nothing for undefined and false', () => {
  expect(toText(html`${html`<b>${undefined}${false}</b>`}${trustHtml('<i>')}`)).toBe('<b></b><i>');
});

it('replaces characters that would change the text direction', () => {
  expect(toText(html`${'a\u202Eb'}`)).toBe('a\uFFFDb');
});
