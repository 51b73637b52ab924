/** Tests what the summary of a history reports, and that it raises few false alarms. */
import { expect, it } from 'vitest';
import { type HistoryLine, toHistoryLine, readHistory, UnreadableHistory } from './history-line.ts';
import { renderHistoryPage } from '../page/index.ts';
import { findLatencySteps } from './latency-steps.ts';
import { formatPrometheus, summarizeHistory } from './summarize-history.ts';
import {
  report,
  createNights,
  createNightsWithThreeEvents,
} from '../../../tests/support/report/made-up-drifts.ts';

it('reports only the flaky drift, the drift that was fixed, and the slower operation', () => {
  const lines = createNightsWithThreeEvents();
  const summary = summarizeHistory(lines);
  expect(summary?.drifts.map(({ fingerprint, state }) => [fingerprint, state])).toEqual([
    ['flaky', 'flaky'],
    ['real', 'fixed'],
  ]);
  expect(summary?.drifts[1]).toMatchObject({
    firstSeen: '2026-10-09T02:00:00.000Z',
    lastSeen: '2026-10-13T02:00:00.000Z',
    flakeRate: 0,
  });
  expect(summary?.slower.map(({ operation }) => operation)).toEqual(['readBook']);
  expect(summary?.changes).toEqual([]);
});

it('names the only run of a drift once', () => {
  const lines = createNights(12, 1, (night) => (night === 3 ? { drifts: ['once'] } : {}));
  const summary = summarizeHistory(lines);
  if (summary === undefined) throw new Error('Expected a summary.');
  expect(renderHistoryPage(summary)).toMatch(/, shown 2026-\d\d-\d\d \d\d:\d\d UTC</);
});

it('raises at most one false alarm in 1,000 series, and detects 95% of slowdowns to 150% within three runs', () => {
  const seeds = Array.from({ length: 1_000 }, (_, index) => index + 1);
  const falseAlarms = seeds.flatMap((seed) => findLatencySteps(createNights(30, seed)));
  const detectingSeeds = seeds.filter((seed) => {
    const lines = createNights(23, seed, (night) => ({
      slower: night >= 20 ? { createBook: 1.5 } : {},
    }));
    return findLatencySteps(lines).some(({ operation }) => operation === 'createBook');
  });
  // Each seed has a series for each of five operations, with a noise of 10%. The seeds are fixed.
  expect(falseAlarms.length).toBeLessThanOrEqual(5);
  expect(detectingSeeds.length).toBeGreaterThanOrEqual(950);
});

it('does not count a drift as absent in runs that did not test it', () => {
  const lines = createNights(4, 1, (night) => ({
    drifts: night === 0 || night === 3 ? ['there'] : [],
  }));
  const linesWithUntested = lines.map((line, night) =>
    night === 1 || night === 2 ? { ...line, untested: ['list.there'] } : line,
  );
  expect(summarizeHistory(linesWithUntested)?.drifts[0]).toMatchObject({
    state: 'open',
    cells: ['shown', 'untested', 'untested', 'shown'],
  });
});

it('lists answers that changed from one run to the next', () => {
  const answers = [
    { 'create.response': 'reference', 'path.uuid': '404' },
    { 'create.response': 'walkthrough' },
  ];
  const lines = createNights(2, 1).map((line, night): HistoryLine => ({
    ...line,
    answers: answers[night] ?? {},
  }));
  expect(summarizeHistory(lines)?.changes).toEqual([
    {
      silence: 'create.response',
      startedAt: '2026-10-02T02:00:00.000Z',
      before: 'reference',
      after: 'walkthrough',
    },
  ]);
});

it('reads written lines, and rejects an invalid line with its place', () => {
  const line = JSON.stringify(toHistoryLine(report));
  expect(readHistory(`${line}\n\n${line}\n`, 'history.jsonl')).toHaveLength(2);
  expect(() => readHistory(`${line}\n{"format"`, 'history.jsonl')).toThrow(UnreadableHistory);
  expect(() => readHistory('{}', 'history.jsonl')).toThrow(/^history\.jsonl:1 is not a line/);
});

it('writes metrics in the Prometheus text format', () => {
  const [line] = createNights(1, 1, () => ({ drifts: ['one'] }));
  const text = line === undefined ? '' : formatPrometheus({ ...line, target: 'https://a"b\\c' });
  expect(text).toContain('bookdist_requirements_proven{target="https://a\\"b\\\\c"} 190');
  expect(text).toContain('bookdist_drifts{target="https://a\\"b\\\\c",state="new"} 1');
  for (const row of text.trimEnd().split('\n'))
    expect(row).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+\{[a-z]+=".*"\} [\d.e+-]+)$/);
});
