/** Tests that a drift shows the part of a request that explains it. */
import { expect, it } from 'vitest';
import { createDrift, createExchangeRow } from '../../../tests/support/report/made-up-drifts.ts';
import { createHistory } from './history.ts';
import { addSentParts } from './sent-parts.ts';
import type { ExchangeRow, FindingRow } from './report.ts';

const id = '0f9bb4e1-0b95-4fef-8e19-20b157e263b9';
const address = 'https://staging.invalid/v2/distribution/books';

function createRow(number: number, change: Partial<ExchangeRow>): ExchangeRow {
  return {
    ...createExchangeRow(number, 200),
    operation: 'updateBook',
    method: 'PATCH',
    url: `${address}/${id}`,
    ...change,
  };
}

const create = createRow(1, {
  operation: 'createBook',
  method: 'POST',
  url: address,
  status: 201,
  requestBody: { format: 'ebook', subtitle: 'first', publicationDate: '2026-12-01' },
  responseBody: { bookId: id },
});
const update = createRow(2, { requestBody: { subtitle: 'second' } });
const refused = createRow(3, { requestBody: { subtitle: 'third' }, status: 422 });
const show = (subtitle: string) =>
  createRow(9, {
    operation: 'readBook',
    method: 'GET',
    responseBody: { data: { id, attributes: { subtitle } } },
  });
const subtitlePointer = '/data/attributes/subtitle';

