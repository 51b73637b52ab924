import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestClient, valueAt } from '../scenes/test-client.ts';
import { makeStoredBook } from '../scenes/stored-book.ts';
import { createSandbox } from '../sandbox.ts';
import { schemaVersion } from './schema.ts';

let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'sandbox-schema-'));
});

afterEach(() => rm(data, { recursive: true }));

const changeDatabase = (text: string) => {
  const libsql = new Libsql(join(data, 'books.db'));
  libsql.exec(text);
  libsql.close();
};

/** Writes the tables of the first release, with two books, one of them deleted. */
function writeFirstSchema(account: string): void {
  const libsql = new Libsql(join(data, 'books.db'));
  libsql.exec(`
    create table book (
      id text primary key, account text not null, sequence bigint not null, version bigint not null,
      external_id text, claimed_external_id text, isbn text, format text not null,
      title_key text not null, languages text not null, created_at bigint not null,
      listed bigint not null, record text not null, item text not null);
    create unique index book_claim on book (account, claimed_external_id);
    create index book_title on book (account, title_key, sequence);
    create table file_grant (
      id text primary key, book_id text not null, sequence bigint not null,
      reference_id text not null, role text not null, filename text not null, hash text not null,
      nonce text not null, expires_at bigint not null, claim text, uploads bigint not null,
      stored_hash text, attached_at bigint);
    create index grant_file on file_grant (book_id, role, hash);
    create table setting (name text primary key, text text not null);
    insert into setting values ('secret', 'kept'), ('readings', '{}');`);
  const insert = libsql.prepare(
    "insert into book values (?, ?, ?, 1, ?, ?, null, 'ebook', 'x', '[]', 1, ?, ?, '{}')",
  );
  const listedBook = makeStoredBook(1, { account, externalId: 'one', language: ['DE'] });
  const deletedBook = makeStoredBook(2, { account, deletedAt: 5 });
  insert.run(listedBook.id, account, 1, 'one', 'one', 1, JSON.stringify(listedBook));
  insert.run(deletedBook.id, account, 2, null, null, 0, JSON.stringify(deletedBook));
  libsql.close();
}

test('a database of the first release is converted, and can be opened again', async () => {
  const memorySandbox = await createSandbox();
  const account = memorySandbox.parts.findAccount('sandbox-key')?.id ?? '';
  await memorySandbox.close();
  writeFirstSchema(account);
  for (let start = 0; start < 2; start += 1) {
    const sandbox = await createSandbox({ data });
    const client = createTestClient(sandbox);
    expect(await sandbox.parts.store.readSetting('secret', () => 'new')).toBe('kept');
    const list = await client.get('/books?language=de&sort=title');
    expect([
      valueAt(list.body, 'meta.total'),
      valueAt(list.body, 'data.0.attributes.title'),
    ]).toEqual([1, 'Title 1']);
    expect((await client.get('/books/external-id/one')).status).toBe(200);
    expect(await sandbox.books()).toHaveLength(2);
    await sandbox.close();
  }
});

test('a database with a newer schema version is refused and stays usable', async () => {
  await (await createSandbox({ data })).close();
  changeDatabase('update schema_version set version = 99');
  await expect(createSandbox({ data })).rejects.toThrow(
    new RegExp(`schema version 99, and this program knows ${schemaVersion} at most`),
  );
  changeDatabase('update schema_version set version = 2');
  await (await createSandbox({ data })).close();
});

test('a database without a schema version is refused', async () => {
  await (await createSandbox({ data })).close();
  changeDatabase('delete from schema_version');
  await expect(createSandbox({ data })).rejects.toThrow(/schema version of the data is missing/);
});

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

test('lists show deleted books only if the current reading says so', async () => {
  const total = async (reading: string) => {
    const sandbox = await createSandbox({ data, readings: { 'delete.effect': reading } });
    const { body } = await createTestClient(sandbox).get('/books');
    await sandbox.close();
    return valueAt(body, 'meta.total');
  };
  const first = await createSandbox({ data });
  const client = createTestClient(first);
  await client.create('ebook');
  await client.remove(`/books/${await client.create('ebook')}`);
  await first.close();
  expect([await total('gone'), await total('tombstone'), await total('gone')]).toEqual([1, 2, 1]);
});
