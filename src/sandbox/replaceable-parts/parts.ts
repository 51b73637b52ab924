/** The parts of a sandbox as one record. Each can be replaced when a sandbox is created. */
import type { OperationId } from '../../contract/operations.ts';
import type { Contract } from '../../contract/spec.ts';
import {
  type Account,
  type Book,
  getTestAccount,
  testIdHeader,
  testIdPattern,
} from '../book/index.ts';
import type { SandboxResponse, Presenters } from '../present/index.ts';
import type { FileStorage, PresignedUrls } from '../bytes/index.ts';
import type { Chaos } from '../chaos.ts';
import type { Readings, Rules } from '../readings/index.ts';
import type { RequestShapes } from '../shapes/index.ts';
import type { Store } from '../store/index.ts';
import type { Clock } from './clock.ts';

export type KeyedOperation = Exclude<OperationId, 'putFile'>;

export interface Call {
  readonly operation: KeyedOperation;
  readonly account: Account;
  readonly url: string;
  /** Path parameters; empty if the operation does not have them. */
  readonly bookId: string;
  readonly fileId: string;
  readonly externalId: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Epoch milliseconds by the sandbox's clock; the same instant during the whole request. */
  readonly now: number;
}

export type Operate = (call: Call, parts: Parts) => Promise<SandboxResponse>;

/** A request to the service or to the storage as it arrives: from a Node server, from `fetch` or from the same process. */
export interface WireRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  /** Returns a header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Receives the bytes of an admitted upload and returns the response. */
export type ReceiveBytes = (body: AsyncIterable<Uint8Array>) => Promise<SandboxResponse>;

/** Admits or refuses an upload before its body is read. */
export type AdmitUpload = (
  upload: Pick<WireRequest, 'url' | 'header'>,
  parts: Parts,
) => Promise<ReceiveBytes>;

export interface SandboxDurations {
  readonly uploadLifetimeMs: number;
  /** The length of a review, after which the book is published. */
  readonly reviewMs: number;
  /** The delay before lists and lookups show a new book, under the reading `eventual`. */
  readonly lagMs: number;
}

/** The operation and URL of a request, for parts that change its response. */
export interface RequestTarget {
  readonly operation: KeyedOperation | 'putFile' | undefined;
  readonly url: string;
}

/** A request that has not been validated yet. */
export interface IncomingRequest extends RequestTarget, Omit<WireRequest, 'body'> {
  /** A decoded path parameter; undefined if the operation does not have it. */
  readonly path: (name: string) => string | undefined;
  /** The body as text; undefined for an upload, empty for a body above the limit. */
  readonly text: () => Promise<string | undefined>;
}

export interface KeyedRequest extends Omit<IncomingRequest, 'operation' | 'text'> {
  readonly operation: KeyedOperation;
  /** The bytes of the body, or undefined if it has more than `limit`. */
  readonly body: (limit: number) => Promise<Uint8Array | undefined>;
}

/** Returns the parts that answer one request, given the parts of the sandbox. */
export type ChooseParts = (request: IncomingRequest, parts: Parts) => Promise<Parts>;

export interface Parts {
  /** Set only by alterations that affect some requests but not others. */
  readonly chooseParts?: ChooseParts;
  readonly chaos: Chaos;
  readonly clock: Clock;
  /** Creates UUIDs: ids of books and files, nonces and claims. */
  readonly newId: () => string;
  readonly durations: SandboxDurations;
  readonly readings: Readings;
  readonly rules: Rules;
  readonly present: Presenters;
  readonly contract: Contract;
  readonly shapes: RequestShapes;
  readonly store: Store;
  readonly bytes: FileStorage;
  readonly urls: PresignedUrls;
  /** Cached responses to reads of a book. A changed book is a new record, so its entry is never stale. */
  readonly bookResponses: WeakMap<Book, SandboxResponse>;
  readonly isPrepared: () => boolean;
  readonly findAccount: (key: string) => Account | undefined;
  readonly operations: Readonly<Record<KeyedOperation, Operate>>;
  readonly admitUpload: AdmitUpload;
  /** Changes responses just before they are sent. */
  readonly transport: (
    response: SandboxResponse,
    target: RequestTarget,
  ) => SandboxResponse | Promise<SandboxResponse>;
}

/** Replacements for parts. Of a part that is a record, only the given entries are replaced. */
export type Override = {
  readonly [Part in keyof RequiredParts]?: Parts[Part] extends (...rest: never) => unknown
    ? Parts[Part]
    : Partial<Parts[Part]>;
} & Pick<Parts, 'chooseParts'>;

type RequiredParts = Omit<Parts, 'chooseParts'>;

export function applyOverride(parts: Parts, { chooseParts: second, ...override }: Override): Parts {
  const partsBefore: Readonly<Record<string, unknown>> = { ...parts };
  const changedParts = Object.entries(override).map(([name, part]): [string, unknown] => [
    name,
    typeof part === 'function' ? part : Object.assign({}, partsBefore[name], part),
  ]);
  const { chooseParts: first } = parts;
  const chooseBoth: ChooseParts | undefined =
    first && second && (async (request, given) => second(request, await first(request, given)));
  const chooseParts = chooseBoth ?? first ?? second;
  return { ...parts, ...Object.fromEntries(changedParts), ...(chooseParts && { chooseParts }) };
}

/** Returns the account of a key, or the account that a test with this key has for itself. */
export function findKeyAccount(
  header: IncomingRequest['header'],
  { contract, findAccount }: Pick<Parts, 'contract' | 'findAccount'>,
): Account | undefined {
  const key = header(contract.keyHeader);
  const account = key === undefined ? undefined : findAccount(key);
  const testId = header(testIdHeader);
  if (account === undefined || testId === undefined || !testIdPattern.test(testId)) return account;
  return getTestAccount(account, testId);
}

/** Returns the id of the account that a request belongs to: by its key or, for an upload, by its book. */
export async function findAccountId(
  { operation, url, header }: Pick<IncomingRequest, 'operation' | 'url' | 'header'>,
  parts: Parts,
): Promise<string | undefined> {
  if (operation !== 'putFile') return findKeyAccount(header, parts)?.id;
  const [, fileId = ''] = /\/uploads\/([0-9a-f-]{36})/.exec(url) ?? [];
  const grant = await parts.store.readGrant(fileId);
  return grant && (await parts.store.readBook(grant.bookId))?.account;
}
