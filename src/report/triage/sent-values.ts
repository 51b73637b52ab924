/** Writes the values and days that a drift sent: the call that went wrong first, and of a long list the entry that matters. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { describeIsbnMistake, readParamNames } from '../../monitor/index.ts';
import type { FindingRow, SentRow } from '../record/index.ts';
import { toPlainText, truncate, formatCount } from '../wording/index.ts';
import { findDifferingPlace } from './differing-place.ts';
import { describeKeys } from './list-difference.ts';

/** Returns a part of a request, such as `isbn "978…"`, or of a long list `contributor[1].role "Editor"`, or what identifies its entries. */
export function formatPart(row: FindingRow, { name, value }: SentRow, maxLength: number): string {
  const whole = formatValue(value);
  const path = whole.length > maxLength ? findPath(row, name, value) : [];
  const place = `${name}${path.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('')}`;
  const keys =
    path.length === 0 && whole.length > maxLength && isArray(value)
      ? describeKeys(value)
      : undefined;
  const text = truncate(keys ?? formatValue(readPath(value, path)), maxLength);
  return [place, text, ...describeValue(name, value, row.exchange)].join(' ');
}

/** Returns what a reader does not see at once: the mistake in an ISBN, or how far a date is. */
function describeValue(name: string, value: unknown, exchange: FindingRow['exchange']): string[] {
  const mistake =
    name === 'isbn' && typeof value === 'string' ? describeIsbnMistake(value) : undefined;
  return mistake === undefined
    ? describeDay(value, exchange?.responseHeaders['date'])
    : [`(${mistake})`];
}

/** Adds the same to each value in a text such as `with isbn "978…"`. */
export function describeValues(text: string, exchange: FindingRow['exchange']): string {
  return text.replaceAll(/(\w+) "([\w-]+)"/g, (whole, name: string, value: string) =>
    [whole, ...describeValue(name, value, exchange)].join(' '),
  );
}

function formatValue(value: unknown): string {
  return shortenIds(toPlainText(JSON.stringify(value) ?? 'nothing'));
}

/** Shortens ids and hashes to their first part, which is enough to tell them apart. */
export function shortenIds(text: string): string {
  return text
    .replaceAll(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f-]{22}/gi, '$1…')
    .replaceAll(/\b([0-9a-f]{8})[0-9a-f]{56}\b/gi, '$1…');
}

/** Returns the path in a sent value to what matters: the place that a refusal names, that differs, or that all drifts have in common. */
function findPath(row: FindingRow, name: string, value: unknown): string[] {
  const named = readParamNames(row.exchange?.responseBody);
  const [, unnamed = ''] = /^a list that names (\S+)/.exec(row.expected) ?? [];
  const differing = findDifferingPlace(row)?.path.replaceAll(/\[(\d+)\]/g, '.$1') ?? '';
  const common = findCommonPath(row, name, value);
  const paths = [...named, unnamed, differing, ...common]
    .map((path) => path.split('.'))
    .filter(([first, ...rest]) => first === name && rest.length > 0)
    .map(([, ...rest]) => rest);
  return paths.find((path) => readPath(value, path) !== undefined) ?? [];
}

/** Returns the place of the value that only requests with the drift have. */
function findCommonPath({ judged }: FindingRow, name: string, value: unknown): string[] {
  const { dimension = '', values = [] } = judged?.separation?.condition ?? {};
  const [first, member] = dimension.replace(/^(write )?sent /, '').split('.');
  if (first !== name || member === undefined || !isArray(value)) return [];
  const index = value.findIndex(
    (entry) => isObject(entry) && values.includes(JSON.stringify(entry[member])),
  );
  return index < 0 ? [] : [`${name}.${index}.${member}`];
}

function readPath(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((parent, step) => {
    if (isArray(parent)) return parent[Number(step)];
    return isObject(parent) && Object.hasOwn(parent, step) ? parent[step] : undefined;
  }, value);
}

const dayMs = 86_400_000;

/**
 * Returns the distance of a date from the day of the call in words; nothing for anything else, such as 30 February.
 * @param now the Date header of the response, because the clock of a sandbox may differ from ours
 */
function describeDay(value: unknown, now: string | undefined): string[] {
  const [day, today] = [readDay(value), now === undefined ? Number.NaN : Date.parse(now)];
  if (day === undefined || Number.isNaN(today)) return [];
  const days = (day - Math.floor(today / dayMs) * dayMs) / dayMs;
  if (days === 0) return ['(today)'];
  const distance = formatCount(Math.abs(days), 'day');
  return [days < 0 ? `(${distance} ago)` : `(in ${distance})`];
}

function readDay(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const time = Date.parse(value);
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  return isDay ? time : undefined;
}
