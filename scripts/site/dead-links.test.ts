/** Tests the link checker on small sites in a temporary folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findDeadLinks } from './dead-links.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dead-links-'));
  mkdirSync(join(folder, 'guides'));
  writeFileSync(join(folder, 'guides/index.html'), '<h2 id="two-words">Two</h2>');
});
afterEach(() => rmSync(folder, { recursive: true }));

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
