/** Tests that no format of a conforming run hides new parts of the contract that nothing checked. */
import { expect, test } from 'vitest';
import { writeMarkdown } from '../formats/markdown.ts';
import { createBadge } from '../formats/formats.ts';
import { renderReportPage } from '../page/index.ts';
import { madeUpReport } from '../../../tests/support/report/made-up-report.ts';
import { formatTerminalSummary } from '../terminal/index.ts';
import { describeVerdict } from './verdict-words.ts';

const reason = 'no check sends this parameter';
const parameter = {
  pointer: '#/paths/~1books/get/parameters/5',
  kind: 'parameter',
  reason,
} as const;
const constraint = { ...parameter, kind: 'constraint', part: 'a bound', differs: true } as const;

function withParts(...unproven: NonNullable<(typeof madeUpReport)['contract']['unproven']>) {
  const contract = { ...madeUpReport.contract, parts: 431, checked: 402, unproven };
  return { ...madeUpReport, contract };
}

const changed = withParts(
  constraint,
  { ...parameter, part: 'GET /books, query parameter author', differs: true },
  { ...parameter, part: 'an old parameter' },
);
const screen = { width: 100, colour: false, file: undefined };

test('counts new parts next to the verdict, but neither changed bounds nor parts of the own contract', () => {
  expect(describeVerdict(changed).title).toBe('conforms, 1 new part of the contract unproven');
  expect(describeVerdict(withParts(constraint)).title).toBe('conforms');
  expect(describeVerdict(withParts({ ...parameter, part: 'old' })).title).toBe('conforms');
  expect(describeVerdict({ ...changed, exitCode: 1 }).title).not.toContain('new part');
});

test('names new and changed parts in the terminal, the new ones first', () => {
  const text = formatTerminalSummary(changed, screen);
  expect(text).toContain('· 402 of 431 parts of the contract checked, in the report\n');
  expect(text).toContain(
    `! 2 new or changed parts of the contract unproven\n    GET /books, query parameter author: ${reason}\n    a bound: ${reason}\n`,
  );
  expect(text).not.toContain('an old parameter');
  expect(text).toContain('\nconforms, 1 new part of the contract unproven   ');
});

test('names at most ten parts in the terminal', () => {
  const many = Array.from({ length: 12 }, (_, n) => ({ ...constraint, part: `bound ${n}` }));
  const text = formatTerminalSummary(withParts(...many), screen);
  expect(text).toContain('    bound 9: ');
  expect(text).not.toContain('    bound 10: ');
  expect(text).toContain('    … and 2 more, in the report\n');
});

test('shows them in Markdown, on the badge and on the page', () => {
  const markdown = writeMarkdown(changed);
  expect(markdown).toMatch(/^## 🟡 No drift, 1 new part of the contract unproven\n/);
  expect(markdown).toContain('402 of 431 parts of the contract checked');
  expect(markdown).toContain(`| \`GET /books, query parameter author\` | \`${reason}\` |`);
  expect(createBadge(changed).color).toBe('yellow');
  const page = renderReportPage(changed);
  expect(page).toContain('Conforms, 1 new part of the contract unproven');
  expect(page).toContain('an old parameter');
});
