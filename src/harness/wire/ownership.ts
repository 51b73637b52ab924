/** The books that this run created, which alone it may change; and the consent that a request needs. */
import { isObject } from '../../contract/json-pointer.ts';
import type { OperationId } from '../../contract/operations.ts';
import { getSentJson, readWrittenId, type ReceivedResponse } from '../../monitor/index.ts';
import { BrokenCase, type Exchange, type Consent } from '../evidence/index.ts';
import type { Journal } from './journal.ts';
import type { OutgoingRequest } from './transmit.ts';

/** A book of this run, in the order of creation. */
export interface OwnBook {
  readonly id: string;
  readonly externalId: string | undefined;
  /** Set if the second account made it. */
  readonly account?: 'second' | undefined;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const readOperations: ReadonlySet<OperationId | undefined> = new Set([
  'listBooks',
  'readBook',
  'lookUpBook',
]);

/** The books, upload URLs and ids that a run may use in writes. */
type Belongings = ReturnType<typeof createBelongings>;

function createBelongings() {
  return {
    books: new Map<string, OwnBook>(),
    /** Upload URLs from grants. */
    uploads: new Set<string>(),
    /** Ids that name nothing. */
    unknownIds: new Set<string>(),
    /** External ids of creates in flight. */
    pendingCreates: new Set<string>(),
    /** Creates without an external id whose outcome is unknown. */
    lostCreates: 0,
    usesSecondAccount: false,
  };
}

export type Ownership = ReturnType<typeof createOwnership>;

/**
 * Starts without books; `journal` records them on disk.
 * @param mark the prefix of the external ids of this run. A book that carries it belongs to this run,
 *   even if the service created it while it reported a refusal
 */
export function createOwnership(journal: Journal, mark: string) {
  const belongings = createBelongings();
  return {
    /** Throws if a request would change something that this run did not create. */
    assertMayTouch: ({ operation, sent, url }: OutgoingRequest): void =>
      sent.toStorage ? assertGranted(belongings, url) : assertOwn(belongings, operation, sent.path),
    /** Records a book before it is created, so that a killed run leaves a journal. */
    recordIntent: ({ operation, sent }: OutgoingRequest): void => {
      if (operation !== 'createBook') return;
      if (sent.account === 'second') belongings.usesSecondAccount = true;
      const externalId = getExternalId(getSentJson(sent));
      if (externalId !== undefined) belongings.pendingCreates.add(externalId);
      journal.append({ intends: externalId ?? null });
    },
    /** Collects ids and upload addresses from a response, of any case. */
    learn: createLearner(belongings, journal, mark),
    /** Adopts a book that an earlier run created. */
    adopt: (book: OwnBook): void => void belongings.books.set(book.id, book),
    /** Records a create without a response. */
    addPendingCreate: (externalId: string): void => void belongings.pendingCreates.add(externalId),
    /** Adopts an id that names nothing, so that a case may try to change it. */
    addUnknownId: (id: string): void => void belongings.unknownIds.add(id.toLowerCase()),
    /** Returns the ids of a path, in lower case, that name nothing. */
    findUnknownIds: (path: string): readonly string[] =>
      path
        .toLowerCase()
        .split('/')
        .filter((part) => belongings.unknownIds.has(part)),
    books: (): readonly OwnBook[] => [...belongings.books.values()],
    /** External ids of creates whose outcome is unknown. */
    pendingExternalIds: (): readonly string[] => [...belongings.pendingCreates],
    /** Notes a create without an external id whose outcome is unknown. */
    addLostCreate: (): void => {
      belongings.lostCreates += 1;
    },
    /** True if a create was sent for the second account. */
    usesSecondAccount: (): boolean => belongings.usesSecondAccount,
    /** Returns whether the service may hold books of this run whose ids are unknown. */
    hasUnknownCreates: (): boolean => belongings.lostCreates + belongings.pendingCreates.size > 0,
    forget: (id: string): void => {
      belongings.books.delete(id);
      journal.append({ removed: id });
    },
  };
}

function createLearner(belongings: Belongings, journal: Journal, mark: string) {
  return (exchange: Exchange): void => {
    const createdBooks = findCreatedBooks(exchange);
    const settledId = findSettledExternalId(exchange, createdBooks);
    if (settledId !== undefined) {
      belongings.pendingCreates.delete(settledId);
      if (createdBooks.length === 0) journal.append({ refused: settledId });
    }
    for (const book of [...createdBooks, ...findMarkedBooks(exchange, mark)]) {
      if (belongings.books.has(book.id)) continue;
      belongings.books.set(book.id, book);
      const { id, externalId = null, account } = book;
      journal.append({ made: id, externalId, ...(account && { account }) });
    }
    const isGranted = exchange.operation === 'requestUploads' && exchange.response.status < 300;
    for (const url of isGranted ? findUrls(exchange.response.body) : [])
      belongings.uploads.add(url);
  };
}

function assertGranted({ uploads }: Belongings, url: string): void {
  if (!uploads.has(url)) throw new BrokenCase('does not PUT to an address that no grant contained');
}

function assertOwn(belongings: Belongings, operation: OperationId | undefined, path: string): void {
  if (readOperations.has(operation) || operation === 'createBook') return;
  const id = uuid.exec(path)?.[0].toLowerCase();
  if (id === undefined || belongings.books.has(id) || belongings.unknownIds.has(id)) return;
  throw new BrokenCase(`does not touch book ${id}, which this run did not create`);
}

function findCreatedBooks(exchange: Exchange): OwnBook[] {
  if (exchange.operation !== 'createBook' || exchange.response.status >= 300) return [];
  const id = findCreatedId(exchange.response);
  if (id === undefined) return [];
  return [
    { id, externalId: getExternalId(getSentJson(exchange.request)), ...getAccountField(exchange) },
  ];
}

/** Returns the external id of a create with a final outcome: created or refused. */
function findSettledExternalId(
  exchange: Exchange,
  createdBooks: readonly OwnBook[],
): string | undefined {
  if (exchange.operation !== 'createBook') return undefined;
  // After a 429 the same create is sent again.
  const isRefused =
    exchange.response.status >= 400 &&
    exchange.response.status < 500 &&
    exchange.response.status !== 429;
  return createdBooks.length > 0 || isRefused
    ? getExternalId(getSentJson(exchange.request))
    : undefined;
}

/** A book that shows for the first time belongs to the account that sees it. */
function findMarkedBooks(exchange: Exchange, mark: string): OwnBook[] {
  if (exchange.response.status >= 300) return [];
  return parseMarkedBooks(exchange.response.body, mark).map((book) => ({
    ...book,
    ...getAccountField(exchange),
  }));
}

function getAccountField({ request }: Exchange): Pick<OwnBook, 'account'> {
  return request.account === 'second' ? { account: 'second' } : {};
}

function getExternalId(body: unknown): string | undefined {
  const value = isObject(body) ? body['externalId'] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Returns the id from either documented shape, or else the first UUID anywhere in the response. */
function findCreatedId({ body, text = '' }: ReceivedResponse): string | undefined {
  return (readWrittenId(body) ?? uuid.exec(text)?.[0])?.toLowerCase();
}

/** The books of a response, single or listed, whose external id or title carries the mark of this run. */
function parseMarkedBooks(body: unknown, mark: string): OwnBook[] {
  const data = isObject(body) ? body['data'] : undefined;
  return [data ?? []].flat().flatMap((entry: unknown) => {
    const inner = isObject(entry) ? entry['attributes'] : undefined;
    const externalId = getExternalId(inner);
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

function findUrls(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(findUrls);
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'url' && typeof value === 'string' ? [value] : findUrls(value),
  );
}

export const consents: readonly Consent[] = ['read', 'write', 'publish', 'delete'];

const consentByOperation: Readonly<Record<OperationId, Consent>> = {
  createBook: 'write',
  listBooks: 'read',
  readBook: 'read',
  lookUpBook: 'read',
  updateBook: 'write',
  requestUploads: 'write',
  putFile: 'write',
  attachFile: 'write',
  publishBook: 'publish',
  unpublishBook: 'publish',
  deleteBook: 'delete',
};

/**
 * Returns the consent that a request needs. A publish that should be refused still needs `publish`,
 * because a service that drifts may accept it.
 */
export function consentFor(operation: OperationId | undefined, method = 'POST'): Consent {
  if (operation !== undefined) return consentByOperation[operation];
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write';
}

/**
 * Returns the `--allow` option with the present and the additional consents, and with `read`, which
 * every run has.
 */
export function formatAllowOption(
  allow: ReadonlySet<Consent>,
  additionalConsents: readonly Consent[],
): string {
  const consentList = consents.filter(
    (consent) => consent === 'read' || allow.has(consent) || additionalConsents.includes(consent),
  );
  return `--allow ${consentList.join(',')}`;
}
