import { Kysely } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { newBook } from '../../../tests/support/books.ts';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { valueAt } from '../../../tests/support/sandbox/test-client.ts';

const { sandbox, client } = await openTestSandbox();
beforeEach(() => sandbox.reset());

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

test('a create with 500 languages runs as many statements as one with two, and more are refused', async () => {
  const statements = vi.spyOn(Kysely.prototype, 'executeQuery');
  const countStatements = async (language: readonly string[]) => {
    statements.mockClear();
    expect((await client.post('/books', newBook('ebook', { language }))).status).toBe(201);
    return statements.mock.calls.length;
  };
  const makeLanguages = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  const few = await countStatements(makeLanguages(2, 'x'));
  expect(await countStatements(makeLanguages(500, 'y'))).toBe(few);
  statements.mockRestore();
  const { body } = await client.get('/books?language=y499');
  expect(valueAt(body, 'meta.total')).toBe(1);
  const refusal = await client.post(
    '/books',
    newBook('ebook', { language: makeLanguages(501, 'z') }),
  );
  expect([refusal.status, refusal.requirement]).toEqual([413, 'sizes']);
});
