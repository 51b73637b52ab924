import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openOnce, openSqlite } from './sqlite.ts';
import { createFolder } from '../../../tests/support/fixtures.ts';

test('a transaction fails with SQLITE_FULL if the disk is full, and the next one succeeds', async () => {
  const db = openOnce(undefined);
  await db.query('create table text (text text)');
  await db.query('pragma max_page_count = 20');
  const insert = (times: number) =>
    db.transaction(async (transaction) => {
      for (let time = 0; time < times; time += 1) {
        await transaction.query('insert into text values (?)', ['x'.repeat(4_000)]);
      }
    });
  await expect(insert(50)).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  await expect(insert(1)).resolves.toBeUndefined();
  await db.close();
});

test('a database in a file sorts on disk, and its log shrinks after a large transaction', async () => {
  const db = openOnce(join(createFolder(), 'books.db'));
  await db.query('create table setting (name text)');
  expect(await db.query('pragma temp_store')).toEqual([{ temp_store: 1 }]);
  expect(await db.query('pragma journal_size_limit')).toEqual([
    { journal_size_limit: 64 * 1024 * 1024 },
  ]);
  await db.close();
});

test('opens a file that another process closes at the same moment', async () => {
  const folder = createFolder();
  const file = join(folder, 'books.db');
  const other = openOnce(file);
  await other.query('create table setting (name text)');
  const opening = openSqlite(file);
  await other.close();
  const db = await opening;
  await expect(db.query('select name from setting')).resolves.toEqual([]);
  await db.close();
});
