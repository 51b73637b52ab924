import { expect, test } from 'vitest';
import { createTestClient, valueAt } from '../scenes/test-client.ts';
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
  const sandbox = await createSandbox({ accounts });
  const [writingClient, readingClient, otherClient] = ['n1', 'n2', 's1'].map((key) =>
    createTestClient(sandbox, key),
  );
  const id = (await writingClient?.create('ebook', { externalId: 'x' })) ?? '';
  const { body } = (await readingClient?.get(`/books/${id}`)) ?? {};
  expect(valueAt(body, 'data.attributes.imprint.name')).toBe('North Books');
  for (const [method, path] of [
    ['POST', '/books'],
    ['PATCH', `/books/${id}`],
    ['POST', `/books/${id}/upload`],
    ['POST', `/books/${id}/publish`],
    ['DELETE', `/books/${id}`],
  ] as const) {
    expect(
      (await readingClient?.sendRequest(method, path, { json: {} }))?.status,
      `${method} ${path}`,
    ).toBe(403);
  }
  expect((await otherClient?.get(`/books/${id}`))?.status).toBe(404);
  expect((await otherClient?.get('/books/external-id/x'))?.status).toBe(422);
  expect(valueAt((await otherClient?.get('/books'))?.body, 'meta.total')).toBe(0);
  expect((await otherClient?.patch(`/books/${id}`, { title: 'Mine' }))?.status).toBe(404);
  expect((await otherClient?.remove(`/books/${id}`))?.status).toBe(404);
  expect(valueAt((await writingClient?.get('/books'))?.body, 'meta.total')).toBe(1);
  await sandbox.close();
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
