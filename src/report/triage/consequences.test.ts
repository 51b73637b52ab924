/** Tests that drifts which follow from one fault are one cause, titled by the fault. */
import { expect, it } from 'vitest';
import type { FindingRow } from '../record/index.ts';
import { createDrift, createExchangeRow } from '../../../tests/support/report/made-up-drifts.ts';
import { groupByCause } from './causes.ts';

const sentPart = { request: 3, method: 'PATCH', path: '/books/1', status: 200 } as const;

const bookId = '58748325-c31b-42d9-89c0-55c985274134';
const showBook = (number: number) => createExchangeRow(number, 200, { data: { id: bookId } });

it.each<readonly [string, title: string, changes: readonly Partial<FindingRow>[]]>([
  [
    'the links of a page, which lack the same filters',
    'listBooks shows the wrong links.next',
    [
      {
        requirement: 'list.next-leads-on',
        operation: 'listBooks',
        pointer: '/links/next',
        expected: 'a link to page 2 under the same filters',
        actual: '/v2/distribution/books?page=2&perPage=2&sort=createdAt',
        firstAtRequest: 1,
      },
      {
        requirement: 'list.links',
        operation: 'listBooks',
        pointer: '/links/self',
        expected: 'a link to page 1 under the same filters',
        actual: '/v2/distribution/books?page=1&perPage=2&sort=createdAt',
      },
    ],
  ],
  [
    'a number of pages that is right and only disagrees with the total',
    'listBooks shows more books than the total counts',
    [
      {
        requirement: 'list.last-page',
        operation: 'listBooks',
        pointer: '/meta/lastPage',
        expected: '1, by the total of 1 at 1 a page',
        actual: '8',
        firstAtRequest: 1,
      },
      {
        requirement: 'list.page-beyond',
        level: 'open',
        operation: 'listBooks',
        expected: 'one of the readings: 200-empty, 400, 404, 422, last-page',
        actual: '200 with books',
        exchange: createExchangeRow(4, 200, {
          data: [{ id: bookId }],
          meta: { total: 1, page: 3, perPage: 1 },
        }),
      },
    ],
  ],
  [
    'the second statement of a rule that one accepted request breaks',
    'publishBook accepts a request that must be refused (204, should be 422)',
    ['publish.narrator', 'contributor.narrator'].map((requirement) => ({
      requirement,
      operation: 'publishBook',
      expected: '422',
      actual: '204',
      exchange: createExchangeRow(4, 204),
    })),
  ],
  [
    'a member that stays wrong in later calls for the same book',
    'createBook shows the wrong files',
    [
      {
        requirement: 'attach.references-only-after',
        operation: 'readBook',
        pointer: '/data/attributes/files',
        expected: 'files: 1 file',
        actual: '[1,2]',
        exchange: showBook(9),
        firstAtRequest: 1,
      },
      {
        requirement: 'create.no-files',
        operation: 'readBook',
        pointer: '/data/attributes/files',
        expected: 'files: 0 files',
        actual: '[1]',
        exchange: showBook(3),
      },
    ],
  ],
  [
    'attaches that go wrong because files share an upload URL',
    'requestUploads gives two files the same upload URL',
    [
      {
        requirement: 'attach.answers-200',
        operation: 'attachFile',
        expected: '200',
        actual: '422',
        exchange: createExchangeRow(3, 422),
      },
      {
        requirement: 'upload.url-per-file',
        operation: 'requestUploads',
        expected: 'a separate URL',
        actual: 'the same URL for several of 2 files',
        exchange: createExchangeRow(2, 201),
      },
    ],
  ],
  [
    'a list that filters by a wrong member',
    'readBook shows language in lower case',
    [
      {
        requirement: 'list.shows-created',
        operation: 'listBooks',
        expected: 'the book',
        actual: 'not listed',
        exchange: { ...createExchangeRow(2, 200, { data: [] }), url: '/books?page=1&language=EN' },
      },
      {
        requirement: 'book.language-uppercase',
        operation: 'readBook',
        pointer: '/data/attributes/language/0',
        expected: 'a value that must match pattern "^[^a-z]*$"',
        actual: '"en"',
        exchange: showBook(3),
      },
    ],
  ],
  [
    'a value that was not stored and seems to be removed by a later update',
    'updateBook does not store subtitle',
    ['update.keeps-the-rest', 'update.changes-values'].map((requirement, index) => ({
      requirement,
      operation: 'updateBook',
      pointer: '/data/attributes/subtitle',
      expected: 'subtitle: new',
      actual: 'null',
      exchange: createExchangeRow(9 + index, 200),
      sent: [{ ...sentPart, operation: 'updateBook', name: 'subtitle', value: 'new' }],
      ...(index === 0 && { calls: [{ ...sentPart, number: 5, operation: 'updateBook', took: 1 }] }),
    })),
  ],
  [
    'uploads that are refused, whichever statement they are about',
    'putFile refuses a valid request (415, should be a success)',
    ['put.takes-bytes', 'put.no-key'].map((requirement, index) => ({
      requirement,
      operation: 'putFile',
      expected: 'a 2xx',
      actual: '415 {"message":"Not accepted."}',
      exchange: createExchangeRow(4 + index, 415),
    })),
  ],
  [
    'a list in the order of a member that was not stored',
    'createBook does not store isbn',
    [
      {
        requirement: 'list.sorted',
        operation: 'listBooks',
        expected: 'books in one direction by productIdentifier',
        actual: '[null,"9786932191900"]',
        exchange: { ...createExchangeRow(9, 200), url: '/books?sort=productIdentifier' },
      },
      {
        requirement: 'create.reads-back',
        operation: 'readBook',
        pointer: '/data/attributes/isbn',
        expected: 'isbn: 9786932191900',
        actual: 'null',
        exchange: showBook(5),
        sent: [{ ...sentPart, operation: 'createBook', name: 'isbn', value: '9786932191900' }],
      },
    ],
  ],
  [
    'a publish that is refused because chapters were not stored in the book of another case',
    'updateBook drops chapters',
    [
      {
        requirement: 'flow.audiobook',
        operation: 'publishBook',
        expected: '2xx to publishing a complete book',
        actual: '422',
        exchange: createExchangeRow(3, 422, { invalidParams: [{ name: 'chapters' }] }),
      },
      {
        requirement: 'chapters.read-back',
        operation: 'updateBook',
        pointer: '/data/attributes/chapters',
        expected: 'chapters: [1]',
        actual: '[]',
        values: { expected: [1], actual: [] },
        exchange: showBook(5),
        sent: [{ ...sentPart, operation: 'updateBook', name: 'chapters', value: [1] }],
      },
    ],
  ],
  [
    'a member that neither a create nor an update stores as sent',
    'createBook and updateBook do not store contributor.role as sent',
    ['createBook', 'updateBook'].map((operation, index) => ({
      requirement: `contributor.of-${operation}`,
      operation,
      pointer: '/data/attributes/contributor',
      expected: 'contributor: [{"role":"Author"}]',
      actual: '[{"role":"Author X"}]',
      values: { expected: [{ role: 'Author' }], actual: [{ role: 'Author X' }] },
      exchange: showBook(5 + index),
      sent: [{ ...sentPart, request: 5 + index, operation, name: 'contributor', value: [] }],
    })),
  ],
  [
    'a member that a create did not store and that an update shows without having sent it',
    'createBook does not store isbn',
    ['create.reads-back', 'update.keeps-the-rest'].map((requirement, index) => ({
      requirement,
      operation: 'updateBook',
      pointer: '/data/attributes/isbn',
      expected: 'isbn: 9786932191900',
      actual: 'null',
      exchange: showBook(8 + index),
      sent: [{ ...sentPart, operation: 'createBook', name: 'isbn', value: '9786932191900' }],
      ...(index === 1 && { calls: [{ ...sentPart, number: 5, operation: 'updateBook', took: 1 }] }),
    })),
  ],
  [
    'members that only a lookup shows as they were before',
    'lookUpBook shows the old title and 1 other field',
    ['title', 'subtitle'].map((name, index) => ({
      requirement: 'lookup.same-book',
      operation: 'lookUpBook',
      pointer: `/data/attributes/${name}`,
      expected: `${name}: new`,
      actual: 'old',
      exchange: showBook(4 + index),
      sent: [{ ...sentPart, operation: 'updateBook', name, value: 'new' }],
      shows: 'the earlier value' as const,
    })),
  ],
])('takes for one cause %s', (_sentence, title, changes) => {
  const rows = changes.map(({ requirement = '', ...change }, index) =>
    createDrift(requirement, { fingerprint: `mark${index}`, ...change }),
  );
  expect(groupByCause(rows).map((cause) => cause.title)).toEqual([title]);
});

it('gives each rule that an operation does not check a cause of its own', () => {
  const accepted = { operation: 'publishBook', expected: '422', actual: '204' };
  const causes = groupByCause([
    createDrift('publish.final-version-window', {
      ...accepted,
      fingerprint: 'one',
      exchange: createExchangeRow(1, 204),
    }),
    createDrift('publish.chapters-present', {
      ...accepted,
      fingerprint: 'two',
      exchange: createExchangeRow(2, 204),
    }),
  ]);
  expect(causes.map(({ requirements }) => requirements)).toEqual([
    ['publish.final-version-window'],
    ['publish.chapters-present'],
  ]);
});
