/** Says what the call that went wrong sent, and what earlier calls sent and did to its book. */
import type { FindingRow, SentRow } from '../record/index.ts';
import { formatNumber, groupBy, toPlainText } from '../wording/index.ts';
import { describeKey, findWrongCall, type ShortCall } from './drift-calls.ts';
import { formatPart, shortenIds } from './sent-values.ts';

/** The most characters of one sent value. */
const maxSentLength = 120;

/** Returns what the call sent that went wrong, such as `isbn "978…"`, and for a lost field that it was not sent. */
export function describeSent(row: FindingRow, maxLength: number): string | undefined {
  const { own, others } = splitSent(row);
  const isLost = row.requirement === 'update.keeps-the-rest' && own.length > 0;
  const leftOut = isLost ? others.slice(0, 1).map(({ name }) => `no ${name}`) : [];
  const key = describeKey(row);
  const texts = [key ?? [], formatParts(row, own, maxLength), leftOut].flat();
  return texts.length === 0 ? undefined : texts.join(', ');
}

/** Returns what earlier calls sent, such as `keyword ["sea"] by POST /books → 201 (request 12)`, and in which state the book was. */
export function describeBefore(row: FindingRow, maxLength: number): string | undefined {
  const byCall = groupBy(splitSent(row).others, ({ request }) => String(request));
  const texts = [...byCall.values()].flatMap((parts) =>
    parts.slice(0, 1).map((call) => {
      const sent = formatParts(row, parts, maxLength).join(', ');
      return `${sent} by ${formatCall({ ...call, number: call.request })}`;
    }),
  );
  const book = describeBook(row);
  const all = [...texts, ...(book === undefined ? [] : [book])];
  return all.length === 0 ? undefined : toPlainText(shortenIds(all.join('; ')));
}

function formatParts(row: FindingRow, parts: readonly SentRow[], maxLength: number): string[] {
  return parts.map((part) =>
    toPlainText(shortenIds(formatPart(row, part, Math.min(maxLength, maxSentLength)))),
  );
}

/** Returns the sent parts of the call that went wrong, and those of others. */
function splitSent(row: FindingRow): { own: readonly SentRow[]; others: readonly SentRow[] } {
  const { exchange, judged } = row;
  const wrongNumber = (findWrongCall(row) ?? exchange)?.number;
  const isOfWrongCall = ({ request }: SentRow): boolean => request === wrongNumber;
  const known = selectSent(row);
  const write = row.writes?.find(({ request }) => request === wrongNumber);
  // If every response is wrong, what this request sent is chance.
  const isAlways = judged !== undefined && judged.times > 1 && judged.times === judged.drifted;
  const ofWrite = isAlways ? [] : (write?.sent ?? []);
  const own = known.some(isOfWrongCall) ? known.filter(isOfWrongCall) : ofWrite;
  return { own, others: known.filter((part) => !isOfWrongCall(part)) };
}

function selectSent(row: FindingRow): readonly SentRow[] {
  const { sent = [], exchange, shows } = row;
  const wrongCall = findWrongCall(row);
  return (
    sent
      .filter(({ status }) => shows !== 'the refused value' || status >= 400)
      // The query of the read that notices a drift says nothing about the call that went wrong.
      .filter(
        ({ method, request }) => method !== 'GET' || request === (wrongCall ?? exchange)?.number,
      )
  );
}

/** Returns in which state the book was before the call that went wrong, such as `format print, status published`. */
function describeBook(row: FindingRow): string | undefined {
  const number = (findWrongCall(row) ?? row.exchange)?.number;
  const book = row.writes?.find(({ request }) => request === number)?.book ?? [];
  const parts = book.map(({ dimension, values }) => {
    const text = values.map((value) => value.replaceAll(/[-_]/g, ' ')).join(' or ');
    if (dimension === 'previous') return `last call ${text}`;
    return dimension === 'format' || dimension === 'status' ? text : `${dimension} ${text}`;
  });
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** Returns a call with its status and number. */
export function formatCall({ method, path, status, number }: ShortCall): string {
  return `${method} ${shortenPath(path)} → ${status} (request ${formatNumber(number)})`;
}

/** Returns the path of an address without the part that all operations share. */
function shortenPath(url: string): string {
  return toPlainText(url.replace(/^(https?:\/\/[^/]+)?(\/v2\/distribution)?/, ''));
}
