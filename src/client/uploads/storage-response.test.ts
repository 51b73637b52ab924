/** Tests the verdict of each response from the storage. */
import { expect, it } from 'vitest';
import { readVerdict } from './storage-response.ts';

const createErrorXml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;

it.each([
  [409, '', 'used'],
  [408, '', 'retry'],
  [429, '', 'retry'],
  [500, '', 'retry'],
  [503, createErrorXml('SlowDown'), 'retry'],
  [400, createErrorXml('RequestTimeout'), 'retry'],
  [403, createErrorXml('ExpiredToken'), 'expired'],
  [403, '<Code>AccessDenied</Code><Message>Request has expired</Message>', 'expired'],
  [403, createErrorXml('AccessDenied'), 'refused'],
  [410, '', 'refused'],
  [404, '{"message":"This URL has expired."}', 'expired'],
  [403, createErrorXml('SignatureDoesNotMatch'), 'final'],
  [400, createErrorXml('EntityTooLarge'), 'final'],
  [307, '', 'final'],
  [411, '', 'final'],
  [413, '', 'final'],
  [501, createErrorXml('NotImplemented'), 'final'],
] as const)(
  'a response with status %i and body "%s" gets the verdict %s',
  (status, text, verdict) => {
    expect(readVerdict(status, text).verdict).toBe(verdict);
  },
);

it('reads a code only if it is a single word', () => {
  expect(readVerdict(403, createErrorXml('AccessDenied')).code).toBe('AccessDenied');
  expect(readVerdict(403, createErrorXml('https://s.example/?sig=1')).code).toBeUndefined();
});
