import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestClient, valueAt, type TestClient } from '../scenes/ask-in-process.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';

let sandbox: Sandbox;
let ask: TestClient;

beforeEach(async () => {
  sandbox = await createSandbox();
  ask = createTestClient(sandbox);
});

afterEach(() => sandbox.close());

const attributes = async (id: string) =>
  valueAt((await ask.get(`/books/${id}`)).body, 'data.attributes');
const firstName = (body: unknown) => valueAt(body, 'invalidParams.0.name');

test('fields that are sent change, the others stay', async () => {
  const id = await ask.create('ebook', { keyword: ['salt'], subtitle: 'Old', externalId: 'x' });
  const before = await attributes(id);
  const response = await ask.patch(`/books/${id}`, { title: 'New', subtitle: null });
  expect(response.status).toBe(200);
  expect(valueAt(response.body, 'data.attributes.status')).toBe('draft');
  expect(await attributes(id)).toEqual({ ...Object(before), title: 'New', subtitle: null });
});

test.each(['published', 'in_review', 'withdrawn', 'action_needed'])(
  'a book that is %s is a draft once it is changed',
  async (status) => {
    const { id } = await ask.ready('ebook');
    await sandbox.settle(id, status);
    expect((await ask.patch(`/books/${id}`, { title: 'Again' })).status).toBe(200);
    expect(await ask.status(id)).toBe('draft');
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
  const { id } = await ask.ready('ebook');
  await sandbox.settle(id);
  const before = await sandbox.books();
  const response = await ask.patch(`/books/${id}`, { subtitle: 'Changed', ...change });
  expect([response.status, firstName(response.body)]).toEqual([status, name]);
  expect(await sandbox.books()).toEqual(before);
});

test('status, imprint and files are ignored', async () => {
  const id = await ask.create('ebook');
  const change = { status: 'published', imprint: { id: 'x' }, files: [{ id: 'x' }] };
  expect((await ask.patch(`/books/${id}`, change)).status).toBe(200);
  expect(await attributes(id)).toMatchObject({ status: 'draft', files: [] });
});

test('an unknown book gets 404', async () => {
  const response = await ask.patch('/books/3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90', { title: 'x' });
  expect([response.status, response.body]).toEqual([404, { message: 'Book not found.' }]);
});

test('lists are replaced, and audio details are merged', async () => {
  const id = await ask.create('audio', { audioDetails: { audioLength: 10, audioEdition: 'UBR' } });
  await ask.patch(`/books/${id}`, { category: ['B'], audioDetails: { audioLength: 20 } });
  expect(await attributes(id)).toMatchObject({
    category: ['B'],
    audioDetails: { audioLength: 20, audioEdition: 'UBR' },
  });
});

test('an external id that another book has is refused, a freed one is not', async () => {
  const one = await ask.create('ebook', { externalId: 'one' });
  const two = await ask.create('ebook', { externalId: 'two' });
  expect((await ask.patch(`/books/${two}`, { externalId: 'one' })).status).toBe(422);
  await ask.patch(`/books/${one}`, { externalId: null });
  expect((await ask.patch(`/books/${two}`, { externalId: 'one' })).status).toBe(200);
  expect(valueAt((await ask.get('/books/external-id/one')).body, 'data.id')).toBe(two);
});