it.each<readonly [what: string, row: FindingRow, expected: object]>([
  [
    'an earlier value',
    createDrift('update.changes-values', { pointer: subtitlePointer, exchange: show('first') }),
    { shows: 'the earlier value', sent: [{ request: 2, name: 'subtitle', value: 'second' }] },
  ],
  [
    'the sent value, which the service should show in another form',
    createDrift('book.subtitle', { pointer: subtitlePointer, exchange: show('second') }),
    { shows: 'the sent value', sent: [{ request: 2, name: 'subtitle', value: 'second' }] },
  ],
  [
    'a field that a refusal should have named',
    createDrift('create.schema-400', {
      pointer: '/invalidParams',
      expected: 'a list that names price.1.price',
      exchange: createRow(4, { requestBody: { language: ['en'], price: [] }, status: 400 }),
    }),
    { sent: [{ request: 4, name: 'price', value: [] }] },
  ],
  [
    'a list that shows an earlier value',
    createDrift('list.agrees-with-book', {
      pointer: '/data/0/attributes/subtitle',
      expected: 'subtitle: second',
      exchange: createRow(9, {
        operation: 'listBooks',
        method: 'GET',
        url: `${address}?perPage=1`,
        responseBody: { data: [{ id, attributes: { subtitle: 'first' } }] },
      }),
    }),
    { shows: 'the earlier value', sent: [{ request: 2, name: 'subtitle', value: 'second' }] },
  ],
  [
    'the member that a refusal names, and not one whose name only resembles a word of the statement',
    createDrift('chapters.replace', {
      says: 'An entry replaces an existing chapter.',
      exchange: createRow(9, {
        requestBody: { isFinalVersion: false, chapters: [{ sequence: 1 }] },
        responseBody: { invalidParams: [{ name: 'chapters.0.fileId' }] },
        status: 422,
      }),
    }),
    { sent: [{ request: 9, name: 'chapters', value: [{ sequence: 1 }] }] },
  ],
  [
    'the member of an upload and the stored member that a statement compares',
    createDrift('upload.role-fits-format', {
      says: 'A role that does not fit the format is refused.',
      exchange: createRow(9, {
        operation: 'requestUploads',
        method: 'POST',
        url: `${address}/${id}/upload`,
        requestBody: [{ role: 'chapter', filename: 'one.mp3' }],
      }),
    }),
    {
      sent: [
        { request: 9, name: 'role', value: 'chapter' },
        { request: 1, name: 'format', value: 'ebook' },
      ],
    },
  ],
  [
    'the value of a refused call',
    createDrift('update.refused-changes-nothing', {
      pointer: subtitlePointer,
      exchange: show('third'),
    }),
    {
      shows: 'the refused value',
      sent: [
        { request: 2, value: 'second' },
        { request: 3, value: 'third', status: 422 },
      ],
    },
  ],
  [
    'a field of the failing call, which the contract connects with the requirement',
    createDrift('isbn.valid-on-update', { exchange: createRow(9, { requestBody: { isbn: '1' } }) }),
    { sent: [{ request: 9, name: 'isbn', value: '1' }] },
  ],
  [
    'a parameter of a list',
    createDrift('list.per-page', {
      exchange: createRow(9, { method: 'GET', url: `${address}?perPage=500` }),
    }),
    { sent: [{ name: 'perPage', value: '500' }] },
  ],
  [
    'a stored field that the sentence of the requirement names',
    createDrift('publish.final-version-window', {
      says: 'A book whose publication date is past is published only as a final version.',
      exchange: createRow(9, { operation: 'publishBook', url: `${address}/${id}/publish` }),
    }),
    { sent: [{ request: 1, name: 'publicationDate', value: '2026-12-01' }] },
  ],
  [
    'the filter of a list, and not the write of a book that it should not show',
    createDrift('list.language-filter', {
      pointer: '/data/0/attributes/language',
      exchange: createRow(9, { method: 'GET', url: `${address}?language=ES` }),
    }),
    { sent: [{ request: 9, name: 'language', value: 'ES' }] },
  ],
  [
    'a member of any body that the sentence names',
    createDrift('attach.hash-mismatch-422', {
      says: 'An attach whose hash differs from that of the uploaded bytes is refused.',
      exchange: createRow(9, { operation: 'attachFile', requestBody: { hashSha256: 'ab' } }),
    }),
    { sent: [{ request: 9, name: 'hashSha256', value: 'ab' }] },
  ],
  [
    'the entry of a batch that breaks the contract',
    createDrift('upload.descriptor-reference-id', {
      exchange: createRow(9, {
        operation: 'requestUploads',
        requestBody: [{ referenceId: 'one' }, { referenceId: ['two'] }],
      }),
    }),
    { sent: [{ request: 9, name: 'referenceId', value: ['two'] }] },
  ],
  [
    'the entry of a batch which the response shows wrong',
    createDrift('upload.grant-reference-id', {
      pointer: '/data/1/attributes/referenceId',
      exchange: createRow(9, {
        operation: 'requestUploads',
        requestBody: [{ referenceId: 'one' }, { referenceId: 'two' }],
      }),
    }),
    { sent: [{ request: 9, name: 'referenceId', value: 'two' }] },
  ],
])('finds %s', (_what, row, expected) => {
  expect(addSentParts([row], createHistory([create, update, refused], []))).toMatchObject([
    expected,
  ]);
});

it('counts the calls that sent a field, and those whose value was not stored', () => {
  const otherId = id.replace('0f9b', '1f9b');
  const showBook = (number: number, book: string, attributes: object) =>
    createRow(number, {
      operation: 'readBook',
      method: 'GET',
      url: `${address}/${book}`,
      responseBody: { data: { id: book, attributes } },
    });
  const failing = showBook(3, id, { format: 'print', subtitle: 'first' });
  const exchanges = [
    create,
    update,
    failing,
    createRow(4, { url: `${address}/${otherId}`, requestBody: { subtitle: 'third' } }),
    showBook(5, otherId, { format: 'ebook', subtitle: 'third' }),
    createRow(6, { requestBody: { subtitle: 'fourth' } }),
    // The first response shows the value that was sent, and a later one does not.
    showBook(7, id, { format: 'print', subtitle: 'fourth' }),
    showBook(8, id, { format: 'print', subtitle: 'first' }),
  ];
  const row = createDrift('update.changes-values', { pointer: subtitlePointer, exchange: failing });
  expect(addSentParts([row], createHistory(exchanges, []))[0]?.judged).toEqual({
    of: 'writes',
    times: 3,
    drifted: 2,
    passing: {
      request: 4,
      status: 200,
      condition: { dimension: 'sent subtitle', values: ['"third"'] },
    },
  });
});

