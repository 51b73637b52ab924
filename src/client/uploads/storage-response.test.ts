/** Tests which verdict a response from the storage gets. */
import { expect, it } from 'vitest';
import { readVerdict } from './storage-response.ts';

const xml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;

it.each([
  [409, '', 'used'],
  [408, '', 'retry'],
  [429, '', 'retry'],
  [500, '', 'retry'],
  [503, xml('SlowDown'), 'retry'],
  [400, xml('RequestTimeout'), 'retry'],
  [403, xml('ExpiredToken'), 'expired'],
  [403, '<Code>AccessDenied</Code><Message>Request has expired</Message>', 'expired'],
  [403, xml('AccessDenied'), 'refused'],
  [410, '', 'refused'],
  [404, '{"message":"This URL has expired."}', 'expired'],
  [403, xml('SignatureDoesNotMatch'), 'final'],
  [400, xml('EntityTooLarge'), 'final'],
  [307, '', 'final'],
  [411, '', 'final'],
  [413, '', 'final'],
  [501, xml('NotImplemented'), 'final'],
] as const)('%i %s is %s', (status, text, verdict) => {
  expect(readVerdict(status, text).verdict).toBe(verdict);
});

it('accepts only a single word as a code', () => {
  expect(readVerdict(403, xml('AccessDenied')).code).toBe('AccessDenied');
  expect(readVerdict(403, xml('https://s.example/?sig=1')).code).toBeUndefined();
});
