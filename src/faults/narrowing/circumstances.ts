/** The circumstances of a request: everything a narrowing operator may depend on. */
import { isArray, isObject, type Json } from '../../contract/json-pointer.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { Book } from '../../sandbox/book/index.ts';
import type { IncomingRequest, SandboxParts } from '../../sandbox/parts/index.ts';

export interface Circumstances {
  readonly operation: OperationId | undefined;
  /** The format of the book concerned, the one a create sends, or the one a list filters by. */
  readonly format: string | undefined;
  /** The status of the book concerned, as it was before the request. */
  readonly status: string | undefined;
  /** Strings of the request body and of the book concerned. */
  readonly texts: readonly string[];
  /** The page a list request names; 1 for every other request. */
  readonly page: number;
  /** True if a list request filters by format or language. */
  readonly filtered: boolean;
  /** The length of the longest array in the request body. */
  readonly items: number;
  /** The chapters of the book or of the request, whichever number is larger. */
  readonly chapters: number;
  /** How many times a publish of the book concerned was requested, this request included. */
  readonly publishes: number;
  /** How many requests of this operation there were, this one included. */
  readonly calls: number;
}

/** Returns the circumstances of a request; keeps counts between requests. */
export type ReadCircumstances = (
  incoming: IncomingRequest,
  parts: SandboxParts,
) => Promise<Circumstances>;

/** Creates a reader with its own counts, all at zero. */
export function createCircumstancesReader(): ReadCircumstances {
  const calls = new Map<string, number>();
  const publishes = new Map<string, number>();
  return async (incoming, parts) => {
    const { operation, url } = incoming;
    const book = await findBook(incoming, parts);
    const body = parseBody(await incoming.text());
    const query = new URL(url).searchParams;
    const lists = operation === 'listBooks';
    return {
      operation,
      format: lists ? (query.get('format') ?? undefined) : (book?.format ?? textAt(body, 'format')),
      status: book?.status,
      texts: [...collectStrings(body), ...collectStrings(toJson(book))],
      page: lists ? Number(query.get('page') ?? 1) : 1,
      filtered: lists && (query.has('format') || query.has('language')),
      items: longestArray(body),
      chapters: Math.max(book?.chapters?.length ?? 0, arrayLength(body, 'chapters')),
      publishes: countPublish(publishes, operation, book?.id),
      calls: increment(calls, operation ?? ''),
    };
  };
}

function countPublish(
  publishes: Map<string, number>,
  operation: string | undefined,
  id: string | undefined,
): number {
  if (id === undefined) return 0;
  return operation === 'publishBook' ? increment(publishes, id) : (publishes.get(id) ?? 0);
}

function increment(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}

async function findBook(incoming: IncomingRequest, parts: SandboxParts): Promise<Book | undefined> {
  const { store, findAccount } = parts;
  const id = incoming.path('bookPublicId')?.toLowerCase() ?? (await bookOfUpload(incoming, parts));
  if (id !== undefined) return store.readBook(id);
  const externalId = incoming.path('bookExternalId');
  const account = findAccount(incoming.header('apikey') ?? '');
  if (externalId === undefined || account === undefined) return undefined;
  const [newest] = await store.findByExternalId(account.id, externalId, {
    folded: false,
    visibleUntil: Number.MAX_SAFE_INTEGER,
  });
  return newest;
}

async function bookOfUpload(
  { operation, url }: IncomingRequest,
  { store }: SandboxParts,
): Promise<string | undefined> {
  if (operation !== 'putFile') return undefined;
  const [, fileId = ''] = /\/uploads\/([0-9a-f-]{36})/.exec(url) ?? [];
  return (await store.readGrant(fileId))?.bookId;
}

function parseBody(text: string | undefined): Json | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return toJson(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function toJson(value: unknown): Json | undefined {
  return isObject(value) || isArray(value) ? value : undefined;
}

function textAt(body: Json | undefined, name: string): string | undefined {
  const value = isObject(body) ? body[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function arrayLength(body: Json | undefined, name: string): number {
  const value = isObject(body) ? body[name] : undefined;
  return isArray(value) ? value.length : 0;
}

function collectStrings(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (isArray(value)) return value.flatMap(collectStrings);
  return isObject(value) ? Object.values(value).flatMap(collectStrings) : [];
}

function longestArray(value: Json | undefined): number {
  if (isArray(value)) return Math.max(value.length, ...value.map(longestArray));
  return isObject(value) ? Math.max(0, ...Object.values(value).map(longestArray)) : 0;
}
