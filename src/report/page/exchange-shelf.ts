/** The exchanges a page can show, and where each of them stands. */
import { evidenceIn, type ExchangeRow, type Report } from '../record/index.ts';

export interface ExchangeShelf {
  readonly rows: readonly ExchangeRow[];
  /** Counts from 0; the same exchange, told twice, stands in one place. */
  readonly placeOf: (row: ExchangeRow) => number;
}

/** Takes the record of a run where there is one, else what the report itself tells. */
export function exchangeShelf(report: Report, record: Iterable<ExchangeRow> = []): ExchangeShelf {
  const places = new Map<string, number>();
  const rows: ExchangeRow[] = [];
  const take = (row: ExchangeRow): number => {
    const mark = markOf(row);
    const known = places.get(mark);
    if (known !== undefined) return known;
    places.set(mark, rows.length);
    return rows.push(row) - 1;
  };
  for (const row of record) take(row);
  for (const row of evidenceIn(report)) take(row);
  return { rows, placeOf: take };
}

/** Joined reports have numbers twice, but ids in addresses are never drawn twice. */
function markOf({ number, method, url, status, took }: ExchangeRow): string {
  return `${number} ${method} ${status} ${took} ${url}`;
}
