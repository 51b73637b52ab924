/** The exchanges that a page can show, and the id under which it shows each. */
import { type CallRow, evidenceIn, type ExchangeRow, type Report } from '../../record/index.ts';
import { exchangeId, pathOf } from './exchange-text.ts';

export interface ExchangeShelf {
  readonly rows: readonly ExchangeRow[];
  /** The id of an exchange within the page, such as `exchange-184`. */
  readonly idOf: (row: ExchangeRow) => string;
  /** The id of the exchange that a call was; undefined if the page does not have it. */
  readonly idOfCall: (call: CallRow) => string | undefined;
}

/** Takes the record of a run if there is one, otherwise the exchanges in the report itself. */
export function exchangeShelf(report: Report, record: Iterable<ExchangeRow> = []): ExchangeShelf {
  const ids = new Map<string, string>();
  const taken = new Map<number, number>();
  const rows: ExchangeRow[] = [];
  const take = (row: ExchangeRow): string => {
    const mark = markOf(row);
    const known = ids.get(mark);
    if (known !== undefined) return known;
    const times = (taken.get(row.number) ?? 0) + 1;
    const id = exchangeId(row.number, times);
    taken.set(row.number, times);
    ids.set(mark, id);
    rows.push(row);
    return id;
  };
  for (const row of record) take(row);
  for (const row of evidenceIn(report)) take(row);
  return { rows, idOf: take, idOfCall: (call) => ids.get(markOf({ ...call, url: call.path })) };
}

type Marked = Pick<ExchangeRow, 'number' | 'method' | 'url' | 'status' | 'took'>;

function markOf(row: Marked): string {
  return `${row.number} ${row.method} ${row.status} ${Math.round(row.took)} ${pathOf(row)}`;
}
