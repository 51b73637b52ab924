/** Tests PostgreSQL's query plans for tables that are so large that a bad plan would be slow. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listKnownQueries } from '../support/sandbox/known-queries.ts';
import { openSharedStore } from '../../src/sandbox/store/index.ts';
import { postgres as dialect } from '../../src/sandbox/database/dialect.ts';
import { startPostgres, type PostgresServer } from '../support/servers/postgres.ts';

const knownQueries = listKnownQueries(dialect);

let postgres: PostgresServer;
let client: pg.Client;

/** Inserts 40,000 books, ten lists, and the number of counters that ten million entries have. */
const fillTables = `
  insert into book (sequence, id, account, version, external_id, external_folded, isbn, title_key,
      format, languages, created_at, deleted, listed, review_at, record, item, item_form)
    select n, n, 'a', 1, n, n, n, n, 'ebook', '[]', n, case when n % 9000 = 0 then 1 else 0 end, 1,
      case when n % 9000 = 0 then n end, repeat('x', 500), repeat('x', 300), 'form'
    from generate_series(1, 40000) as n;
  insert into list (account, name) select 'a', n from generate_series(1, 10) as n;
  insert into list_entry select n % 10 + 1, n, n from generate_series(1, 40000) as n;
  insert into list_span (list, sort_key, sequence, entries)
    select n % 10 + 1, n, n, 1000 from generate_series(1, 10000) as n;
  insert into file_grant select n, n, n, '', 'r', '', 'h', '', n, case when n % 9000 = 0 then n::text end,
      1, null, null from generate_series(1, 40000) as n;
  create temp table entry_heap (list bigint, sequence bigint, sort_key text collate "C", primary key (list, sequence));
  set plan_cache_mode = force_generic_plan`;

async function readPlan(text: string): Promise<string> {
  const count = new Set(text.match(/\$\d+/g)).size;
  const values = Array.from({ length: count }, () => 'null').join(', ');
  await client.query(`prepare examined as ${text}`);
  const explainQuery = `explain (costs off) execute examined${count === 0 ? '' : `(${values})`}`;
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(explainQuery);
  await client.query('deallocate examined');
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** Reads of a whole large table: without an index, or through one without a condition. */
const wholeTableScan =
  /Seq Scan on (book|list_entry|list_span|file_grant)\b|Scan (Backward )?using (?!book_review)\w+ on (book|list_entry|list_span|file_grant)\b.*\n(?!\s+Index Cond)/;

beforeAll(async () => {
  postgres = await startPostgres();
  await (await openSharedStore(postgres.url)).close();
  client = new pg.Client(postgres.url);
  await client.connect();
  await client.query(fillTables);
  // Reads whole tables: the plans must not depend on which rows a sample happens to hold.
  await client.query('set default_statistics_target = 1000');
  await client.query('vacuum analyze');
});
afterAll(async () => {
  await client.end();
  await postgres.stop();
});

const selectiveQueries = knownQueries.filter(({ reads }) => reads === 'few');
test.each(selectiveQueries.map(({ name, text }) => [name, text] as const))(
  '%s',
  async (_name, text) => {
    const plan = await readPlan(text);
    expect(`${plan}\n`).not.toMatch(wholeTableScan);
    if (!plan.includes('Function Scan on json_array_elements'))
      expect(plan).not.toMatch(/Sort Key/);
  },
);

const listQueries = knownQueries.filter(({ reads }) => reads === 'list');
test.each(listQueries.map(({ name, text }) => [name, text] as const))(
  '%s reads only one list',
  async (_name, text) => {
    const plan = await readPlan(text);
    expect(plan).toMatch(/Index Cond: \(list = \$/);
    expect(plan).not.toMatch(/Seq Scan on list_entry/);
  },
);
