import { expect, test } from 'vitest';
import { asking, at } from '../scenes/ask-in-process.ts';
import { createSandbox } from '../sandbox.ts';
import { accountsOfKeys, namedAccounts } from './accounts.ts';

test('each key has its own account, the same one every time', () => {
  const accountOf = accountsOfKeys(['one', 'two']).find;
  expect(accountOf('one')).toEqual(accountsOfKeys(['one']).find('one'));
  expect(accountOf('one')?.id).not.toBe(accountOf('two')?.id);
  expect([accountOf('three'), accountOf(''), accountOf('on')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('an empty or repeated key is refused at the start', async () => {
  await expect(createSandbox({ key: '' })).rejects.toThrow(/must not be empty/);
  await expect(createSandbox({ keys: ['a', 'a'] })).rejects.toThrow(/only once/);
});

test('an account of a file may have several keys, some of which only read', async () => {
  const accounts = [
    { name: 'north', imprint: 'North Books', keys: [{ key: 'n1' }, { key: 'n2', readOnly: true }] },
    { name: 'south', keys: [{ key: 's1' }] },
  ];
  const sandbox = await createSandbox({ accounts });
  const [writer, reader, other] = ['n1', 'n2', 's1'].map((key) => asking(sandbox, key));
  const id = (await writer?.create('ebook', { externalId: 'x' })) ?? '';
  const { body } = (await reader?.get(`/books/${id}`)) ?? {};
  expect(at(body, 'data.attributes.imprint.name')).toBe('North Books');
  for (const [method, path] of [
    ['POST', '/books'],
    ['PATCH', `/books/${id}`],
    ['POST', `/books/${id}/upload`],
    ['POST', `/books/${id}/publish`],
    ['DELETE', `/books/${id}`],
  ] as const) {
    expect((await reader?.ask(method, path, { json: {} }))?.status, `${method} ${path}`).toBe(403);
  }
  expect((await other?.get(`/books/${id}`))?.status).toBe(404);
  expect((await other?.get('/books/external-id/x'))?.status).toBe(422);
  expect(at((await other?.get('/books'))?.body, 'meta.total')).toBe(0);
  expect((await other?.patch(`/books/${id}`, { title: 'Mine' }))?.status).toBe(404);
  expect((await other?.remove(`/books/${id}`))?.status).toBe(404);
  expect(at((await writer?.get('/books'))?.body, 'meta.total')).toBe(1);
  await sandbox.close();
});

test('accounts of a file keep their names and keys apart', () => {
  const keys = [{ key: 'k' }];
  expect(() =>
    namedAccounts([
      { name: 'a', keys },
      { name: 'a', keys: [{ key: 'l' }] },
    ]),
  ).toThrow(/same name/);
  expect(() =>
    namedAccounts([
      { name: 'a', keys },
      { name: 'b', keys },
    ]),
  ).toThrow(/only once/);
  expect(namedAccounts([{ name: 'a', keys }]).find('k')?.id).toBe(
    namedAccounts([{ name: 'a', keys: [{ key: 'new' }] }]).find('new')?.id,
  );
});
