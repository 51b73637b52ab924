/** Tests the accounts of the sandbox, and that the time of a refusal does not reveal how much of a key is right. */
import { expect, test, afterAll, beforeAll, vi } from 'vitest';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { createTestClient, valueAt } from '../../../tests/support/sandbox/test-client.ts';
import { createSandbox } from '../sandbox.ts';
import { createKeyAccounts, createNamedAccounts } from './accounts.ts';

test('each key has its own account, which is the same every time', () => {
  const findAccount = createKeyAccounts(['one', 'two']).find;
  expect(findAccount('one')).toEqual(createKeyAccounts(['one']).find('one'));
  expect(findAccount('one')?.id).not.toBe(findAccount('two')?.id);
  expect([findAccount('three'), findAccount(''), findAccount('on')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('createSandbox rejects an empty or repeated key', async () => {
  await expect(createSandbox({ key: '' })).rejects.toThrow(/must not be empty/);
  await expect(createSandbox({ keys: ['a', 'a'] })).rejects.toThrow(/only once/);
});

test('keys of one account share its books, a read-only key may only read, and other accounts see nothing', async () => {
  const accounts = [
    { name: 'north', imprint: 'North Books', keys: [{ key: 'n1' }, { key: 'n2', readOnly: true }] },
    { name: 'south', keys: [{ key: 's1' }] },
  ];
  const { sandbox } = await openTestSandbox({ accounts });
  const writer = createTestClient(sandbox, 'n1');
  const reader = createTestClient(sandbox, 'n2');
  const other = createTestClient(sandbox, 's1');
  const id = await writer.create('ebook', { externalId: 'x' });
  const { body } = await reader.get(`/books/${id}`);
  expect(valueAt(body, 'data.attributes.imprint.name')).toBe('North Books');
  for (const [method, path] of [
    ['POST', '/books'],
    ['PATCH', `/books/${id}`],
    ['POST', `/books/${id}/upload`],
    ['POST', `/books/${id}/publish`],
    ['DELETE', `/books/${id}`],
  ] as const) {
    const { status } = await reader.sendRequest(method, path, { json: {} });
    expect(status, `${method} ${path}`).toBe(403);
  }
  expect((await other.get(`/books/${id}`)).status).toBe(404);
  expect((await other.get('/books/external-id/x')).status).toBe(422);
  await other.create('ebook', { externalId: 'x' });
  expect(valueAt((await other.get('/books')).body, 'meta.total')).toBe(1);
  expect((await other.patch(`/books/${id}`, { title: 'Mine' })).status).toBe(404);
  expect((await other.remove(`/books/${id}`)).status).toBe(404);
  expect(valueAt((await writer.get('/books')).body, 'meta.total')).toBe(1);
});

test('named accounts need different names and keys, and keep their id when a key changes', () => {
  const keys = [{ key: 'k' }];
  expect(() =>
    createNamedAccounts([
      { name: 'a', keys },
      { name: 'a', keys: [{ key: 'l' }] },
    ]),
  ).toThrow(/same name/);
  expect(() =>
    createNamedAccounts([
      { name: 'a', keys },
      { name: 'b', keys },
    ]),
  ).toThrow(/only once/);
  expect(createNamedAccounts([{ name: 'a', keys }]).find('k')?.id).toBe(
    createNamedAccounts([{ name: 'a', keys: [{ key: 'new' }] }]).find('new')?.id,
  );
});

const keys = ['first-key', 'second-key', 'third-key'];
const compare = vi.spyOn(crypto, 'timingSafeEqual');

beforeAll(syncBuiltinESMExports);
afterAll(() => {
  compare.mockRestore();
  syncBuiltinESMExports();
});

test.each([
  ['first-key', true],
  ['third-key', true],
  ['first-keY', false],
  ['f', false],
  ['', false],
])('%j is compared with every key, at equal length and in constant time', (candidate, isKnown) => {
  const accounts = createKeyAccounts(keys);
  compare.mockClear();
  expect(accounts.find(candidate) !== undefined).toBe(isKnown);
  expect(compare).toHaveBeenCalledTimes(keys.length);
  for (const [first, second] of compare.mock.calls)
    expect(first.byteLength).toBe(second.byteLength);
});
