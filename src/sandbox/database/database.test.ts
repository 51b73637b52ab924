import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openOnce, openSqlite } from './database.ts';
import { createFolder } from '../../../tests/support/fixtures.ts';

test('a transaction fails with SQLITE_FULL if the disk is full, and the next one succeeds', async () => {
  const db = openOnce(undefined);
  await sql`create table text (text text)`.execute(db);
  await sql`pragma max_page_count = 20`.execute(db);
  const insert = (times: number) =>
    db.transaction().execute(async (transaction) => {
      for (let time = 0; time < times; time += 1) {
        await sql`insert into text values (${'x'.repeat(4_000)})`.execute(transaction);
      }
    });
  await expect(insert(50)).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  await expect(insert(1)).resolves.toBeUndefined();
  await db.destroy();
});

test('a database in a file sorts on disk, and its log shrinks after a large transaction', async () => {
  const db = openOnce(join(createFolder(), 'books.db'));
  await sql`create table setting (name text)`.execute(db);
  expect((await sql`pragma temp_store`.execute(db)).rows).toEqual([{ temp_store: 1 }]);
  const { rows } = await sql`pragma journal_size_limit`.execute(db);
  expect(rows).toEqual([{ journal_size_limit: 64 * 1024 * 1024 }]);
  await db.destroy();
});

test('opens a file that another process closes at the same moment', async () => {
  const folder = createFolder();
  const file = join(folder, 'books.db');
  const other = openOnce(file);
  await sql`create table setting (name text)`.execute(other);
  const opening = openSqlite(file);
  await other.destroy();
  const db = await opening;
  await expect(sql`select name from setting`.execute(db)).resolves.toMatchObject({ rows: [] });
  await db.destroy();
});
