/**
 * A generated history as data. Its calls name books, files and values by numbers, so that it can be played again on
 * any day, by any run and against any service.
 */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import type { WireRequest } from '../wire/index.ts';
import type { FileRole } from '../arbitraries/index.ts';
import { findOperation } from '../../monitor/index.ts';

type RequestFields = 'method' | 'path' | 'query' | 'json' | 'text' | 'contentType';

/**
 * One call. Its strings may contain symbols: `{book 1}`, `{file 2}`, `{hash 2 ebook_cover}`, `{title 1}`,
 * `{externalId 1}`, `{externalId 1 shorter}` without its last character, `{isbn 1}`, `{day 12}` and `{unknown 1}`, an
 * id that names nothing.
 */
export interface Step extends Pick<WireRequest, RequestFields | 'alteredKey' | 'account'> {
  /** `null` sends no key. */
  readonly key?: string | null;
  /** The file to whose upload URL the call is a PUT. */
  readonly upload?: number;
  /** The bytes of the PUT. Each number stands for other bytes. */
  readonly bytes?: SampleNumber;
  /** The number of the book that the call creates. */
  readonly creates?: number;
  /** The numbers of the files for which the call requests uploads, in their order. */
  readonly grants?: readonly number[];
  /** Milliseconds to wait instead of a call. */
  readonly wait?: number;
}

/** A generated file. */
export interface SampleNumber {
  readonly number: number;
  readonly role: FileRole;
}

export type History = readonly Step[];

/**
 * Reads a history that was stored as JSON.
 * @throws SyntaxError if the text is not the JSON of a list of calls
 */
export function parseHistory(text: string): History {
  const value: unknown = JSON.parse(text);
  const entries: readonly unknown[] = isArray(value) ? value : [undefined];
  if (entries.every(isStep)) return entries;
  throw new SyntaxError('A history is a list of calls, each with a method.');
}

function isStep(value: unknown): value is Step {
  if (!isObject(value) || typeof value['method'] !== 'string') return false;
  const { path, upload, wait } = value;
  return [typeof path, typeof upload, typeof wait].some((type) => type !== 'undefined');
}

const symbol =
  /\{(book|file|hash|title|externalId|EXTERNALID|isbn|day|unknown|slash) (-?\d+)(?: (\w+))?\}/g;

/** A symbol in a text of a step. */
export interface Symbol {
  readonly kind: string;
  readonly number: number;
  /** The role of a file, if the symbol is a hash; or a change of the value. */
  readonly detail: string | undefined;
}

/** Replaces every symbol in a text. */
export function replaceSymbols(text: string, replace: (symbol: Symbol) => string): string {
  return text.replaceAll(symbol, (_match, ...[kind = '', number, detail]: string[]) =>
    replace({ kind, number: Number(number), detail }),
  );
}

/** Returns a copy of a JSON value with every string replaced; names of members stay as they are. */
export function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((entry: unknown) => mapTexts(entry, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapTexts(member, map)]),
  );
}

/** Returns the books and files that a step creates, such as `book 1` and `file 2`. */
export function listOrigins({ creates, grants = [] }: Step): readonly string[] {
  const files = grants.map((file) => `file ${file}`);
  return creates === undefined ? files : [`book ${creates}`, ...files];
}

/** The values that only the book of the same number has. */
const bookValues: readonly string[] = ['book', 'title', 'externalId', 'EXTERNALID', 'isbn'];

/** Returns the books and files that a step needs or creates. */
export function listSubjects(step: Step): ReadonlySet<string> {
  const subjects = new Set(listOrigins(step));
  for (const { kind, number } of listSymbols(step)) {
    if (kind === 'file') subjects.add(`file ${number}`);
    if (bookValues.includes(kind)) subjects.add(`book ${number}`);
  }
  if (step.upload !== undefined) subjects.add(`file ${step.upload}`);
  return subjects;
}

/** Returns the numbers of all books, files and values that a step names. */
export function listNumbers(step: Step): readonly number[] {
  const { creates, grants = [], upload, bytes } = step;
  const numbers = [...grants, creates, upload, bytes?.number].filter((one) => one !== undefined);
  return [...numbers, ...listSymbols(step).map(({ number }) => number)];
}

/** Returns the symbols in all texts of a step. */
function listSymbols({ path, query, json, text }: Step): readonly Symbol[] {
  const symbols: Symbol[] = [];
  mapTexts([path, query, json, text], (part) =>
    replaceSymbols(part, (found) => {
      symbols.push(found);
      return '';
    }),
  );
  return symbols;
}

/** Long values are cut: the script of the report has them in full. */
const maxLength = 160;

/** Returns the calls of a history, such as `createBook {…} → publishBook /books/{book 1}/publish`. */
export function describeHistory(history: History): string {
  return history.map(describeStep).join(' → ');
}

function describeStep(step: Step): string {
  const { method, path = '', query, json, text, upload, wait, account, key, alteredKey } = step;
  if (wait !== undefined) return `wait ${Math.round(wait / 1000)} s`;
  if (upload !== undefined) return `putFile {file ${upload}}`;
  const operation = findOperation({ method, path, toStorage: false }) ?? method;
  const search = new URLSearchParams(query).toString();
  const body = json === undefined ? (text ?? '') : JSON.stringify(json);
  const caller = [
    account === 'second' ? 'by the second account' : '',
    key === null || key === '' ? 'without a key' : '',
    alteredKey === undefined ? '' : `with a wrong key (${alteredKey})`,
  ];
  const parts = [operation, search === '' ? path : `${path}?${search}`, cut(body), ...caller];
  return parts.filter((part) => part !== '' && part !== '{}').join(' ');
}

function cut(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}
