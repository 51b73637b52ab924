/** Which books this run made: the only ones it may change, publish or delete. */
import { isObject } from '../../contract/json-pointer.ts';
import type { OperationId } from '../../contract/operations.ts';
import { BrokenCase, type Exchange } from '../evidence/index.ts';
import type { Journal } from './journal.ts';

/** A book of this run, in the order of making. */
export interface OwnBook {
  readonly id: string;
  readonly externalId: string | undefined;
}

export interface Ownership {
  /** Throws when a request would change what this run did not make. */
  readonly assertMayTouch: (operation: OperationId | undefined, path: string, url: string) => void;
  /** Writes down a book before it is asked for, so that a killed run leaves a trail. */
  readonly intend: (operation: OperationId | undefined, body: unknown) => void;
  /** Takes ids and upload addresses out of an answer, whatever case asked for it. */
  readonly learn: (exchange: Exchange, text: string) => void;
  /** Takes over a book that an earlier run made. */
  readonly adopt: (book: OwnBook) => void;
  /** Remembers a create whose answer nobody heard. */
  readonly expect: (externalId: string) => void;
  /** Adopts an id that names nothing, so that it may be asked to be changed. */
  readonly adoptUnknown: (id: string) => void;
  readonly books: () => readonly OwnBook[];
  /** External ids of creates whose outcome is unknown. */
  readonly unanswered: () => readonly string[];
  /** Notes a create without an external id whose outcome is unknown. */
  readonly lose: () => void;
  /** Whether the service may hold books of this run whose ids are unknown. */
  readonly hasLost: () => boolean;
  readonly forget: (id: string) => void;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const reading: ReadonlySet<OperationId | undefined> = new Set([
  'listBooks',
  'readBook',
  'lookUpBook',
]);

/** All that belongs to a run, or counts as if it did. */
interface Belongings {
  readonly books: Map<string, OwnBook>;
  /** Addresses that grants gave. */
  readonly uploads: Set<string>;
  /** Ids that name nothing. */
  readonly strangers: Set<string>;
  /** External ids asked for and not yet answered. */
  readonly intended: Set<string>;
  /** Creates without an external id whose outcome is unknown. */
  lost: number;
}

/**
 * Starts with nothing of its own; `journal` keeps the trail on disk.
 * @param mark how the external ids of this run begin: a book that carries it is this run's,
 *   also when the service made it while saying that it refused
 */
export function createOwnership(journal: Journal, mark: string): Ownership {
  const own: Belongings = {
    books: new Map(),
    uploads: new Set(),
    strangers: new Set(),
    intended: new Set(),
    lost: 0,
  };
  return {
    assertMayTouch: (operation, path, url) =>
      operation === 'putFile' ? assertGranted(own, url) : assertOwn(own, operation, path),
    intend: (operation, body) => {
      if (operation !== 'createBook') return;
      const externalId = externalIdIn(body);
      if (externalId !== undefined) own.intended.add(externalId);
      journal.append({ intends: externalId ?? null });
    },
    learn: learner(own, journal, mark),
    adopt: (book) => {
      own.books.set(book.id, book);
    },
    expect: (externalId) => {
      own.intended.add(externalId);
    },
    adoptUnknown: (id) => own.strangers.add(id.toLowerCase()),
    books: () => [...own.books.values()],
    unanswered: () => [...own.intended],
    lose: () => {
      own.lost += 1;
    },
    hasLost: () => own.lost + own.intended.size > 0,
    forget: (id) => {
      own.books.delete(id);
      journal.append({ removed: id });
    },
  };
}

function learner(own: Belongings, journal: Journal, mark: string): Ownership['learn'] {
  return (exchange, text) => {
    const made = created(exchange, text);
    const answered = answeredIn(exchange, made);
    if (answered !== undefined) {
      own.intended.delete(answered);
      if (made.length === 0) journal.append({ refused: answered });
    }
    for (const book of [...made, ...markedIn(exchange, mark)]) {
      if (own.books.has(book.id)) continue;
      own.books.set(book.id, book);
      journal.append({ made: book.id, externalId: book.externalId ?? null });
    }
    for (const url of grantedIn(exchange)) own.uploads.add(url);
  };
}

function assertGranted({ uploads }: Belongings, url: string): void {
  if (!uploads.has(url)) throw new BrokenCase('refuses to PUT to an address no grant gave');
}

function assertOwn(own: Belongings, operation: OperationId | undefined, path: string): void {
  if (reading.has(operation) || operation === 'createBook') return;
  const id = uuid.exec(path)?.[0].toLowerCase();
  if (id === undefined || own.books.has(id) || own.strangers.has(id)) return;
  throw new BrokenCase(`refuses to touch book ${id}, which this run did not create`);
}

/** The book a create made, if it made one. */
function created(exchange: Exchange, text: string): OwnBook[] {
  if (exchange.operation !== 'createBook' || exchange.status >= 300) return [];
  const id = createdId(exchange.body, text);
  return id === undefined ? [] : [{ id, externalId: externalIdIn(exchange.request.body) }];
}

/** The external id of a create that got its answer: made, or refused for good. */
function answeredIn(exchange: Exchange, made: readonly OwnBook[]): string | undefined {
  if (exchange.operation !== 'createBook') return undefined;
  // After a 429 the same create is sent again.
  const refused = exchange.status >= 400 && exchange.status < 500 && exchange.status !== 429;
  return made.length > 0 || refused ? externalIdIn(exchange.request.body) : undefined;
}

function markedIn({ status, body }: Exchange, mark: string): OwnBook[] {
  return status >= 300 ? [] : marked(body, mark);
}

function grantedIn({ operation, status, body }: Exchange): string[] {
  return operation === 'requestUploads' && status < 300 ? addressesIn(body) : [];
}

function externalIdIn(body: unknown): string | undefined {
  const value = isObject(body) ? body['externalId'] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Where both documented shapes keep the id; failing these, the first UUID anywhere in the answer. */
function createdId(body: unknown, text: string): string | undefined {
  const data = isObject(body) ? body['data'] : undefined;
  const id = isObject(body)
    ? (body['bookId'] ?? (isObject(data) ? data['id'] : undefined))
    : undefined;
  return (typeof id === 'string' ? id : uuid.exec(text)?.[0])?.toLowerCase();
}

/** The books of a response, single or listed, whose external id or title carries the mark of this run. */
function marked(body: unknown, mark: string): OwnBook[] {
  const data = isObject(body) ? body['data'] : undefined;
  return [data ?? []].flat().flatMap((entry: unknown) => {
    const inner = isObject(entry) ? entry['attributes'] : undefined;
    const externalId = externalIdIn(inner);
    const id = isObject(entry) ? entry['id'] : undefined;
    const title = isObject(inner) ? inner['title'] : undefined;
    const marks = [
      externalId?.startsWith(mark),
      typeof title === 'string' && title.startsWith(mark.replaceAll('-', ' ')),
    ];
    return typeof id === 'string' && marks.includes(true)
      ? [{ id: id.toLowerCase(), externalId }]
      : [];
  });
}

function addressesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(addressesIn);
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'url' && typeof value === 'string' ? [value] : addressesIn(value),
  );
}
