/** Tests what the errors of a case carry, and that the first expectation of a response counts. */
import { expect, it } from 'vitest';
import { createExchange } from '../../../tests/support/harness/create-exchange.ts';
import { getExpectedResponse, noteExpectedResponse, Unanswered } from './verdict-errors.ts';

it('explains a missing response by its reason unless it knows more', () => {
  const plain = new Unanswered('GET /books timed out');
  expect([plain.code, plain.explanation]).toEqual(['', 'GET /books timed out.']);
  const known = new Unanswered('no connection', { code: 'ECONNREFUSED', explanation: 'Start it.' });
  expect([known.code, known.explanation]).toEqual(['ECONNREFUSED', 'Start it.']);
});

it('keeps the first expectation of a response', () => {
  const exchange = createExchange({ body: {} });
  expect(getExpectedResponse(exchange)).toBeUndefined();
  noteExpectedResponse(exchange, '404');
  noteExpectedResponse(exchange, '2xx');
  expect(getExpectedResponse(exchange)).toBe('404');
});
