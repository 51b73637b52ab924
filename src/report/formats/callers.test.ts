/** Tests that Markdown, JUnit and the page name the rules that callers broke. */
import { expect, test } from 'vitest';
import { renderReportPage } from '../page/index.ts';
import { report } from '../../../tests/support/report/made-up-drifts.ts';
import { writeJunit } from './junit.ts';
import { writeMarkdown } from './markdown.ts';

const rule = { section: 'Files', judged: 4, says: 'A URL is used once.' };
const finding = { expected: 'a new URL', actual: 'another PUT', exchange: 12 };
const reportWithCallers = {
  ...report,
  callers: [
    { ...rule, id: 'caller.uses-url-once', broken: 2, findings: [finding] },
    { ...rule, id: 'caller.sends-key', broken: 0, findings: [] },
    { ...rule, id: 'caller.follows-links', judged: 0, broken: 0, findings: [] },
  ],
};
const line = 'call 12: another PUT; expected a new URL';

test('Markdown has a row for each rule that was broken', () => {
  const text = writeMarkdown(reportWithCallers);
  expect(text).toContain(`| \`caller.uses-url-once\` A URL is used once. | 2 of 4 | \`${line}\` |`);
  expect(text).not.toContain('caller.sends-key');
});

test('JUnit has a case for each rule that applied, and none of them fails', () => {
  const xml = writeJunit(reportWithCallers);
  expect(xml).toContain(line);
  expect(xml).toContain('name="caller.sends-key"');
  expect(xml).not.toContain('caller.follows-links');
  expect(xml).toMatch(/<testsuites [^>]*failures="0" errors="0"/);
});

test('the page has a section about callers only if the report has rules for them', () => {
  const page = renderReportPage(reportWithCallers);
  expect(page).toContain('broke 1 of 2 rules');
  expect(page).toContain(line);
  expect(renderReportPage(report)).not.toContain('id="callers"');
});
