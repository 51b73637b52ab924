/** Tests the Markdown summary with drifts, with hostile text, and with more content than fits. */
import { expect, it } from 'vitest';
import {
  createDrift,
  withDrifts,
  hostileText,
  report,
} from '../../../tests/support/report/made-up-drifts.ts';
import { summaryLimit, writeMarkdown } from './markdown.ts';

it('shows one drift of each requirement, folded if it is known, and the unproven requirements', () => {
  const text = writeMarkdown(
    withDrifts([
      createDrift('a.new'),
      createDrift('a.new'),
      createDrift('b.known', { verdict: 'known' }),
    ]),
  );
  expect(text).toMatch(/^## ❌ Drift: 1 new, 1 known\n/);
  expect(text).toContain('expected   400\nactual     415\n');
  expect(text).toContain('also       expected 400, got 415');
  expect(text).toMatch(/<details><summary>1 known drift<\/summary>[^]*b\.known[^]*<\/details>/);
  expect(text).toContain('| 1: `publish.answers-204` | `needs --allow publish` |');
});

it('shows changed answers with the previous ones', () => {
  const changedRows = [
    {
      silence: 'create.response',
      says: 'What create answers with.',
      answer: 'reference',
      previous: ['walkthrough'],
      since: '2026-11-21T10:00:00.000Z',
      lastSeen: '2026-11-20T10:00:00.000Z',
    },
  ];
  expect(writeMarkdown({ ...report, changed: changedRows })).toContain(
    '| `create.response` What create answers with. | `walkthrough` | `reference` |',
  );
});

it('keeps hostile text of the service inside its fenced block', () => {
  const text = writeMarkdown(
    withDrifts([createDrift('a.new', { actual: `\`\`\`\`\n# x ${hostileText}` })]),
  );
  const [, fence = ''] = /^(`{3,})text$/m.exec(text) ?? [];
  expect(fence.length).toBeGreaterThan(4);
  expect(text).not.toMatch(/^(#\s|::error)x?/m);
});

it('shows at most 50 rows of each part, and fewer if the summary would exceed the GitHub limit', () => {
  const wideText = '\u{1F4DA}'.repeat(4000);
  const rows = Array.from({ length: 300 }, (_, n) =>
    createDrift(`a.n${n}`, {
      sentence: wideText,
      expected: wideText,
      actual: wideText,
      again: wideText,
    }),
  );
  const leftovers = Array.from({ length: 4000 }, (_, n) => ({
    id: `${n}`,
    externalId: undefined,
    status: 'published',
    reason: wideText,
  }));
  const text = writeMarkdown(withDrifts(rows, { leftovers }));
  expect(Buffer.byteLength(text)).toBeLessThan(summaryLimit);
  expect(text.match(/^\*\*`a\.n/gm)?.length).toBe(50);
  expect(text).toContain('_The report has 250 more._');
  expect(text).toMatch(/\|\n\n_The report has 3950 more\._\n$/);
  const widerRows = rows.map((row) => ({ ...row, pointer: wideText, curl: wideText }));
  const shorterText = writeMarkdown(withDrifts(widerRows, { leftovers }));
  expect(Buffer.byteLength(shorterText)).toBeLessThan(summaryLimit);
  expect(shorterText.match(/^\*\*`a\.n/gm)?.length).toBe(25);
});
