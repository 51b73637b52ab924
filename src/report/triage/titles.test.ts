/** Tests the titles of causes: they say what a service does, and not which rule it breaks. */
import { expect, it } from 'vitest';
import type { FindingRow } from '../record/index.ts';
import { createDrift, createExchangeRow } from '../../../tests/support/report/made-up-drifts.ts';
import { groupByCause } from './causes.ts';

const sentPart = { request: 3, method: 'PATCH', path: '/books/1', status: 200 } as const;

it.each<readonly [title: string, change: Partial<FindingRow>]>([
  [
    'createBook accepts an invalid isbn (201, should be 422)',
    {
      operation: 'createBook',
      expected: '422',
      actual: '201  application/json  {}',
      sent: [{ ...sentPart, name: 'isbn', value: '9780306406156' }],
    },
  ],
  [
    'publishBook accepts isFinalVersion false (204, should be 422)',
    {
      operation: 'publishBook',
      expected: '422',
      actual: '204',
      sent: [
        { ...sentPart, name: 'publicationDate', value: '2026-11-24' },
        { ...sentPart, name: 'isFinalVersion', value: false },
      ],
    },
  ],
  [
    'createBook refuses a valid language (400, should be 201)',
    {
      operation: 'createBook',
      expected: '201',
      actual: '400',
      exchange: {
        ...createExchangeRow(2, 400, { invalidParams: [{ name: 'language' }] }),
        requestBody: { language: ['en'] },
      },
    },
  ],
  [
    'updateBook keeps the old subtitle',
    {
      operation: 'readBook',
      pointer: '/data/attributes/subtitle',
      expected: 'subtitle: Çà et là',
      actual: '📚 𝒮hore',
      exchange: createExchangeRow(4, 200),
      sent: [{ ...sentPart, operation: 'updateBook', name: 'subtitle', value: 'Çà et là' }],
      shows: 'the earlier value',
    },
  ],
  [
    'createBook shows language in lower case',
    {
      operation: 'lookUpBook',
      pointer: '/data/attributes/language',
      expected: 'language: ["EN"]',
      actual: '["en"]',
      exchange: createExchangeRow(4, 200),
      sent: [{ ...sentPart, operation: 'createBook', name: 'language', value: ['en'] }],
    },
  ],
  [
    'readBook shows the wrong id',
    {
      operation: 'readBook',
      says: 'Each call gives a book the same id.',
      pointer: '/data/id',
      expected: 'the id 58748325-c31b-42d9-89c0-55c985274134',
      actual: '11748325-c31b-42d9-89c0-55c985274134',
    },
  ],
  [
    'updateBook changes keyword, which its request leaves out',
    {
      requirement: 'update.keeps-the-rest',
      operation: 'readBook',
      pointer: '/data/attributes/keyword',
      expected: 'keyword: ["sea"]',
      actual: '[]',
      exchange: createExchangeRow(8, 200),
      sent: [{ ...sentPart, operation: 'createBook', name: 'keyword', value: ['sea'] }],
      calls: [{ ...sentPart, number: 5, operation: 'updateBook', took: 1 }],
    },
  ],
  [
    'listBooks does not filter by language',
    {
      requirement: 'list.language-filter',
      operation: 'listBooks',
      pointer: '/data/0/attributes/language',
      expected: 'only books in ES',
      actual: '["EN"]',
    },
  ],
  [
    'readBook accepts the key of another account (200, should be a refusal)',
    {
      requirement: 'account.hides-books',
      operation: 'readBook',
      expected: '400 or 401 or 403 or 404',
      actual: '200',
      exchange: {
        ...createExchangeRow(4, 200),
        operation: 'readBook',
        requestHeaders: { apikey: '[second key]' },
      },
    },
  ],
  [
    'updateBook fails with 500 in 7 of 40 calls',
    {
      operation: 'updateBook',
      expected: '404',
      actual: '500',
      judged: { of: 'calls', times: 40, drifted: 7 },
      exchange: createExchangeRow(4, 500),
    },
  ],
  [
    'updateBook drops entries of chapters',
    {
      operation: 'updateBook',
      pointer: '/data/attributes/chapters',
      expected: 'chapters: [{"sequence":1,"titleAscii":null},{"sequence":2}]',
      actual: '[{"sequence":1}]',
      values: {
        expected: [{ sequence: 1, titleAscii: null }, { sequence: 2 }],
        actual: [{ sequence: 1 }],
      },
      exchange: createExchangeRow(4, 200),
      sent: [{ ...sentPart, operation: 'updateBook', name: 'chapters', value: [] }],
    },
  ],
  [
    'updateBook changes keyword, which its request leaves out',
    {
      requirement: 'update.keeps-the-rest',
      operation: 'readBook',
      pointer: '/data/attributes/keyword',
      expected: 'keyword: ["sea"]',
      actual: '[]',
      exchange: createExchangeRow(8, 200),
      sent: [{ ...sentPart, operation: 'updateBook', name: 'keyword', value: ['sea'] }],
      calls: [{ ...sentPart, number: 5, operation: 'updateBook', took: 1 }],
    },
  ],
  [
    'lookUpBook shows the old subtitle',
    {
      operation: 'lookUpBook',
      pointer: '/data/attributes/subtitle',
      expected: 'subtitle: Çà et là',
      actual: '📚 𝒮hore',
      exchange: createExchangeRow(4, 200),
      sent: [{ ...sentPart, operation: 'updateBook', name: 'subtitle', value: 'Çà et là' }],
      shows: 'the earlier value',
      reader: 'lookUpBook',
    },
  ],
  [
    'readBook shows language in lower case',
    {
      says: 'Languages are in upper case.',
      operation: 'readBook',
      pointer: '/data/attributes/language',
      expected: 'a value that must match pattern "^[^a-z]*$"',
      actual: '"es"',
      exchange: createExchangeRow(4, 200),
      sent: [{ ...sentPart, operation: 'createBook', name: 'language', value: ['es'] }],
      shows: 'the sent value',
    },
  ],
  [
    'listBooks shows the wrong subtitle',
    {
      says: 'A list agrees with the book.',
      operation: 'listBooks',
      pointer: '/data/0/attributes/subtitle',
      expected: 'subtitle: Changed during its review',
      actual: '📚 𝒮hore',
    },
  ],
  [
    'requestUploads accepts a book with an invalid format (201, should be 400)',
    {
      says: 'A role fits the format.',
      operation: 'requestUploads',
      expected: '400',
      actual: '201',
      exchange: createExchangeRow(9, 201),
      sent: [{ ...sentPart, name: 'format', value: 'ebook' }],
    },
  ],
  [
    'putFile refuses a valid request (415, should be a success)',
    {
      says: 'A PUT works without a key.',
      requirement: 'put.no-key',
      operation: 'putFile',
      expected: 'a 2xx',
      actual: '415 {"message":"This value is not accepted."}',
    },
  ],
  [
    'attachFile does not store files as sent: 1 file instead of 2 files',
    {
      requirement: 'attach.references-file',
      operation: 'readBook',
      pointer: '/data/attributes/files',
      expected: 'files: 2 files',
      actual: '1 file: [{"id":"ad9e8a75-2e39-4079-8adf-2eedccabb2ac"}]',
      exchange: createExchangeRow(9, 200),
      sent: [{ ...sentPart, operation: 'attachFile', name: 'filename', value: 'cover.jpg' }],
    },
  ],
  [
    'after requestUploads, status is draft',
    {
      requirement: 'upload.keeps-status',
      says: 'An upload keeps the status.',
      operation: 'readBook',
      pointer: '/data/attributes/status',
      expected: 'status: anything but draft or withdrawn',
      actual: 'draft',
      exchange: { ...createExchangeRow(9, 200), operation: 'readBook' },
      calls: [{ ...sentPart, number: 8, method: 'POST', operation: 'requestUploads', took: 1 }],
    },
  ],
  [
    'updateBook stores title of a request of another account that it refuses',
    {
      requirement: 'account.guards-books',
      operation: 'readBook',
      pointer: '/data/attributes/title',
      expected: 'title: Sea',
      actual: 'Not by this account',
      exchange: createExchangeRow(9, 200),
      sent: [{ ...sentPart, status: 404, operation: 'updateBook', name: 'title', value: 'Not by' }],
      shows: 'the refused value',
    },
  ],
  [
    'deleteBook carries out a request that it refuses',
    {
      requirement: 'delete.refused-changes-nothing',
      operation: 'readBook',
      expected: '200',
      actual: '404',
      exchange: createExchangeRow(9, 404),
    },
  ],
  [
    'createBook answers an invalid isbn with 400 instead of 422',
    {
      requirement: 'isbn.valid-on-create',
      operation: 'createBook',
      expected: '422',
      actual: '400',
      sent: [{ ...sentPart, name: 'isbn', value: '9780306406158' }],
    },
  ],
  [
    'updateBook refuses a valid request (422, should be 200)',
    {
      says: 'A chapter is replaced.',
      operation: 'updateBook',
      expected: '200',
      actual: '422',
      exchange: {
        ...createExchangeRow(2, 422, { invalidParams: [{ name: 'chapters.0.fileId' }] }),
        requestBody: { title: 'Sea' },
      },
    },
  ],
  [
    'requestUploads shows too few grants',
    {
      requirement: 'upload.one-grant-each',
      says: 'Every descriptor gets one grant.',
      operation: 'requestUploads',
      expected: '1 grant',
      actual: '0 grants',
    },
  ],
  [
    'deleteBook keeps a book after an accepted delete',
    {
      requirement: 'delete.deletes',
      says: 'An accepted delete removes a book.',
      operation: 'listBooks',
      expected: 'no book',
      actual: 'the same draft',
    },
  ],
  [
    'deleteBook keeps a book after an accepted delete',
    {
      requirement: 'delete.deletes',
      says: 'An accepted delete removes a book. The delete of a draft is accepted.',
      operation: 'listBooks',
      expected: 'no book',
      actual: 'the same draft',
      calls: [
        {
          number: 3,
          operation: 'deleteBook',
          method: 'DELETE',
          path: '/books/1',
          status: 204,
          took: 1,
        },
      ],
    },
  ],
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
])('titles a drift “%s”, without generated values', (title, change) => {
  expect(groupByCause([createDrift('a.b', change)]).map((cause) => cause.title)).toEqual([title]);
});
