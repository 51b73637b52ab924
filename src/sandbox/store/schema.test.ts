import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestClient, valueAt } from '../scenes/ask-in-process.ts';
import { storedBook } from '../scenes/stored-book.ts';
import { createSandbox } from '../sandbox.ts';
import { schemaVersion } from './schema.ts';

let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'sandbox-schema-'));
});

afterEach(() => rm(data, { recursive: true }));

const change = (text: string) => {
  const raw = new Libsql(join(data, 'books.db'));
  raw.exec(text);
  raw.close();
};

/** The tables as the first release wrote them, with two books, one of them deleted. */
function writeFirstSchema(account: string): void {
  const raw = new Libsql(join(data, 'books.db'));
  raw.exec(`
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
  const insert = raw.prepare(
    "insert into book values (?, ?, ?, 1, ?, ?, null, 'ebook', 'x', '[]', 1, ?, ?, '{}')",
  );
  const kept = storedBook(1, { account, externalId: 'one', language: ['DE'] });
  const gone = storedBook(2, { account, deletedAt: 5 });
  insert.run(kept.id, account, 1, 'one', 'one', 1, JSON.stringify(kept));
  insert.run(gone.id, account, 2, null, null, 0, JSON.stringify(gone));
  raw.close();
}

test('a database of the first release is converted, and converted once', async () => {
  const usual = await createSandbox();
  const account = usual.parts.findAccount('sandbox-key')?.id ?? '';
  await usual.close();
  writeFirstSchema(account);
  for (let start = 0; start < 2; start += 1) {
    const sandbox = await createSandbox({ data });
    const ask = createTestClient(sandbox);
    expect(await sandbox.parts.store.readSetting('secret', () => 'new')).toBe('kept');
    const list = await ask.get('/books?language=de&sort=title');
    expect([
      valueAt(list.body, 'meta.total'),
      valueAt(list.body, 'data.0.attributes.title'),
    ]).toEqual([1, 'Title 1']);
    expect((await ask.get('/books/external-id/one')).status).toBe(200);
    expect(await sandbox.books()).toHaveLength(2);
    await sandbox.close();
  }
});

test('a newer database is refused and not changed', async () => {
  await (await createSandbox({ data })).close();
  change('update schema_version set version = 99');
  await expect(createSandbox({ data })).rejects.toThrow(
    new RegExp(`schema version 99, and this program knows ${schemaVersion} at most`),
  );
  change('update schema_version set version = 2');
  await (await createSandbox({ data })).close();
});

test('a database whose version is missing is refused', async () => {
  await (await createSandbox({ data })).close();
  change('delete from schema_version');
  await expect(createSandbox({ data })).rejects.toThrow(/schema version of the data is missing/);
});

test('only the data file holds the lock', async () => {
  const first = await createSandbox({ data });
  for (const name of await readdir(data)) {
    if (!/^(books\.db(-wal)?|files)$/.test(name)) await rm(join(data, name));
  }
  await expect(createSandbox({ data })).rejects.toThrow(/is in use/);
  await first.close();
});

test('opening the store reads no book', async () => {
  const first = await createSandbox({ data });
  const ask = createTestClient(first);
  const { id } = await ask.ready('ebook');
  await ask.post(`/books/${id}/publish`, {});
  await first.close();
  change("update book set record = 'not JSON'");
  const second = await createSandbox({ data, readings: { 'timestamps.precision': 'offset' } });
  await second.close();
});

test('shows deleted books only if the current reading says so', async () => {
  const total = async (reading: string) => {
    const sandbox = await createSandbox({ data, readings: { 'delete.effect': reading } });
    const { body } = await createTestClient(sandbox).get('/books');
    await sandbox.close();
    return valueAt(body, 'meta.total');
  };
  const first = await createSandbox({ data });
  const ask = createTestClient(first);
  await ask.create('ebook');
  await ask.remove(`/books/${await ask.create('ebook')}`);
  await first.close();
  expect([await total('gone'), await total('tombstone'), await total('gone')]).toEqual([1, 2, 1]);
});
