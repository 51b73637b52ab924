import { beforeEach, expect, test } from 'vitest';
import { newBook } from '../../../tests/support/books.ts';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { valueAt } from '../../../tests/support/sandbox/test-client.ts';

/** Matches any string; Vitest's own matcher has the type any. */
const anyText: unknown = expect.any(String);

const { sandbox, client } = await openTestSandbox();
beforeEach(() => sandbox.reset());

const names = (body: unknown) => {
  const params = valueAt(body, 'invalidParams');
  return Array.isArray(params) ? params.map((param: unknown) => valueAt(param, 'name')) : undefined;
};

test.each(['ebook', 'print', 'audio'] as const)(
  'a new %s is a draft without files',
  async (format) => {
    const { status, body } = await client.post('/books', newBook(format));
    expect(status).toBe(201);
    expect(valueAt(body, 'data.type')).toBe('book');
    expect(valueAt(body, 'data.attributes')).toMatchObject({
      format,
      status: 'draft',
      isFinalVersion: false,
      files: [],
      podDetails: null,
      chapters: format === 'audio' ? [] : null,
      series: null,
      audience: null,
      language: ['EN'],
      keyword: [],
    });
  },
);

test('a read shows every field as it was sent, with languages in upper case', async () => {
  const optional = {
    subtitle: 'A Journey',
    keyword: ['salt'],
    externalId: 'cat-1',
    isbn: '9780306406157',
    audioDetails: { audioLength: 27840, audioEdition: 'ABR' },
  };
  const newFields = newBook('audio', { ...optional, language: ['en', 'De'] });
  const id = await client.create('audio', { ...optional, language: ['en', 'De'] });
  const { body } = await client.get(`/books/${id}`);
  expect(valueAt(body, 'data.attributes')).toMatchObject({ ...newFields, language: ['EN', 'DE'] });
});

const requiredFields = [
  'format',
  'title',
  'language',
  'description',
  'category',
  'copyright',
  'saleTerritory',
  'publicationDate',
  'contributor',
  'price',
];

test.each(requiredFields)('a create without %s is refused and names the field', async (field) => {
  const { [field]: _field, ...rest } = newBook('ebook');
  const response = await client.post('/books', rest);
  expect([response.status, names(response.body)]).toEqual([400, [field]]);
  expect(await sandbox.books()).toEqual([]);
});

test.each([
  [{ title: 5 }, 'title'],
  [{ title: null }, 'title'],
  [{ language: 'en' }, 'language'],
  [{ language: [1] }, 'language.0'],
  [{ subtitle: 1 }, 'subtitle'],
  [{ externalId: 1 }, 'externalId'],
  [{ isbn: 9780306406157 }, 'isbn'],
  [{ publicationDate: 20310315 }, 'publicationDate'],
  [{ format: 'pdf' }, 'format'],
  [{ category: 'FIC' }, 'category'],
  [{ contributor: [{ firstName: 'A', lastName: 'B' }] }, 'contributor.0.role'],
  [{ contributor: [{ firstName: 'A', lastName: 1, role: 'Author' }] }, 'contributor.0.lastName'],
  [{ contributor: {} }, 'contributor'],
  [{ price: [{ currency: 'USD' }] }, 'price.0.price'],
  [{ price: [{ currency: 'USD', price: '9.99' }] }, 'price.0.price'],
  [{ audioDetails: { audioLength: 1.5 } }, 'audioDetails.audioLength'],
  [{ audioDetails: { audioEdition: 'SHORT' } }, 'audioDetails.audioEdition'],
  [{ audioDetails: 5 }, 'audioDetails'],
])('%j gets 400 and names the field', async (changes, name) => {
  const response = await client.post('/books', newBook('audio', changes));
  expect([response.status, names(response.body)]).toEqual([400, [name]]);
  expect(response.mediaType).toBe('application/problem+json');
  expect(await sandbox.books()).toEqual([]);
});

test.each([
  [{ isbn: '9780306406158' }, 'isbn', 'isbn.valid-on-create'],
  [{ isbn: '978-0-306-40615-7' }, 'isbn', 'isbn.valid-on-create'],
  [{ isbn: '0306406152' }, 'isbn', 'isbn.valid-on-create'],
  [{ isbn: '' }, 'isbn', 'isbn.valid-on-create'],
  [{ publicationDate: '2026-02-30' }, 'publicationDate', 'date.valid-on-create'],
  [{ publicationDate: 'soon' }, 'publicationDate', 'date.valid-on-create'],
  [{ publicationDate: '2026-12-24T00:00:00Z' }, 'publicationDate', 'date.valid-on-create'],
  [{ publicationDate: '' }, 'publicationDate', 'date.valid-on-create'],
  [{ price: [{ currency: 'USD', price: -1 }] }, 'price.0.price', 'book.price.rules'],
])('%j gets 422 and names the field', async (changes, name, requirement) => {
  const response = await client.post('/books', newBook('ebook', changes));
  expect([response.status, names(response.body), response.requirement]).toEqual([
    422,
    [name],
    requirement,
  ]);
  expect(await sandbox.books()).toEqual([]);
});

test('the refusal of a bad ISBN mentions ISBN-13', async () => {
  const { text } = await client.post('/books', newBook('ebook', { isbn: '1' }));
  expect(text).toMatch(/not a valid ISBN-13/);
});

test('a Problem has exactly the documented properties', async () => {
  const { body } = await client.post('/books', newBook('ebook', { isbn: '1' }));
  expect(body).toEqual({
    title: 'Unprocessable Content',
    status: 422,
    detail: anyText,
    instance: '/v2/distribution/books',
    invalidParams: [{ name: 'isbn', reason: anyText }],
  });
});

test('fields that clients may not set are ignored', async () => {
  const response = await client.post(
    '/books',
    newBook('ebook', { isFinalVersion: true, status: 'published', imprint: 1, shelf: 'A' }),
  );
  expect(response.status).toBe(201);
  expect(valueAt(response.body, 'data.attributes')).toMatchObject({
    status: 'draft',
    isFinalVersion: false,
  });
  expect(response.text).not.toContain('shelf');
});

test('a second book with the same external id is refused', async () => {
  await client.create('ebook', { externalId: 'same' });
  const response = await client.post('/books', newBook('print', { externalId: 'same' }));
  expect([response.status, names(response.body)]).toEqual([422, ['externalId']]);
  expect(await sandbox.books()).toHaveLength(1);
});

test('forty concurrent creates with one external id create one book', async () => {
  const body = newBook('ebook', { externalId: 'race' });
  const responses = await Promise.all(
    Array.from({ length: 40 }, () => client.post('/books', body)),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 422)).toHaveLength(39);
  expect(await sandbox.books()).toHaveLength(1);
});
