/** Tests the comparison of two reports: new, fixed, and not counted. */
import { describe, expect, test } from 'vitest';
import { compareReports } from './compare-reports.ts';
import { asked, mark, shown } from '../scenes/made-up-day.ts';

describe('two reports', () => {
  const clean = shown({ day: '2026-01-01', answers: [['reference']] });
  const worse = shown({ day: '2026-01-02', drifts: [{}], verdicts: ['drifts'] });

  test('show what is new, since when, and what was fixed', () => {
    expect(compareReports(clean, worse).fresh).toMatchObject([
      { fingerprint: mark, since: '2026-01-02T10:00:00.000Z' },
    ]);
    expect(compareReports(worse, clean)).toMatchObject({
      fresh: [],
      fixed: [{ fingerprint: mark }],
    });
  });

  test('show what was not proven this time, and do not count it as fixed', () => {
    const open = shown({ day: '2026-01-03', verdicts: ['unproven'] });
    expect(compareReports(worse, open)).toMatchObject({
      fixed: [],
      unproven: [{ requirement: asked }],
      unmatched: [{ in: 'old' }],
    });
  });

  test('of two targets hold against one only what the other was asked too', () => {
    const production = shown({
      day: '2026-01-02',
      verdicts: ['unproven'],
      target: 'https://production.invalid',
    });
    expect(compareReports(production, worse)).toMatchObject({
      sameTarget: false,
      fresh: [],
      unmatched: [{ in: 'new' }],
    });
    const asks = shown({ day: '2026-01-02', target: 'https://production.invalid' });
    expect(compareReports(asks, worse).fresh).toHaveLength(1);
  });
});
