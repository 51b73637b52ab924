/** Sends the calls of a history, and remembers which ids and addresses the service gave to its books and files. */
import { type Exchange, type Grant, readGrants, Unproven } from '../evidence/index.ts';
import { readWrittenId } from '../../monitor/index.ts';
import type { Stage } from '../stage/index.ts';
import {
  createSampleFile,
  type FileRole,
  requiredRoles,
  type SampleFile,
  toolPrefix,
} from '../arbitraries/index.ts';
import type { WireRequest } from '../wire/index.ts';
import {
  listNumbers,
  mapTexts,
  replaceSymbols,
  type SampleNumber,
  type Step,
  type Symbol,
} from './step.ts';

/** A file for which an upload was granted. */
export interface GrantedSample extends Pick<Grant, 'id' | 'url'> {
  /** The number of its book. */
  readonly book: number;
}

/** The external ids of the books of a run. */
const externalIds = new RegExp(`${toolPrefix}[0-9a-f]+-\\d+`, 'g');

export type Cast = ReturnType<typeof createCast>;

/** The books and files of one history, by their numbers. */
export function createCast(t: Stage) {
  const books = new Map<number, string>();
  const files = new Map<number, GrantedSample>();
  const values = createValues(t);
  const getValue = ({ kind, number, detail }: Symbol): string | undefined => {
    if (kind === 'book') return books.get(number);
    if (kind === 'file') return files.get(number)?.id;
    if (kind === 'hash') return values.getSample({ number, role: toRole(detail) }).hashSha256;
    const value = values.byKind[kind]?.(number);
    return detail === 'shorter' ? value?.slice(0, -1) : value;
  };
  return {
    books,
    files,
    getSample: values.getSample,
    symbolize: values.symbolize,
    /** Forgets books, their files, and the values that only they can have, so that a long history does not fill the memory. */
    forget: (numbers: readonly number[]): void => {
      for (const number of numbers) books.delete(number);
      for (const [number, { book }] of files) if (!books.has(book)) files.delete(number);
      const first = Math.min(...books.keys());
      for (const number of values.numbers) if (number < first) values.forget(number);
    },
    /** Forgets the values of moves that were drawn and not chosen: those of numbers after `last` that no step names. */
    forgetUnused: (last: number, newest: number, steps: readonly Step[]): void => {
      const used = new Set(steps.flatMap(listNumbers));
      for (let number = last + 1; number <= newest; number += 1)
        if (!used.has(number)) values.forget(number);
    },
    /** Returns a text with its symbols replaced. @throws Unproven if the service did not create one of them */
    resolve: (text: string): string =>
      replaceSymbols(text, (symbol) => {
        const value = getValue(symbol);
        if (value === undefined) throw new Unproven(`there is no ${symbol.kind} ${symbol.number}`);
        return value;
      }),
  };
}

/** Creates the values of symbols that do not depend on the service. */
function createValues(t: Stage) {
  const numbersById = new Map<string, number>();
  const { remember, ...memory } = createMemory();
  // A whole body for each book of a long run would fill the memory.
  const getIdentity = remember(
    (number) => {
      const { title, externalId, isbn } = t.make.body('print');
      const identity = { title, externalId: externalId ?? '', isbn: isbn ?? '' };
      numbersById.set(identity.externalId, number);
      return identity;
    },
    ({ externalId }) => numbersById.delete(externalId),
  );
  const getSeed = remember(() => t.make.body('ebook').externalId ?? '');
  const byKind: Readonly<Record<string, (number: number) => string>> = {
    title: (number) => getIdentity(number).title,
    externalId: (number) => getIdentity(number).externalId,
    EXTERNALID: (number) => getIdentity(number).externalId.toUpperCase(),
    isbn: (number) => getIdentity(number).isbn,
    day: (number) => t.clock.day(number),
    unknown: remember(() => t.make.unknownId()),
    slash: () => '/',
  };
  return {
    byKind,
    getSample: ({ number, role }: SampleNumber): SampleFile =>
      createSampleFile(role, getSeed(number)),
    ...memory,
    /** Returns a text with symbols in place of the external ids of this history. */
    symbolize: (text: string): string =>
      text.replaceAll(externalIds, (id) => {
        const number = numbersById.get(id);
        return number === undefined ? id : `{externalId ${number}}`;
      }),
  };
}

