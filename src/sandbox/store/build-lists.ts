/**
 * Builds every list from the books at once. It collects the entries, then sorts and stores those of one list after
 * another, which is many times faster than inserting each entry in order. Between two steps, other requests are
 * answered, such as those for the health of the sandbox.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Db } from '../database/index.ts';
import * as run from './list-statements.ts';
import { findPlaces } from './lists.ts';
import { columnsAfter, removeEverything } from './statements.ts';

const chunkSize = 2_000;

/** The number of entries in a new span: half of the maximum, so that it can grow before it is split. */
const spanLength = 1_000;

/** Deletes all lists, and builds new ones from the stored books. Runs inside a transaction. */
export async function buildLists(db: Db): Promise<void> {
  const { entries: oldEntries, spans, firstSpans } = removeEverything;
  for (const remove of [oldEntries, spans, firstSpans]) await remove(db);
  await run.createHeap(db);
  for (let after = 0; ;) {
    const books = await columnsAfter(db, { after, limit: chunkSize });
    const last = books.at(-1);
    if (last === undefined) break;
    const places = await findPlaces(
      db,
      books.filter(({ listed }) => listed === 1),
    );
    await run.fillHeap(db, { entries: JSON.stringify(places) });
    after = last.sequence;
    await yieldToOthers();
  }
  for (const { id: list } of await run.allLists(db)) {
    await run.insertSorted(db, { list });
    await buildSpans(db, list);
    await yieldToOthers();
  }
  await run.dropHeap(db);
}

/** Splits a list into spans. The first span exists already and is empty. */
async function buildSpans(db: Db, list: number): Promise<void> {
  for (let start = { list, key: '', sequence: -1 }; ;) {
    const [next] = await run.entriesFrom(db, { ...start, skipped: spanLength, limit: 1 });
    const entries = next ? spanLength : ((await run.countFrom(db, start))[0]?.entries ?? 0);
    if (start.sequence === -1) await run.resizeFirstSpan(db, { list, entries });
    else await run.insertSpan(db, { ...start, entries });
    if (next === undefined) return;
    start = { list, key: next.sort_key, sequence: next.sequence };
  }
}
