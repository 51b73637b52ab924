/** Tests the link checker on small sites in a temporary folder. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findDeadLinks } from './dead-links.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dead-links-'));
  await mkdir(join(folder, 'guides'));
  await writeFile(join(folder, 'guides/one.html'), '<h2 id="two-words">Two</h2>');
});
afterEach(async () => rm(folder, { recursive: true }));

async function check(html: string): Promise<readonly string[]> {
  await writeFile(join(folder, 'index.html'), html);
  return findDeadLinks(folder);
}

it.each([
  '<a href="guides/one.html">',
  '<a class="x" href="guides/one.html#two-words">',
  '<a href="https://example.com/">',
  '<link rel="canonical" href="https://example.com/">',
  '<p id="here"><a href="#here">',
  '<a href="guides/one.html#/view/by-script">',
  '<script>const x = \'<a href="nowhere.html">\';</script>',
])('accepts %s', async (html) => {
  expect(await check(html)).toEqual([]);
});

it.each([
  ['<a href="guides/two.html">', 'there is no such file'],
  ['<a href="guides/one.html#three">', 'the page has no such id'],
  ['<a href="#three">', 'the page has no such id'],
  [
    '<a href="/guides/one.html">',
    'an absolute link breaks if the site is opened from disk or served from a subfolder',
  ],
  ['<a href="guides/">', 'there is no such file'],
  ['<img alt="" src="missing.png">', 'there is no such file'],
])('rejects %s, because %s', async (html, reason) => {
  expect(await check(html)).toEqual([expect.stringContaining(`: ${reason}`)]);
});

it.each([
  '<script src="https://cdn.example/a.js"></script>',
  '<link rel="stylesheet" href="//cdn.example/a.css">',
  '<img alt="" src="http://cdn.example/a.png">',
])('rejects %s, because it loads from another host', async (html) => {
  expect(await check(html)).toContainEqual(expect.stringContaining('from another host'));
});
