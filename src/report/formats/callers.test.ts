/** Tests that every form of a report names what callers did wrong. */
import { expect, test } from 'vitest';
import { reportPage } from '../page/index.ts';
import { report } from '../scenes/made-up-drifts.ts';
import { writeJunit } from './junit.ts';
import { markdownSummary } from './markdown.ts';

const rule = { section: 'Files', judged: 4, says: 'A URL is used once.' };
const finding = { expected: 'a new URL', actual: 'another PUT', exchange: 12 };
const judged = {
  ...report,
  callers: [
    { ...rule, id: 'caller.uses-url-once', broken: 2, findings: [finding] },
    { ...rule, id: 'caller.sends-key', broken: 0, findings: [] },
    { ...rule, id: 'caller.follows-links', judged: 0, broken: 0, findings: [] },
  ],
};
const line = 'call 12: another PUT; expected a new URL';

test('Markdown has a row for each rule that was broken', () => {
  const text = markdownSummary(judged);
  expect(text).toContain(`| \`caller.uses-url-once\` A URL is used once. | 2 of 4 | \`${line}\` |`);
  expect(text).not.toContain('caller.sends-key');
});

test('JUnit has a case for each rule that applied, and none of them fails', () => {
  const xml = writeJunit(judged);
  expect(xml).toContain(line);
  expect(xml).toContain('name="caller.sends-key"');
  expect(xml).not.toContain('caller.follows-links');
  expect(xml).toMatch(/<testsuites [^>]*failures="0" errors="0"/);
});

test('the page has a section about callers', () => {
  const page = reportPage(judged);
  expect(page).toContain('broke 1 rule of 2');
  expect(page).toContain(line);
  expect(reportPage(report)).not.toContain('id="callers"');
});
