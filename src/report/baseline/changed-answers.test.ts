/** Tests which answers count as changed, and the comparison of two reports. */
import { describe, expect, test } from 'vitest';
import { findChangedAnswers, parseObservations, recordObservations } from './observations.ts';
import { compareWithEarlier } from './known-drifts.ts';
import {
  createReportOfDay,
  requirementId,
  sampleFingerprint,
} from '../../../tests/support/report/made-up-drifts.ts';
import type { Report } from '../record/index.ts';
import { compareReports } from './compare-reports.ts';

function createReport(day: string, ...answers: (readonly [string, string?])[]): Report {
  return createReportOfDay({ day, answers });
}

describe('remembered answers', () => {
  const firstReport = createReportOfDay({ day: '2026-01-01', answers: [['reference']] });

  test('have the times of their first and last observation, also after a round trip through JSON', () => {
    const observations = recordObservations(
      createReportOfDay({ day: '2026-01-05', answers: [['reference']] }),
      recordObservations(firstReport),
    );
    expect(observations.silences['create.response']).toEqual([
      {
        answer: 'reference',
        firstSeen: '2026-01-01T10:00:00.000Z',
        lastSeen: '2026-01-05T10:00:00.000Z',
      },
    ]);
    expect(parseObservations(JSON.parse(JSON.stringify(observations)))).toEqual(observations);
  });

  test('are kept if a run does not observe them', () => {
    const observations = recordObservations(
      createReportOfDay({ day: '2026-01-05' }),
      recordObservations(firstReport),
    );
    expect(observations.silences).toEqual(recordObservations(firstReport).silences);
  });

  test('cannot be read from JSON in another format', () => {
    for (const value of [null, [], {}, { ...recordObservations(firstReport), silences: [] }]) {
      expect(parseObservations(value)).toBeUndefined();
    }
  });

  test('change if a run gets another answer, and if the next run gets the old one again', () => {
    const secondReport = createReportOfDay({ day: '2026-01-02', answers: [['walkthrough']] });
    expect(findChangedAnswers(secondReport, recordObservations(firstReport))).toMatchObject([
      {
        silence: 'create.response',
        answer: 'walkthrough',
        previous: ['reference'],
        since: '2026-01-02T10:00:00.000Z',
        lastSeen: '2026-01-01T10:00:00.000Z',
      },
    ]);
    const observations = recordObservations(secondReport, recordObservations(firstReport));
    const thirdReport = createReportOfDay({ day: '2026-01-03', answers: [['reference']] });
    expect(findChangedAnswers(thirdReport, observations)).toMatchObject([
      { previous: ['walkthrough'] },
    ]);
  });

  test('do not change if a run misses one of two answers and the next run gets both', () => {
    const reportWithBoth = createReport('2026-01-01', ['200', 'listBooks'], ['400', 'listBooks']);
    const reportWithFirst = createReport('2026-01-02', ['200', 'listBooks']);
    expect(findChangedAnswers(reportWithFirst, recordObservations(reportWithBoth))).toEqual([]);
    expect(
      findChangedAnswers(
        reportWithBoth,
        recordObservations(reportWithFirst, recordObservations(reportWithBoth)),
      ),
    ).toEqual([]);
  });

  test('are compared by operation, or with those of all operations if the operation is new', () => {
    const oldReport = createReport(
      '2026-01-01',
      ['message', 'readBook'],
      ['problem', 'attachFile'],
    );
    const newReport = createReport(
      '2026-01-02',
      ['problem', 'readBook'],
      ['problem', 'attachFile'],
    );
    expect(findChangedAnswers(newReport, recordObservations(oldReport))).toMatchObject([
      { operation: 'readBook' },
    ]);
    const newAttachReport = createReport('2026-01-02', ['409', 'attachFile']);
    const oldReadReport = createReport('2026-01-01', ['replaces', 'readBook']);
    expect(findChangedAnswers(newAttachReport, recordObservations(oldReadReport))).toMatchObject([
      { previous: ['replaces'] },
    ]);
  });

  test('are one change without an operation if several operations change in the same way', () => {
    const oldReport = createReport('2026-01-01', ['absent', 'listBooks'], ['absent', 'readBook']);
    const newReport = createReport('2026-01-02', ['utf-8', 'listBooks'], ['utf-8', 'readBook']);
    const changes = findChangedAnswers(newReport, recordObservations(oldReport));
    expect(changes).toMatchObject([{ answer: 'utf-8', previous: ['absent'] }]);
    expect(changes[0]?.operation).toBeUndefined();
  });

  test('fail a run only with `failOnChanged`', () => {
    const secondReport = createReportOfDay({ day: '2026-01-02', answers: [['walkthrough']] });
    const observations = recordObservations(firstReport);
    expect(compareWithEarlier(secondReport, { observations, failOnChanged: false }).exitCode).toBe(
      0,
    );
    expect(compareWithEarlier(secondReport, { observations, failOnChanged: true })).toMatchObject({
      exitCode: 1,
      summary: { changed: 1 },
      remembered: { lastRun: '2026-01-01T10:00:00.000Z' },
    });
  });

  test('do not change with a status that the contract lists, but with any other status', () => {
    const reportWithStatuses = (day: string, ...statuses: string[]) => {
      const report = createReportOfDay({
        day,
        answers: statuses.map((status) => [status, 'publishBook']),
      });
      const silences = report.silences.map((row) => ({ ...row, id: 'codes-per-endpoint' }));
      return { ...report, silences };
    };
    const observations = recordObservations(reportWithStatuses('2026-01-01', '422'));
    expect(
      findChangedAnswers(reportWithStatuses('2026-01-02', '422', '404', '204'), observations),
    ).toEqual([]);
    expect(
      findChangedAnswers(reportWithStatuses('2026-01-02', '422', '418'), observations),
    ).toMatchObject([{ answer: '418', operation: 'publishBook' }]);
  });
});

describe('compareReports', () => {
  const cleanReport = createReportOfDay({ day: '2026-01-01', answers: [['reference']] });
  const driftReport = createReportOfDay({ day: '2026-01-02', drifts: [{}], verdicts: ['drifts'] });

  test('lists new drifts with the time of their first report, and fixed drifts', () => {
    expect(compareReports(cleanReport, driftReport).fresh).toMatchObject([
      { fingerprint: sampleFingerprint, since: '2026-01-02T10:00:00.000Z' },
    ]);
    expect(compareReports(driftReport, cleanReport)).toMatchObject({
      fresh: [],
      fixed: [{ fingerprint: sampleFingerprint }],
    });
  });

  test('lists newly unproven requirements, and does not count their drifts as fixed', () => {
    const unprovenReport = createReportOfDay({ day: '2026-01-03', verdicts: ['unproven'] });
    expect(compareReports(driftReport, unprovenReport)).toMatchObject({
      fixed: [],
      unproven: [{ requirement: requirementId }],
      unmatched: [{ in: 'old' }],
    });
  });

  test('counts a drift of one of two targets as new only if the other target was tested for it', () => {
    const productionReport = createReportOfDay({
      day: '2026-01-02',
      verdicts: ['unproven'],
      target: 'https://production.invalid',
    });
    expect(compareReports(productionReport, driftReport)).toMatchObject({
      sameTarget: false,
      fresh: [],
      unmatched: [{ in: 'new' }],
    });
    const testedProductionReport = createReportOfDay({
      day: '2026-01-02',
      target: 'https://production.invalid',
    });
    expect(compareReports(testedProductionReport, driftReport).fresh).toHaveLength(1);
  });
});
