/** Tests how links of Markdown files become links of the site, and the check for dead links. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, beforeEach } from 'vitest';
import { rewriteLinks, findDeadLinks } from './links.ts';
import { createFolder } from '../../tests/support/fixtures.ts';

const page = { path: 'guides/this', from: 'docs/guides/this.md', text: '' };
const pages = [
  page,
  { path: 'guides/index', from: 'docs/guides/index.md', text: '' },
  { path: 'results/grade', from: 'docs/grade.md', text: '' },
];

it.each([
  ['[a](this.md#verdicts)', '[a](/guides/this#verdicts)'],
  ['[a](../guides)', '[a](/guides/index)'],
  ['[a](../grade.md)', '[a](/results/grade)'],
  ['[the `file`](../../action.yml)', 'the `file`'],
  ['[a](../../openapi/distribution.yaml)', '[a](/openapi/distribution.yaml)'],
  ['[a](https://example.com/x.md)', '[a](https://example.com/x.md)'],
  ['[a](#here)', '[a](#here)'],
  ['`reports/site/a-b.html`', '[a-b.html](/a-b.html){target="_self"}'],
  ['[a](#/window)', '[a](/service/window)'],
  ['[a](#/books/createbook)', '[a](/contract.html#/books/createbook){target="_self"}'],
  ['[`id`](#/requirements-list/list.walk)', '[`id`](/requirements/list#list.walk)'],
  ['[a](#/open/list)', '[a](/requirements/)'],
  ['```\n[a](../../action.yml)\n```', '```\n[a](../../action.yml)\n```'],
])('rewrites %s to %s', (text, expected) => {
  expect(rewriteLinks({ ...page, text }, pages)).toBe(expected);
});

let folder = '';
beforeEach(() => {
  folder = createFolder();
  mkdirSync(join(folder, 'guides'));
  writeFileSync(join(folder, 'guides/index.html'), '<h2 id="two-words">Two</h2>');
});

function check(html: string): readonly string[] {
  writeFileSync(join(folder, 'index.html'), html);
  return findDeadLinks(folder);
}

it.each([
  '<a href="guides/">',
  '<a class="x" href="./guides/index.html#two-words">',
  '<a href="https://example.com/">',
  '<link rel="canonical" href="https://example.com/">',
  '<p id="here"><a href="#here">',
  '<a href="guides/index.html#/view/by-script">',
  '<script>const x = \'<a href="nowhere.html">\';</script>',
])('accepts %s', (html) => {
  expect(check(html)).toEqual([]);
});

it.each([
  '<a href="guides/two.html">',
  '<a href="guides/index.html#three">',
  '<a href="#three">',
  '<a href="/guides/index.html">',
  '<img alt="" src="missing.png">',
  '<script src="https://cdn.example/a.js"></script>',
  '<link rel="stylesheet" href="//cdn.example/a.css">',
])('rejects %s', (html) => {
  expect(check(html)).not.toEqual([]);
});
