/** Knows the calls of a run, and finds the one whose result a response shows. */
import { isObject } from '../../contract/json-pointer.ts';
import type { JudgedExchange } from '../../harness/evidence/index.ts';
import { listRequestFacts } from './body-facts.ts';
import type { ExchangeRow } from './exchanges/index.ts';
import type { FindingRow } from './report.ts';
import { bookPath, findField, findWrittenBook, isAboutRefusal } from './sent-part.ts';
import type { ComparedCase } from './separation.ts';

/** The calls of a run, as far as they are known. */
export interface History {
  readonly exchanges: readonly ExchangeRow[];
  readonly judged: readonly JudgedExchange[];
  readonly byNumber: ReadonlyMap<
    number,
    { readonly row: ExchangeRow; readonly judged?: JudgedExchange }
  >;
  /** The calls on each book that may have changed it, in the order of sending. */
  readonly writes: ReadonlyMap<unknown, readonly ExchangeRow[]>;
}

/** @param exchanges in the order of sending, redacted */
export function createHistory(
  exchanges: readonly ExchangeRow[],
  judged: readonly JudgedExchange[],
): History {
  const judgedByNumber = new Map(judged.map((row) => [row.number, row]));
  const byNumber = new Map(
    exchanges.map((row) => {
      const judgement = judgedByNumber.get(row.number);
      return [row.number, { row, ...(judgement && { judged: judgement }) }] as const;
    }),
  );
  const writes = new Map<unknown, ExchangeRow[]>();
  for (const row of exchanges) {
    const book = row.method === 'GET' ? undefined : findWrittenBook(row);
    if (book === undefined) continue;
    const earlier = writes.get(book) ?? [];
    earlier.push(row);
    writes.set(book, earlier);
  }
  return { exchanges, judged, byNumber, writes };
}

/** A response that a drift is compared with. */
export interface Response {
  readonly row: FindingRow;
  readonly exchange: ExchangeRow;
  readonly history: History;
}

/** Returns the last call before a read that may have set what it shows: one that sent the field, or else any write. */
export function findLastWrite(
  { row, exchange: { number }, history: { writes } }: Response,
  book: unknown,
): ExchangeRow | undefined {
  const earlier = writes.get(book)?.filter((write) => write.number < number) ?? [];
  const field = findField(row);
  const sent =
    field === undefined || row.requirement === 'update.keeps-the-rest' || isAboutRefusal(row)
      ? undefined
      : earlier.findLast(
          ({ requestBody, status }) =>
            status < 300 && isObject(requestBody) && Object.hasOwn(requestBody, field),
        );
  return sent ?? earlier.at(-1);
}

/** Returns the earlier call that a requirement is about if a write shows its result, such as an attach in the response to an update. */
export function findShownWrite({ row, exchange, history }: Response, book: unknown) {
  const area = row.requirement.replace(/\..*$/, '');
  const isOfArea = ({ operation = '' }: ExchangeRow) => operation.toLowerCase().startsWith(area);
  const isStored = findField(row) !== undefined || isAboutRefusal(row);
  const earlier = history.writes.get(book)?.filter(({ number }) => number < exchange.number) ?? [];
  return isStored && !isOfArea(exchange) ? earlier.findLast(isOfArea) : undefined;
}

/** Adds the last values that earlier calls stored in the book, of the fields that the drift names. */
export function addStoredFacts(compared: ComparedCase, { row, exchange, history }: Response) {
  const writes = history.writes.get(bookPath.exec(exchange.url)?.[1]) ?? [];
  const names = (row.sent ?? []).filter(({ request }) => request !== row.exchange?.number);
  const stored = names.flatMap(({ name }) => {
    const write = writes.findLast(
      ({ number, status, requestBody }) =>
        number < exchange.number && status < 300 && isObject(requestBody) && name in requestBody,
    );
    const value = isObject(write?.requestBody) ? write.requestBody[name] : undefined;
    return Object.entries(listRequestFacts({ ...exchange, requestBody: { [name]: value } }));
  });
  const facts = stored
    .filter(([dimension]) => dimension !== 'sends')
    .map(([dimension, values]) => [`stored ${dimension}`, values] as const);
  return { ...compared, facts: { ...compared.facts, ...Object.fromEntries(facts) } };
}
