/** Converts the tables of the first release, which had no schema version. */
import { sql } from 'kysely';
import { bookColumns, parseBook, type BookColumns } from './book-columns.ts';
import { insertEntries } from './lists.ts';
import type { Connection } from './statements.ts';

const chunk = 500;

/** Copies books, grants and settings from the tables named `first_…`, then drops those. */
export async function convertFirstSchema(at: Connection): Promise<void> {
  const { db, run } = at;
  for (let after = 0; ;) {
    const { rows } = await sql<{ sequence: number; record: string; listed: number }>`
      select sequence, record, listed from first_book where sequence > ${after}
      order by sequence limit ${chunk}`.execute(db);
    const shown: BookColumns[] = [];
    for (const row of rows) {
      const listed = row.listed === 1;
      // An item without a form is presented again when it is read.
      const columns = bookColumns({ book: parseBook(row), item: '', form: '', listed });
      await run.insertBook(columns, db);
      if (listed) shown.push(columns);
    }
    await insertEntries(at, shown);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.sequence;
  }
  await sql`insert into file_grant select * from first_file_grant`.execute(db);
  await sql`insert into setting select * from first_setting where name <> 'readings'`.execute(db);
  for (const table of ['book', 'file_grant', 'setting']) {
    await sql.raw(`drop table first_${table}`).execute(db);
  }
}
