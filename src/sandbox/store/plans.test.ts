/** Tests the query plan of every statement of the store: none may read a whole table. */
import Libsql from 'libsql';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { recordSampleCalls } from '../../../tests/support/sandbox/sample-calls/sample-calls.ts';
import { listKnownQueries } from '../../../tests/support/sandbox/known-queries.ts';
import { valueAt } from '../../../tests/support/sandbox/test-client.ts';
import { makeRow, makeStoredBook } from '../../../tests/support/sandbox/stored-book.ts';
import type { Db } from '../database/index.ts';
import { createBookWriter } from './book-writer.ts';
import { openOnce } from '../database/sqlite.ts';
import { createHeap } from './list-statements.ts';
import { createTables } from './schema.ts';

const db = openOnce(undefined);
const queries = listKnownQueries(db.dialect);
const queriesReading = (reads: string) =>
  queries.filter((query) => query.reads === reads).map(({ name, text }) => [name, text] as const);

/** Steps of a plan that visit more rows than the query returns. */
const isExpensive =
  /^SCAN (?!json_each|CONSTANT ROW|entry$|given$|.*USING (COVERING )?INDEX (book_review|grant_claim))|TEMP B-TREE/;

/** A step that reads a whole list, which may have a million entries. */
const readsWholeList = /^SEARCH list_entry USING PRIMARY KEY \(list=\?\)$/;

beforeAll(async () => {
  await createTables(db, 'memory');
  await createHeap(db);
});
afterAll(db.close);
afterEach(() => vi.restoreAllMocks());

async function explainPlan(text: string): Promise<readonly string[]> {
  const values = Array.from({ length: text.split('?').length - 1 }, () => 1);
  const rows = await db.query(`explain query plan ${text}`, values);
  return rows.map((row) => String(valueAt(row, 'detail')));
}

/** Plans that sort only a few rows: those of one page, which an index finds first, or those of a parameter. */
const sortsFewRows =
  /^CO-ROUTINE entry\nSEARCH list_entry USING PRIMARY KEY \(list=\?|SCAN json_each/;

describe('no statement reads or sorts a whole table', () => {
  test.each(queriesReading('few'))('%s', async (_name, text) => {
    const fullPlan = await explainPlan(text);
    const plan = sortsFewRows.test(fullPlan.join('\n'))
      ? fullPlan.filter((step) => !/^USE TEMP B-TREE|^SCAN found$/.test(step))
      : fullPlan;
    const isShort = text.includes(' limit ?');
    expect(
      plan.filter((step) => isExpensive.test(step) || (readsWholeList.test(step) && !isShort)),
      plan.join('\n'),
    ).toEqual([]);
  });
});

test.each(queriesReading('list'))('%s reads only one list', async (_name, text) => {
  const plan = (await explainPlan(text)).join('\n');
  expect(plan).toContain('SEARCH entry USING PRIMARY KEY (list=?)');
  expect(plan).not.toMatch(/SCAN/);
});

test('a book with 500 languages needs as many statements as one with two', async () => {
  const countStatements = async (sequence: number, languages: number) => {
    let statements = 0;
    const count: typeof db.query = (...query) => {
      statements += 1;
      return db.query(...query);
    };
    // Without a transaction, every statement is counted here.
    const countingDb: Db = { ...db, query: count, transaction: (task) => task(countingDb) };
    const language = Array.from({ length: languages }, (_, index) => `${sequence}-${index}`);
    const row = makeRow(makeStoredBook(sequence, { language }));
    await (await createBookWriter(countingDb)).insertBook(row);
    return statements;
  };
  expect(await countStatements(1, 500)).toBe(await countStatements(2, 2));
});

test('sample calls of the sandbox run only statements that are tested here', async () => {
  const texts = new Set<string>();
  const spy = vi.spyOn(Libsql.prototype, 'prepare');
  await recordSampleCalls();
  for (const [text] of spy.mock.calls) texts.add(text);
  const unknownTexts = [...texts].filter((text) => !queries.some((query) => query.text === text));
  expect(texts.size).toBeGreaterThan(20);
  expect(
    unknownTexts.filter(
      (text) => !/schema_version|sqlite_master|^(create|begin|commit|rollback)/.test(text),
    ),
  ).toEqual([]);
});
