/** Tests how links of Markdown files become links of the site. */
import { expect, it } from 'vitest';
import { rewriteLinks } from './links.ts';

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
  ['[a](#/window)', '[a](/service/window)'],
  ['[a](#/books/createbook)', '[a](/contract.html#/books/createbook){target="_self"}'],
  ['[`id`](#/requirements-list/list.walk)', '[`id`](/requirements/list#list.walk)'],
  ['[a](#/open/list)', '[a](/requirements/)'],
  ['```\n[a](../../action.yml)\n```', '```\n[a](../../action.yml)\n```'],
])('rewrites %s to %s', (text, expected) => {
  expect(rewriteLinks({ ...page, text }, pages)).toBe(expected);
});
