/** Tests the section about narrowed faults in docs/grade.md. */
import { expect, test } from 'vitest';
import type { NarrowedSample } from './narrowed-grade.ts';
import { copyNarrowedSections, addNarrowedSection } from './narrowed-section.ts';

const page = '<!-- Written -->\n# What the suite is worth\n\nThe whole suite.\n\n## Faults\n';

function createSample(service: string, seed: number): NarrowedSample {
  const missedFault = { says: 'x', breaks: [], misnamed: [], requests: 9, shownBy: 'POST /books' };
  return {
    service,
    seed,
    faults: [{ ...missedFault, name: 'page-overlaps@only-audio' }],
    unreachable: [],
    took: 1,
  };
}

test('puts the score and the misses at the top of the page', () => {
  const updatedPage = addNarrowedSection(page, createSample('sandbox', 1));
  const lines = updatedPage.split('\n').filter((line) => line !== '');
  expect(lines[3]).toBe('**Narrowed faults on the sandbox: 0 of 1 caught.**');
  expect(updatedPage).toContain('- `page-overlaps@only-audio`: the situation never occurred');
  expect(updatedPage.indexOf('Narrowed')).toBeLessThan(updatedPage.indexOf('The whole suite.'));
});

test('replaces the earlier sample of the same service, and adds one of another service', () => {
  const pageWithOther = addNarrowedSection(page, createSample('tests/other.ts', 1));
  const updatedPage = addNarrowedSection(
    addNarrowedSection(pageWithOther, createSample('sandbox', 1)),
    createSample('sandbox', 2),
  );
  expect(updatedPage.match(/--seed \d/g)).toEqual(['--seed 2', '--seed 1']);
  expect(updatedPage.endsWith('\nThe whole suite.\n\n## Faults\n')).toBe(true);
});

test('keeps the samples when the page is rewritten', () => {
  const earlierPage = addNarrowedSection(page, createSample('sandbox', 1));
  expect(copyNarrowedSections(page, earlierPage)).toBe(earlierPage);
  expect(copyNarrowedSections(page, '')).toBe(page);
});
