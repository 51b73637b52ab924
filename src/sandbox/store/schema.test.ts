import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Libsql from 'libsql';
import { beforeEach, expect, test } from 'vitest';
import { createFolder } from '../../../tests/support/fixtures.ts';
import { createTestClient } from '../../../tests/support/sandbox/test-client.ts';
import { createSandbox } from '../sandbox.ts';
import { schemaVersion } from './schema.ts';

let data: string;

beforeEach(() => {
  data = createFolder();
});

const changeDatabase = (text: string) => {
  const libsql = new Libsql(join(data, 'books.db'));
  libsql.exec(text);
  libsql.close();
};

test('a database with another schema version is refused and stays usable', async () => {
  await (await createSandbox({ data })).close();
  changeDatabase('update schema_version set version = 99');
  await expect(createSandbox({ data })).rejects.toThrow(
    `has schema version 99, and this program reads only version ${schemaVersion}`,
  );
  changeDatabase(`update schema_version set version = ${schemaVersion}`);
  await (await createSandbox({ data })).close();
});

test.each(['delete from schema_version', 'drop table schema_version'])(
  'a database without a schema version is refused: %s',
  async (statement) => {
    await (await createSandbox({ data })).close();
    changeDatabase(statement);
    await expect(createSandbox({ data })).rejects.toThrow('has no schema version');
  },
);

test('a database is still locked after every other file is removed', async () => {
  const first = await createSandbox({ data });
  for (const name of await readdir(data)) {
    if (!/^(books\.db(-wal)?|files)$/.test(name)) await rm(join(data, name));
  }
  await expect(createSandbox({ data })).rejects.toThrow(/is in use/);
  await first.close();
});

test('opening the store does not read the stored books', async () => {
  const first = await createSandbox({ data });
  const client = createTestClient(first);
  const { id } = await client.createReady('ebook');
  await client.post(`/books/${id}/publish`, {});
  await first.close();
  changeDatabase("update book set record = 'not JSON'");
  const second = await createSandbox({ data, readings: { 'timestamps.precision': 'offset' } });
  await second.close();
});
