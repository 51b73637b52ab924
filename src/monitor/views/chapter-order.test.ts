/** Tests how the monitor judges the order of the chapters of a book. */
import { expect, test } from 'vitest';
import { create, judge, update } from '../../../tests/support/monitor/histories.ts';

const format = 'audio';
const buildChapters = (sequences: readonly number[]) =>
  sequences.map((sequence) => ({
    fileId: `58d2e9a4-7b13-4c60-a5f7-${String(sequence).padStart(12, '0')}`,
    sequence,
    title: `Part ${sequence}`,
  }));
const setChapters = (sent: readonly number[], shown: readonly number[]) =>
  update({ chapters: buildChapters(sent) }, { shows: { format, chapters: buildChapters(shown) } });

test.each([
  { reading: 'by-sequence', shownFirst: [1, 2], shownLast: [1, 10, 2], isDrift: true },
  { reading: 'insertion', shownFirst: [2, 1], shownLast: [2, 1, 10], isDrift: false },
])(
  'a service whose order of chapters is $reading, shown by $shownFirst, drifts with $shownLast: $isDrift',
  ({ reading, shownFirst, shownLast, isDrift }) => {
    const { drifts, readings } = judge([
      create({ format }),
      setChapters([2, 1], shownFirst),
      setChapters([10], shownLast),
    ]);
    expect(readings).toContain(`chapters.read-order=${reading}`);
    expect(drifts.includes('chapters.order')).toBe(isDrift);
  },
);
