/** Tests that titles say what a service does, and not which rule it breaks. */
import { expect, it } from 'vitest';
import type { FindingRow } from '../record/index.ts';
import { createDrift, createExchangeRow } from '../../../tests/support/report/made-up-drifts.ts';
import { groupByCause } from './causes.ts';

const sentPart = { request: 3, method: 'PATCH', path: '/books/1', status: 200 } as const;

it.each<readonly [title: string, change: Partial<FindingRow>]>([
  [
    'lookUpBook finds a book by an external id that it no longer has',
    {
      operation: 'lookUpBook',
      expected: '422, because the external id of the book is one-new',
      actual: 'the book 1',
    },
  ],
  [
    'listBooks shows fewer books than the total counts',
    {
      operation: 'listBooks',
      expected: '1 book on this page, as the total of 1 says',
      actual: '0 books',
    },
  ],
  [
    'listBooks shows too many books',
    { operation: 'listBooks', expected: 'at most 1 books', actual: '2 books' },
  ],
  [
    'listBooks shows a book twice on a walk over its pages',
    {
      operation: 'listBooks',
      expected: 'own books seen on a walk by title: ["a","b"]',
      actual: '["a","b","b"]',
      values: { expected: ['a', 'b'], actual: ['a', 'b', 'b'] },
    },
  ],
  [
    'listBooks leaves out a book on a walk over its pages',
    {
      operation: 'listBooks',
      expected: 'own books seen on a walk by title: ["a","b"]',
      actual: '["a"]',
      values: { expected: ['a', 'b'], actual: ['a'] },
    },
  ],
  [
    'a refused publishBook changes status to action_needed',
    {
      requirement: 'publish.refused-keeps-status',
      operation: 'readBook',
      pointer: '/data/attributes/status',
      expected: 'status: draft',
      actual: 'action_needed',
      exchange: { ...createExchangeRow(9, 200), operation: 'readBook' },
      calls: [
        { ...sentPart, number: 8, method: 'POST', operation: 'publishBook', status: 422, took: 1 },
      ],
    },
  ],
  [
    'updateBook shows status as withdrawn instead of draft',
    {
      operation: 'updateBook',
      pointer: '/data/attributes/status',
      expected: 'status: draft',
      actual: 'withdrawn',
    },
  ],
  [
    'attachFile accepts a hashSha256 of other bytes (200, should be 422)',
    {
      requirement: 'attach.hash-mismatch-422',
      says: 'Attach refuses another hash with 422.',
      operation: 'attachFile',
      expected: '400 or 404 or 422',
      actual: '200',
      sent: [{ ...sentPart, name: 'hashSha256', value: 'a' }],
      exchange: createExchangeRow(sentPart.request, 200),
    },
  ],
])('titles a drift “%s”', (title, change) => {
  expect(groupByCause([createDrift('a.b', change)]).map((cause) => cause.title)).toEqual([title]);
});
