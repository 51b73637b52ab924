import { beforeEach, expect, test } from 'vitest';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { valueAt } from '../../../tests/support/sandbox/test-client.ts';

const { sandbox, client } = await openTestSandbox();
beforeEach(() => sandbox.reset());

const attributes = async (id: string) =>
  valueAt((await client.get(`/books/${id}`)).body, 'data.attributes');
const firstName = (body: unknown) => valueAt(body, 'invalidParams.0.name');

test('an update changes the fields that are sent and keeps the others', async () => {
  const id = await client.create('ebook', { keyword: ['salt'], subtitle: 'Old', externalId: 'x' });
  const before = await attributes(id);
  const response = await client.patch(`/books/${id}`, { title: 'New', subtitle: null });
  expect(response.status).toBe(200);
  expect(valueAt(response.body, 'data.attributes.status')).toBe('draft');
  expect(await attributes(id)).toEqual({ ...Object(before), title: 'New', subtitle: null });
});

test.each(['published', 'in_review', 'withdrawn', 'action_needed'])(
  'a book that is %s becomes a draft when it is changed',
  async (status) => {
    const { id } = await client.createReady('ebook');
    await sandbox.settle(id, status);
    expect((await client.patch(`/books/${id}`, { title: 'Again' })).status).toBe(200);
    expect(await client.readStatus(id)).toBe('draft');
  },
);

test.each([
  [{ isbn: '9780306406158' }, 422, 'isbn'],
  [{ publicationDate: '2027-02-29' }, 422, 'publicationDate'],
  [{ title: 5 }, 400, 'title'],
  [{ title: null }, 400, 'title'],
  [{ isFinalVersion: 'yes' }, 400, 'isFinalVersion'],
  [{ format: 'audio' }, 422, 'format'],
  [{ chapters: [], title: '' }, 422, 'title'],
  [{ chapters: null }, 400, 'chapters'],
])('%j is refused and changes nothing', async (change, status, name) => {
  const { id } = await client.createReady('ebook');
  await sandbox.settle(id);
  const before = await sandbox.books();
  const response = await client.patch(`/books/${id}`, { subtitle: 'Changed', ...change });
  expect([response.status, firstName(response.body)]).toEqual([status, name]);
  expect(await sandbox.books()).toEqual(before);
});

test('an update ignores status, imprint and files', async () => {
  const id = await client.create('ebook');
  const change = { status: 'published', imprint: { id: 'x' }, files: [{ id: 'x' }] };
  expect((await client.patch(`/books/${id}`, change)).status).toBe(200);
  expect(await attributes(id)).toMatchObject({ status: 'draft', files: [] });
});

test('an update of an unknown book gets 404', async () => {
  const response = await client.patch('/books/3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90', {
    title: 'x',
  });
  expect([response.status, response.body]).toEqual([404, { message: 'Book not found.' }]);
});

test('an update replaces lists and merges audio details', async () => {
  const id = await client.create('audio', {
    audioDetails: { audioLength: 10, audioEdition: 'UBR' },
  });
  await client.patch(`/books/${id}`, { category: ['B'], audioDetails: { audioLength: 20 } });
  expect(await attributes(id)).toMatchObject({
    category: ['B'],
    audioDetails: { audioLength: 20, audioEdition: 'UBR' },
  });
});

test('an external id of another book is refused until that book gives it up', async () => {
  const firstId = await client.create('ebook', { externalId: 'one' });
  const secondId = await client.create('ebook', { externalId: 'two' });
  expect((await client.patch(`/books/${secondId}`, { externalId: 'one' })).status).toBe(422);
  await client.patch(`/books/${firstId}`, { externalId: null });
  expect((await client.patch(`/books/${secondId}`, { externalId: 'one' })).status).toBe(200);
  expect(valueAt((await client.get('/books/external-id/one')).body, 'data.id')).toBe(secondId);
});
