/** Tests the entry of known-drifts.yaml on a drift's card. */
import { expect, it } from 'vitest';
import { readKnownDrifts } from '../../baseline/index.ts';
import {
  sampleDrift as finding,
  reportWithDrift as report,
} from '../../../../tests/support/report/report-with-drift.ts';
import { html, toText } from '../../../design/markup.ts';
import { renderAcceptForm } from './drift-card.ts';

it('shows a valid entry of known-drifts.yaml', () => {
  const row = { ...finding, fingerprint: '1234567890e1', requirement: 'create.content-type-400' };
  const text = toText(html`${renderAcceptForm(row, report)}`);
  const entry = /<code tabindex="0">(.*?)<\/code/s.exec(text)?.[1]?.replaceAll('&#39;', "'") ?? '';
  expect(readKnownDrifts(entry, 'known-drifts.yaml')).toEqual([
    {
      fingerprint: '1234567890e1',
      requirement: 'create.content-type-400',
      reason: 'WHY, and the ticket',
      since: '2026-11-21',
      until: '2027-02-19',
      target: 'https://staging.invalid',
    },
  ]);
});
