/** Tests that requests are recorded without secrets. */
import { expect, it } from 'vitest';
import { maskHeaders, maskUrl } from './masks.ts';

it('headers are recorded by allow-list, and a signed query never is', () => {
  expect(maskHeaders({ Accept: 'a', apikey: 'secret', 'content-type': 'c' })).toEqual({
    Accept: 'a',
    apikey: '***',
    'content-type': 'c',
  });
  expect(maskHeaders({ 'content-length': '1', prefer: 'p', cookie: 'c' })).toEqual({
    'content-length': '1',
    prefer: 'p',
    cookie: '***',
  });
  expect(maskUrl('https://a.invalid/b?c=d')).toBe('https://a.invalid/b?***');
  expect(maskUrl('https://a.invalid/b')).toBe('https://a.invalid/b');
});
