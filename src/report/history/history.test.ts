/** Tests what a history of many nights names, and what it leaves alone. */
import { expect, it } from 'vitest';
import { type HistoryLine, toHistoryLine, readHistory, UnreadableHistory } from './history-line.ts';
import { findLatencySteps } from './latency-steps.ts';
import { formatPrometheus } from './prometheus.ts';
import { summarizeHistory } from './summarize-history.ts';
import { report } from '../scenes/made-up-drifts.ts';
import { createNights, nightsWithThreeEvents } from '../scenes/nights.ts';

it('names exactly the flaky drift, the one fixed after five nights, and the slower operation', () => {
  const lines = nightsWithThreeEvents();
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

it('rarely raises a false alarm in thirty runs, and detects a slowdown of half within three runs', () => {
  const seeds = Array.from({ length: 200 }, (_, at) => at + 1);
  const alarms = seeds.flatMap((seed) => findLatencySteps(createNights(30, seed)));
  const detected = seeds.filter((seed) => {
    const lines = createNights(23, seed, (at) => ({ slower: at >= 20 ? { createBook: 1.5 } : {} }));
    return findLatencySteps(lines).some(({ operation }) => operation === 'createBook');
  });
  // 1,000 series of thirty runs, at a noise of a tenth. The seeds are fixed.
  expect(alarms.length).toBeLessThanOrEqual(1);
  expect(detected.length).toBeGreaterThanOrEqual(190);
});

it('does not count a run that did not test a drift', () => {
  const lines = createNights(4, 1, (at) => ({ drifts: at === 0 || at === 3 ? ['there'] : [] }));
  const untested = lines.map((line, at) =>
    at === 1 || at === 2 ? { ...line, untested: ['list.there'] } : line,
  );
  expect(summarizeHistory(untested)?.drifts[0]).toMatchObject({
    state: 'open',
    cells: ['shown', 'untested', 'untested', 'shown'],
  });
});

it('lists answers that changed from one run to the next', () => {
  const answers = [
    { 'create.response': 'reference', 'path.uuid': '404' },
    { 'create.response': 'walkthrough' },
  ];
  const changed = createNights(2, 1).map((line, at): HistoryLine => ({
    ...line,
    answers: answers[at] ?? {},
  }));
  expect(summarizeHistory(changed)?.changes).toEqual([
    {
      silence: 'create.response',
      startedAt: '2026-10-02T02:00:00.000Z',
      before: 'reference',
      after: 'walkthrough',
    },
  ]);
});

it('reads the line of a report back, and names a line that it cannot read', () => {
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
