/** Tests the section about narrowed faults in docs/grade.md. */
import { expect, test } from 'vitest';
import type { NarrowedSample } from './narrowed-grade.ts';
import { keepNarrowedSamples, putNarrowedSample } from './narrowed-section.ts';

const page = '<!-- Written -->\n# What the suite is worth\n\nThe whole suite.\n\n## Faults\n';

function sampleOf(service: string, seed: number): NarrowedSample {
  const missed = { says: 'x', breaks: [], misnamed: [], requests: 9, shownBy: 'POST /books' };
  return {
    service,
    seed,
    faults: [{ ...missed, name: 'page-overlaps@only-audio' }],
    unreachable: [],
    took: 1,
  };
}

test('puts the score and the misses at the top of the page', () => {
  const written = putNarrowedSample(page, sampleOf('sandbox', 1));
  const lines = written.split('\n').filter((line) => line !== '');
  expect(lines[3]).toBe('**Narrowed faults on the sandbox: 0 of 1 caught.**');
  expect(written).toContain('- `page-overlaps@only-audio`: the situation never occurred');
  expect(written.indexOf('Narrowed')).toBeLessThan(written.indexOf('The whole suite.'));
});

test('replaces the earlier sample of the same service, and adds one of another service', () => {
  const first = putNarrowedSample(page, sampleOf('tests/other.ts', 1));
  const both = putNarrowedSample(
    putNarrowedSample(first, sampleOf('sandbox', 1)),
    sampleOf('sandbox', 2),
  );
  expect(both.match(/--seed \d/g)).toEqual(['--seed 2', '--seed 1']);
  expect(both.endsWith('\nThe whole suite.\n\n## Faults\n')).toBe(true);
});

test('keeps the samples when the page is rewritten', () => {
  const before = putNarrowedSample(page, sampleOf('sandbox', 1));
  expect(keepNarrowedSamples(page, before)).toBe(before);
  expect(keepNarrowedSamples(page, '')).toBe(page);
});
