/** Tests the page of faults in services that others wrote. */
import { expect, it } from 'vitest';
import type { ServiceRecord } from './service-record.ts';
import { writeTrackRecord } from './track-record-page.ts';

const service: ServiceRecord = {
  name: 'shelf',
  language: 'Go',
  author: 'a team',
  date: '2026-11-24',
  commit: 'abc',
  seed: 7,
  requests: 1500,
  known: { faults: 9, variants: 2 },
  faults: [
    { name: 'a', first: { requirement: 'list.walk', atRequest: 40 } },
    { name: 'b', first: { requirement: 'isbn.x', atRequest: 300 } },
    { name: 'c', why: 'the document permits it', surprising: ['put.used-url (204)'] },
  ],
  variants: [
    { name: 'd', drifts: [] },
    { name: 'e', drifts: ['list.walk'], why: 'repaired since' },
  ],
};

it('counts what was found, when, and what was a false alarm, and says why a fault was not found', () => {
  const page = writeTrackRecord([service]);
  const played = '2026-11-24, commit abc, seed 7';
  expect(page).toContain(
    `| shelf, Go, by a team | 2 of 3 (a sample of 9) | 400: 66.7 %, 1,500: 66.7 % | 300 requests (median), 300 at most | 1 of 2 | ${played} |`,
  );
  expect(page).toContain('| list | 1 | 40 requests (median), 40 at most |');
  expect(page).toContain(
    '| shelf | c | reported as surprising: put.used-url (204); the document permits it |',
  );
  expect(page).toContain('| shelf | e | list.walk | repaired since |');
});
