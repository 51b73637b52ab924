/** Looks at the query plan of every statement of the store, so that none reads a whole table. */
import Libsql from 'libsql';
import { CompiledQuery } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { tour } from '../scenes/tour/tour.ts';
import { knownQueries } from '../scenes/known-queries.ts';
import { prepareBuildQueries } from './build-lists.ts';
import { openDatabase } from '../database/database.ts';
import { migrate } from './schema.ts';
import { prepareStatements } from './statements.ts';

const db = openDatabase(undefined);
const at = {
  db,
  run: prepareStatements(db),
  knownLists: new Map<string, number>(),
};
const known = knownQueries(db);
const named = (reads: string) =>
  known.filter((one) => one.reads === reads).map(({ name, text }) => [name, text] as const);

/** Steps that visit more rows than the answer has. */
const expensive =
  /^SCAN (?!json_each|CONSTANT ROW|entry$|given$|.*USING (COVERING )?INDEX (book_deleted|book_review|grant_claim))|TEMP B-TREE/;

/** A whole list: a book is in lists of a million others. */
const wholeList = /^SEARCH list_entry USING PRIMARY KEY \(list=\?\)$/;

beforeAll(async () => {
  await migrate(at, 'memory');
  await prepareBuildQueries(at).createUnsorted({});
});
afterAll(() => db.destroy());
afterEach(() => vi.restoreAllMocks());

async function planOf(text: string): Promise<readonly string[]> {
  const values = Array.from({ length: text.split('?').length - 1 }, () => 1);
  const query = CompiledQuery.raw(`explain query plan ${text}`, values);
  const { rows } = await db.executeQuery(query);
  return rows.map((row) =>
    String(Object.entries(row ?? {}).find(([name]) => name === 'detail')?.[1]),
  );
}

/** The rows of one page are found in the index first, or the rows are handed in; only those are sorted. */
const sortsFewRows =
  /^CO-ROUTINE entry\nSEARCH list_entry USING PRIMARY KEY \(list=\?|SCAN json_each/;

describe('no statement reads a whole table or sorts one', () => {
  test.each(named('few'))('%s', async (_name, text) => {
    const whole = await planOf(text);
    const plan = sortsFewRows.test(whole.join('\n'))
      ? whole.filter((step) => !/^USE TEMP B-TREE|^SCAN found$/.test(step))
      : whole;
    const isShort = text.includes(' limit ?');
    expect(
      plan.filter((step) => expensive.test(step) || (wholeList.test(step) && !isShort)),
      plan.join('\n'),
    ).toEqual([]);
  });
});

test.each(named('list'))('%s walks one list alone', async (_name, text) => {
  const plan = (await planOf(text)).join('\n');
  expect(plan).toContain('SEARCH entry USING PRIMARY KEY (list=?)');
  expect(plan).not.toMatch(/SCAN/);
});

test('a tour of the sandbox runs no other statements', async () => {
  const seen = new Set<string>();
  const spy = vi.spyOn(Libsql.prototype, 'prepare');
  await tour();
  for (const [text] of spy.mock.calls) seen.add(text);
  const others = [...seen].filter((text) => !known.some((one) => one.text === text));
  expect(seen.size).toBeGreaterThan(20);
  expect(
    others.filter(
      (text) => !/schema_version|sqlite_master|^(create|begin|commit|rollback)/.test(text),
    ),
  ).toEqual([]);
});
