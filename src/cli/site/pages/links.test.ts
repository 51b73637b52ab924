/** Tests how links in Markdown files become links on the site. */
import { expect, it } from 'vitest';
import { rewriteLinks } from './links.ts';

it.each([
  ['[a](read-a-report.md)', '[a](/guides/read-a-report.html)'],
  ['[a](read-a-report.md#verdicts)', '[a](/guides/read-a-report.html#verdicts)'],
  ['[a](../grade.md)', '[a](/results/grade.html)'],
  ['[the `file`](../../action.yml)', 'the `file`'],
  ['[a](https://example.com/x.md)', '[a](https://example.com/x.md)'],
  ['[a](#here)', '[a](#here)'],
  ['[a](#/books/createbook)', '[a](/api/index.html#/books/createbook)'],
  ['[`id`](#/requirements-list/list.walk)', '[`id`](/requirements/list.walk.html)'],
  ['[a](#/open/list)', '[a](/open-questions/index.html#list)'],
  ['```\n[a](../../action.yml)\n```', '```\n[a](../../action.yml)\n```'],
])('rewrites %s to %s', (markdown, expected) => {
  expect(rewriteLinks(markdown, 'docs/guides/this.md')).toBe(expected);
});