it('blames the read that alone shows a value wrong', () => {
  const lookup = createRow(9, {
    operation: 'lookUpBook',
    method: 'GET',
    responseBody: { data: { id, attributes: { subtitle: 'first' } } },
  });
  const row = createDrift('update.changes-values', {
    pointer: subtitlePointer,
    exchange: lookup,
    judged: { times: 7, drifted: 1 },
  });
  const [found] = addSentParts([row], createHistory([create, update, show('second'), lookup], []));
  expect(found).toMatchObject({ reader: 'lookUpBook', judged: { times: 7, drifted: 1 } });
  const [unread] = addSentParts([row], createHistory([create, update, lookup], []));
  expect(unread).toMatchObject({ judged: { of: 'writes' } });
  expect(unread?.reader).toBeUndefined();
});

it('does not count the write of a value that a later update lost', () => {
  const row = createDrift('update.keeps-the-rest', {
    pointer: subtitlePointer,
    exchange: show('first'),
    judged: { times: 7, drifted: 1 },
  });
  const [found] = addSentParts([row], createHistory([create, update, show('first')], []));
  expect(found?.judged).toEqual({ times: 7, drifted: 1 });
});

const fileId = '5b0c2ad0-3ad5-4b0e-9d0f-64a1c2f6f001';
const uploads = createRow(4, {
  operation: 'requestUploads',
  method: 'POST',
  url: `${address}/${id}/upload`,
  status: 201,
  requestBody: [
    { referenceId: 'a', role: 'ebook_content', filename: 'a.epub', hashSha256: 'abc' },
    { referenceId: 'b', role: 'ebook_cover', filename: 'b.jpg' },
  ],
  responseBody: [
    { id: fileId.replace('5b', '6b'), referenceId: 'a', url: 'https://store.invalid/a' },
    { id: fileId, referenceId: 'b', url: 'https://store.invalid/b' },
  ],
});
const role = { request: 4, operation: 'requestUploads', name: 'role', value: 'ebook_cover' };
const attach = createRow(6, {
  operation: 'attachFile',
  url: `${address}/${id}/file/${fileId}/attach`,
  requestBody: { filename: 'b.jpg', hashSha256: 'f00' },
});

it.each<readonly [what: string, exchange: ExchangeRow, sent: readonly object[]]>([
  [
    'a failed attach',
    attach,
    [{ name: 'filename', value: 'b.jpg' }, { name: 'hashSha256', value: 'f00' }, role],
  ],
  [
    'an attach that a read shows to be wrong',
    { ...show('first'), number: 9 },
    [{ request: 6, name: 'filename', value: 'b.jpg' }, { name: 'hashSha256' }, role],
  ],
  [
    'a PUT',
    createRow(5, {
      operation: 'putFile',
      method: 'PUT',
      url: 'https://store.invalid/b',
      requestHeaders: { 'content-type': 'image/jpeg' },
    }),
    [{ name: 'content-type', value: 'image/jpeg' }, role],
  ],
  [
    'an attach with another hash than that of the upload request',
    { ...attach, url: attach.url.replace('5b', '6b') },
    [
      { name: 'filename', value: 'b.jpg' },
      { ...role, value: 'ebook_content' },
      { request: 4, name: 'hashSha256', value: 'abc' },
    ],
  ],
])('finds the role of the file, and what was sent, for %s', (_what, exchange, sent) => {
  const row = createDrift('attach.answers-200', { exchange });
  const [shown] = addSentParts([row], createHistory([create, uploads, attach], []));
  expect(shown?.sent).toMatchObject(sent);
});