/** Creates functions that compute one value for each number, and can forget those of some numbers. */
function createMemory() {
  const numbers = new Set<number>();
  const forgetters: ((number: number) => void)[] = [];
  return {
    /** @param onForget called with a value that is forgotten */
    remember: <T>(
      create: (number: number) => T,
      onForget: (value: T) => unknown = () => undefined,
    ): ((number: number) => T) => {
      const values = new Map<number, { readonly value: T }>();
      forgetters.push((number) => {
        const entry = values.get(number);
        if (entry !== undefined) onForget(entry.value);
        values.delete(number);
      });
      return (number) => {
        const entry = values.get(number) ?? { value: create(number) };
        values.set(number, entry);
        numbers.add(number);
        return entry.value;
      };
    },
    /** The numbers that have a value. */
    numbers,
    forget: (number: number): void => {
      numbers.delete(number);
      for (const forgetValue of forgetters) forgetValue(number);
    },
  };
}

const roles: readonly FileRole[] = Object.values(requiredRoles).flat();

function toRole(text: string | undefined): FileRole {
  const role = roles.find((candidate) => candidate === text);
  if (role === undefined) throw new Unproven(`there is no file role ${text}`);
  return role;
}

/** Returns the request of a step. @throws Unproven if it needs a book or file that does not exist */
export function resolveStep(step: Step, cast: Cast): WireRequest {
  const { upload, bytes, method, path, query, json, text, contentType } = step;
  const { key, alteredKey, account } = step;
  const caller = {
    ...(key !== undefined && { key }),
    ...(alteredKey && { alteredKey }),
    ...(account && { account }),
  };
  if (upload !== undefined) {
    const url = cast.files.get(upload)?.url;
    if (url === undefined) throw new Unproven(`there is no upload of file ${upload}`);
    const sample = cast.getSample(bytes ?? { number: upload, role: 'ebook_cover' });
    return { method, url, bytes: sample.bytes, contentType: contentType ?? sample.contentType };
  }
  const resolvedQuery =
    query &&
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, cast.resolve(value)]));
  return {
    method,
    path: resolvePath(path ?? '', cast),
    ...(resolvedQuery && { query: resolvedQuery }),
    ...(json !== undefined && { json: mapTexts(json, cast.resolve) }),
    ...(text !== undefined && { text: cast.resolve(text) }),
    ...(contentType !== undefined && { contentType }),
    ...caller,
  };
}

/** The segments of a path are encoded one by one, because an external id may contain any character. */
function resolvePath(path: string, cast: Cast): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(cast.resolve(segment)))
    .join('/');
}

/** Sends a step, and adds what it created to the cast. */
export async function playStep(step: Step, cast: Cast, t: Stage): Promise<Exchange | undefined> {
  if (step.wait !== undefined) {
    await t.clock.pass(t.clock.now() + step.wait);
    return undefined;
  }
  const exchange = await t.wire(resolveStep(step, cast));
  if (exchange.response.status >= 300) return exchange;
  const id = step.creates === undefined ? undefined : readWrittenId(exchange.response.body);
  if (step.creates !== undefined && id !== undefined) cast.books.set(step.creates, id);
  if (step.grants !== undefined) addGrants(step, exchange, cast);
  return exchange;
}

function addGrants({ grants = [], path = '' }: Step, exchange: Exchange, cast: Cast): void {
  const book = Number(/\{book (\d+)\}/.exec(path)?.[1] ?? 0);
  const received = readGrants(exchange);
  for (const [index, number] of grants.entries()) {
    const label = `file ${number}`;
    const grant = received.find(({ referenceId }) => referenceId === label) ?? received[index];
    if (grant !== undefined) cast.files.set(number, { id: grant.id, url: grant.url, book });
  }
}

/** A call of a history that was sent, or a wait. */
export interface PlayedCall {
  readonly step: Step;
  readonly exchange: Exchange | undefined;
}

/**
 * Sends the calls of a history one after another. Skips calls without their book or file.
 * @returns the calls that were not skipped
 */
export async function playHistory(
  history: readonly Step[],
  t: Stage,
): Promise<readonly PlayedCall[]> {
  const cast = createCast(t);
  const calls: PlayedCall[] = [];
  for (const step of history) {
    try {
      calls.push({ step, exchange: await playStep(step, cast, t) });
    } catch (error) {
      if (!(error instanceof Unproven)) throw error;
    }
  }
  return calls;
}
