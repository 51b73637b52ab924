import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from './database.ts';

test('a transaction that runs out of space says so, and the next one works', async () => {
  const db = openDatabase(undefined);
  await sql`create table text (text text)`.execute(db);
  await sql`pragma max_page_count = 20`.execute(db);
  const insert = (times: number) =>
    db.transaction().execute(async (within) => {
      for (let time = 0; time < times; time += 1) {
        await sql`insert into text values (${'x'.repeat(4_000)})`.execute(within);
      }
    });
  await expect(insert(50)).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  await expect(insert(1)).resolves.toBeUndefined();
  await db.destroy();
});
