/** Tests what is remembered of a run, and which answers of the next one count as changed. */
import { describe, expect, test } from 'vitest';
import { findChangedAnswers } from './changed-answers.ts';
import { compareWithEarlier } from './known-drifts.ts';
import { reportOfDay } from '../scenes/made-up-day.ts';
import { parseObservations, recordObservations } from './observed-answers.ts';
import type { Report } from '../record/index.ts';

function reportWithAnswers(day: string, ...answers: (readonly [string, string?])[]): Report {
  return reportOfDay({ day, answers });
}

describe('remembered answers', () => {
  const first = reportOfDay({ day: '2026-01-01', answers: [['reference']] });

  test('record when they were first and last observed', () => {
    const seen = recordObservations(
      reportOfDay({ day: '2026-01-05', answers: [['reference']] }),
      recordObservations(first),
    );
    expect(seen.silences['create.response']).toEqual([
      {
        answer: 'reference',
        firstSeen: '2026-01-01T10:00:00.000Z',
        lastSeen: '2026-01-05T10:00:00.000Z',
      },
    ]);
    expect(parseObservations(JSON.parse(JSON.stringify(seen)))).toEqual(seen);
  });

  test('stay if a run did not observe them', () => {
    const seen = recordObservations(reportOfDay({ day: '2026-01-05' }), recordObservations(first));
    expect(seen.silences).toEqual(recordObservations(first).silences);
  });

  test('are not read from other JSON', () => {
    for (const value of [null, [], {}, { ...recordObservations(first), silences: [] }]) {
      expect(parseObservations(value)).toBeUndefined();
    }
  });

  test('make a different answer a change, in both directions', () => {
    const second = reportOfDay({ day: '2026-01-02', answers: [['walkthrough']] });
    expect(findChangedAnswers(second, recordObservations(first))).toMatchObject([
      {
        silence: 'create.response',
        answer: 'walkthrough',
        previous: ['reference'],
        since: '2026-01-02T10:00:00.000Z',
        lastSeen: '2026-01-01T10:00:00.000Z',
      },
    ]);
    const observations = recordObservations(second, recordObservations(first));
    const third = reportOfDay({ day: '2026-01-03', answers: [['reference']] });
    expect(findChangedAnswers(third, observations)).toMatchObject([{ previous: ['walkthrough'] }]);
  });

  test('of several kinds do not change if some are missing or occur again', () => {
    const mixed = reportWithAnswers('2026-01-01', ['200', 'listBooks'], ['400', 'listBooks']);
    const fewer = reportWithAnswers('2026-01-02', ['200', 'listBooks']);
    expect(findChangedAnswers(fewer, recordObservations(mixed))).toEqual([]);
    expect(findChangedAnswers(mixed, recordObservations(fewer, recordObservations(mixed)))).toEqual(
      [],
    );
  });

  test('show which one of several operations changed', () => {
    const before = reportWithAnswers(
      '2026-01-01',
      ['message', 'readBook'],
      ['problem', 'attachFile'],
    );
    const after = reportWithAnswers(
      '2026-01-02',
      ['problem', 'readBook'],
      ['problem', 'attachFile'],
    );
    expect(findChangedAnswers(after, recordObservations(before))).toMatchObject([
      { operation: 'readBook' },
    ]);
    const refused = reportWithAnswers('2026-01-02', ['409', 'attachFile']);
    const works = reportWithAnswers('2026-01-01', ['replaces', 'readBook']);
    expect(findChangedAnswers(refused, recordObservations(works))).toMatchObject([
      { previous: ['replaces'] },
    ]);
  });

  test('of several operations that change in the same way are one change', () => {
    const before = reportWithAnswers('2026-01-01', ['absent', 'listBooks'], ['absent', 'readBook']);
    const after = reportWithAnswers('2026-01-02', ['utf-8', 'listBooks'], ['utf-8', 'readBook']);
    const changed = findChangedAnswers(after, recordObservations(before));
    expect(changed).toMatchObject([{ answer: 'utf-8', previous: ['absent'] }]);
    expect(changed[0]?.operation).toBeUndefined();
  });

  test('fail a run only with `--fail-on`', () => {
    const second = reportOfDay({ day: '2026-01-02', answers: [['walkthrough']] });
    const observed = recordObservations(first);
    expect(compareWithEarlier(second, { observed, failOnChanged: false }).exitCode).toBe(0);
    expect(compareWithEarlier(second, { observed, failOnChanged: true })).toMatchObject({
      exitCode: 1,
      summary: { changed: 1 },
      remembered: { lastRun: '2026-01-01T10:00:00.000Z' },
    });
  });

  test('do not count a listed status as a change, because not every run gets it', () => {
    const reportWithStatuses = (day: string, ...statuses: string[]) => {
      const report = reportOfDay({
        day,
        answers: statuses.map((status) => [status, 'publishBook']),
      });
      const silences = report.silences.map((row) => ({ ...row, id: 'codes-per-endpoint' }));
      return { ...report, silences };
    };
    const before = recordObservations(reportWithStatuses('2026-01-01', '422'));
    expect(
      findChangedAnswers(reportWithStatuses('2026-01-02', '422', '404', '204'), before),
    ).toEqual([]);
    expect(
      findChangedAnswers(reportWithStatuses('2026-01-02', '422', '418'), before),
    ).toMatchObject([{ answer: '418', operation: 'publishBook' }]);
  });
});
