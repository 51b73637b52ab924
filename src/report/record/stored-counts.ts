/** Counts how often a write of a field was stored as sent, so that a report can say how much a wrong value concerns. */
import { dropNulls, isArray, isObject } from '../../contract/json-pointer.ts';
import type { ExchangeRow } from './exchanges/index.ts';
import { toOwnCase } from './compared-cases.ts';
import type { History } from './history.ts';
import type { SentRow } from './report.ts';
import { findWrittenBook, unwrapBook } from './sent-part.ts';
import { tellApart } from './passing-call.ts';

/** A write whose book was shown afterwards. */
interface CheckedWrite {
  readonly write: ExchangeRow;
  /** The reads that showed the value as it was sent, and the operations whose responses showed another. */
  readonly right: ReadonlySet<string | undefined>;
  readonly wrong: ReadonlySet<string | undefined>;
}

function isStored({ wrong }: CheckedWrite): boolean {
  return wrong.size === 0;
}

export interface StoredCounts extends ReturnType<typeof tellApart> {
  readonly times: number;
  readonly drifted: number;
  /** The only operation that shows wrong values, if reads by other operations show the same values as they were sent. */
  readonly reader?: string;
}

/**
 * Counts the accepted calls of an operation that sent a field, and those after which the book showed another value
 * before the next write. Returns undefined if the given write is not among the latter, because the values then compare
 * in a way that only the monitor knows, such as chapters.
 */
export function countStored(history: History, write: SentRow): StoredCounts | undefined {
  const checked = checkWrites(history, write);
  const wrong = checked.filter((shown) => !isStored(shown));
  if (!wrong.some((shown) => shown.write.number === write.request)) return undefined;
  const [reader, ...otherReaders] = new Set(wrong.flatMap((shown) => [...shown.wrong]));
  const isReaderWrong =
    otherReaders.length === 0 &&
    wrong.some(({ right }) => [...right].some((operation) => operation !== reader));
  const cases = checked.map((shown) => toOwnCase(shown.write, !isStored(shown), history));
  return {
    times: checked.length,
    drifted: wrong.length,
    ...tellApart(cases, { number: write.request }, write.name),
    ...(reader !== undefined && isReaderWrong && { reader }),
  };
}

function checkWrites({ exchanges }: History, { operation, name }: SentRow): CheckedWrite[] {
  const lastWrites = new Map<unknown, ExchangeRow>();
  const checked = new Map<number, CheckedWrite>();
  for (const exchange of exchanges) {
    const { requestBody, status } = exchange;
    const isWrite = exchange.operation === 'createBook' || exchange.operation === 'updateBook';
    if (isWrite && isObject(requestBody) && Object.hasOwn(requestBody, name)) {
      const book = findWrittenBook(exchange);
      // A refused write is another question, and null is no value to store.
      const isCounted = exchange.operation === operation && status < 300;
      if (isCounted && requestBody[name] !== null) lastWrites.set(book, exchange);
      else lastWrites.delete(book);
    }
    for (const { id, attributes } of listShownBooks(exchange)) {
      const last = lastWrites.get(id);
      if (last === undefined || !Object.hasOwn(attributes, name)) continue;
      const sent = isObject(last.requestBody) ? last.requestBody[name] : undefined;
      const isSame = toComparable(sent) === toComparable(attributes[name]);
      const { right = [], wrong = [] } = checked.get(last.number) ?? {};
      const isRead = isSame && exchange.method === 'GET';
      checked.set(last.number, {
        write: last,
        right: new Set([...right, ...(isRead ? [exchange.operation] : [])]),
        wrong: new Set([...wrong, ...(isSame ? [] : [exchange.operation])]),
      });
    }
  }
  return [...checked.values()];
}

function listShownBooks(exchange: ExchangeRow) {
  const data = unwrapBook(exchange);
  return (isArray(data) ? data : [data]).flatMap((book) => {
    const attributes = isObject(book) ? book['attributes'] : undefined;
    return isObject(book) && isObject(attributes) ? [{ id: book['id'], attributes }] : [];
  });
}

/** Returns the JSON of a value without regard to case, because languages are shown in upper case. */
function toComparable(value: unknown): string {
  return JSON.stringify(dropNulls(value) ?? null).toLowerCase();
}
