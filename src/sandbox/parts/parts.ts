/** The parts of a sandbox as one record. Each can be replaced when a sandbox is created. */
import type { OperationId } from '../../contract/operations.ts';
import type { Account, Book } from '../book/index.ts';
import type { Answer, Presenters } from '../present/index.ts';
import type { Bytes, PresignedUrls } from '../bytes/index.ts';
import type { Chaos } from '../chaos/index.ts';
import type { Clock } from './clock.ts';
import type { Readings, Rules } from '../readings/index.ts';
import type { RequestShapes } from '../shapes/index.ts';
import type { Store } from '../store/index.ts';

export type KeyedOperation = Exclude<OperationId, 'putFile'>;

/** A request that fits the contract, ready to be decided on. */
export interface Call {
  readonly operation: KeyedOperation;
  readonly account: Account;
  /** The whole URL. */
  readonly url: string;
  /** Path parameters; empty if the operation does not have them. */
  readonly bookId: string;
  readonly fileId: string;
  readonly externalId: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Epoch milliseconds by the sandbox's clock; one instant for the whole request. */
  readonly now: number;
}

export type Operate = (call: Call, parts: SandboxParts) => Promise<Answer>;

/** Bytes on their way to a presigned URL. */
export interface Upload {
  readonly url: string;
  readonly header: (name: string) => string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Receives the bytes of an admitted upload and returns the response. */
export type ReceiveBytes = (body: AsyncIterable<Uint8Array>) => Promise<Answer>;

/** Admits or refuses an upload before its body is read. */
export type AdmitUpload = (
  upload: Omit<Upload, 'body'>,
  parts: SandboxParts,
) => Promise<ReceiveBytes>;

/** The durations and limits of a sandbox. */
export interface Limits {
  readonly uploadLifetimeMs: number;
  /** The length of a review, after which the book is published. */
  readonly reviewMs: number;
  /** The delay before a new book shows in lists and lookups, under the reading `eventual`. */
  readonly lagMs: number;
  /** The largest JSON body that is read, in bytes. */
  readonly bodyLimit: number;
  /** The number of JSON values a body may hold, objects and arrays included. */
  readonly valueLimit: number;
}

/** The request of an answer, for the parts that change answers before they are sent. */
export interface RequestTarget {
  readonly operation: KeyedOperation | 'putFile' | undefined;
  readonly url: string;
}

/** A request before anything is decided about it. */
export interface IncomingRequest extends RequestTarget {
  /** A decoded path parameter; undefined when the operation has no such parameter. */
  readonly path: (name: string) => string | undefined;
  readonly header: (name: string) => string | undefined;
  /** The body as text; undefined for an upload, empty for a body above the limit. */
  readonly text: () => Promise<string | undefined>;
}

/** A request to a keyed operation, from a Node server, from `fetch` or from the same process. */
export interface ReceivedRequest extends Omit<IncomingRequest, 'operation' | 'text'> {
  readonly operation: KeyedOperation;
  /** The bytes of the body, or undefined if it has more than `limit`. */
  readonly body: (limit: number) => Promise<Uint8Array | undefined>;
}

/** Returns the parts that answer one request, given the parts of the sandbox. */
export type ChooseParts = (incoming: IncomingRequest, parts: SandboxParts) => Promise<SandboxParts>;

export interface SandboxParts {
  /** Set only by alterations that affect some requests and not others. */
  readonly chooseParts?: ChooseParts;
  /** Rules that disturb chosen calls. */
  readonly chaos: Chaos;
  readonly clock: Clock;
  /** Makes UUIDs: ids of books and files, nonces and claims. */
  readonly newId: () => string;
  readonly limits: Limits;
  readonly readings: Readings;
  readonly rules: Rules;
  readonly present: Presenters;
  readonly shapes: RequestShapes;
  readonly store: Store;
  readonly bytes: Bytes;
  readonly urls: PresignedUrls;
  /** Cached answers to reading a book; a changed book is another record. */
  readonly bookAnswers: WeakMap<Book, Answer>;
  /** Returns the account of an API key. */
  readonly findAccount: (key: string) => Account | undefined;
  readonly operations: Readonly<Record<KeyedOperation, Operate>>;
  readonly admitUpload: AdmitUpload;
  /** Changes answers just before they are sent. */
  readonly transport: (answer: Answer, target: RequestTarget) => Answer | Promise<Answer>;
}

/** Replacements for parts. Records are replaced entry by entry. */
export type Override = {
  readonly [Part in keyof RequiredParts]?: SandboxParts[Part] extends (...rest: never) => unknown
    ? SandboxParts[Part]
    : Partial<SandboxParts[Part]>;
} & Pick<SandboxParts, 'chooseParts'>;

type RequiredParts = Omit<SandboxParts, 'chooseParts'>;

/** Returns the parts with an override applied. */
export function applyOverride(
  parts: SandboxParts,
  { chooseParts, ...override }: Override,
): SandboxParts {
  const before: Readonly<Record<string, unknown>> = { ...parts };
  const changed = Object.entries(override).map(([name, part]): [string, unknown] => [
    name,
    typeof part === 'function' ? part : Object.assign({}, before[name], part),
  ]);
  return {
    ...parts,
    ...Object.fromEntries(changed),
    ...combineChoices(parts.chooseParts, chooseParts),
  };
}

/** Combines two choices: the second starts from the parts that the first chose. */
function combineChoices(
  first: ChooseParts | undefined,
  second: ChooseParts | undefined,
): Pick<SandboxParts, 'chooseParts'> {
  if (first === undefined || second === undefined) {
    const only = first ?? second;
    return only === undefined ? {} : { chooseParts: only };
  }
  return {
    chooseParts: async (incoming, parts) => second(incoming, await first(incoming, parts)),
  };
}
