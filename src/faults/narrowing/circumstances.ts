/** The circumstances of a request, and conditions on them under which a fault shows, as data. */
import { isArray, isObject, type Json } from '../../contract/json-pointer.ts';
import { listPathParameters, type OperationId, operationIds } from '../../contract/operations.ts';
import type { Book } from '../../sandbox/book/index.ts';
import type { IncomingRequest, Parts } from '../../sandbox/replaceable-parts/index.ts';

interface Circumstances {
  readonly operation: OperationId | undefined;
  /** The format of the book concerned, in the body of a create, or in the filter of a list. */
  readonly format: string | undefined;
  /** The status of the book concerned, as it was before the request. */
  readonly status: string | undefined;
  /** Strings of the request body and of the book concerned. */
  readonly texts: readonly string[];
  /** The page that a list request names; 1 for every other request. */
  readonly page: number;
  /** True if a list request filters by format or language. */
  readonly isFiltered: boolean;
  /** The number of items in the longest array of the request body. */
  readonly itemCount: number;
  /** The number of chapters of the book or of the request, whichever is larger. */
  readonly chapterCount: number;
  /** The number of publish requests for the book concerned, this one included. */
  readonly publishCount: number;
  /** The number of requests of this operation so far, this one included. */
  readonly requestCount: number;
}

/** Creates a reader with its own counts, all at zero. */
export function createCircumstancesReader() {
  const requestCounts = new Map<string, number>();
  const publishCounts = new Map<string, number>();
  return async (request: IncomingRequest, parts: Parts): Promise<Circumstances> => {
    const { operation, url } = request;
    const book = await findBook(request, parts);
    const body = parseBody(await request.text());
    const query = new URL(url).searchParams;
    const isList = operation === 'listBooks';
    return {
      operation,
      format: isList
        ? (query.get('format') ?? undefined)
        : (book?.format ?? textAt(body, 'format')),
      status: book?.status,
      texts: [...collectStrings(body), ...collectStrings(toJson(book))],
      page: isList ? Number(query.get('page') ?? 1) : 1,
      isFiltered: isList && (query.has('format') || query.has('language')),
      itemCount: maxArrayLength(body),
      chapterCount: Math.max(book?.chapters?.length ?? 0, arrayLength(body, 'chapters')),
      publishCount: countPublishes(publishCounts, operation, book?.id),
      requestCount: increment(requestCounts, operation ?? ''),
    };
  };
}

function countPublishes(
  publishCounts: Map<string, number>,
  operation: string | undefined,
  id: string | undefined,
): number {
  if (id === undefined) return 0;
  return operation === 'publishBook' ? increment(publishCounts, id) : (publishCounts.get(id) ?? 0);
}

function increment(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}

async function findBook(request: IncomingRequest, parts: Parts): Promise<Book | undefined> {
  const { contract, store, findAccount } = parts;
  const { operation } = request;
  const [name] = operation === undefined ? [] : listPathParameters(contract.operations[operation]);
  const value = name === undefined ? undefined : request.path(name);
  const isLookUp = operation === 'lookUpBook';
  const id = isLookUp
    ? undefined
    : (value?.toLowerCase() ?? (await findUploadedBookId(request, parts)));
  if (id !== undefined) return store.readBook(id);
  const externalId = isLookUp ? value : undefined;
  const account = findAccount(request.header(contract.keyHeader) ?? '');
  if (externalId === undefined || account === undefined) return undefined;
  const [newest] = await store.findByExternalId(account.id, externalId, {
    ignoresCase: false,
    visibleUntil: Number.MAX_SAFE_INTEGER,
  });
  return newest;
}

async function findUploadedBookId({ operation, url }: IncomingRequest, { store }: Parts) {
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

function maxArrayLength(value: Json | undefined): number {
  if (isArray(value)) return Math.max(value.length, ...value.map(maxArrayLength));
  return isObject(value) ? Math.max(0, ...Object.values(value).map(maxArrayLength)) : 0;
}

export interface Operator {
  /** In kebab case; `fault@operator` names the narrowed fault. */
  readonly name: string;
  /** The end of a sentence that starts with "Only". */
  readonly condition: string;
  readonly applies: (circumstances: Circumstances) => boolean;
  /** True if the first item of each array in a response stays correct. */
  readonly sparesFirstItem?: true;
}

const formats = ['ebook', 'print', 'audio'] as const;
const statuses = ['draft', 'in_review', 'published', 'withdrawn'] as const;

const textClasses: readonly {
  readonly name: string;
  readonly condition: string;
  readonly pattern: RegExp;
}[] = [
  { name: 'accented', condition: 'accented letters', pattern: /[À-ÖØ-öø-ÿ]/ },
  { name: 'astral', condition: 'characters outside the BMP', pattern: /[\u{10000}-\u{10FFFF}]/u },
  { name: 'right-to-left', condition: 'Hebrew or Arabic letters', pattern: /[\u0590-\u06FF]/ },
  { name: 'long', condition: 'at least 200 characters', pattern: /^.{200}/su },
];

export const operators: readonly Operator[] = [
  ...formats.map((format) => ({
    name: `only-${format}`,
    condition: `for the format \`${format}\``,
    applies: (circumstances: Circumstances) => circumstances.format === format,
  })),
  ...statuses.map((status) => ({
    name: `only-${status.replace('_', '-')}`,
    condition: `while the book is \`${status}\``,
    applies: (circumstances: Circumstances) => circumstances.status === status,
  })),
  {
    name: 'from-second-page',
    condition: 'from the second page of a list on',
    applies: ({ page }) => page > 1,
  },
  {
    name: 'from-second-item',
    condition: 'from the second item of an array on',
    applies: ({ operation, itemCount }) => isReadOperation(operation) || itemCount > 1,
    sparesFirstItem: true,
  },
  {
    name: 'from-second-publish',
    condition: 'after the first publish request for a book',
    // The count of a publish request includes that request.
    applies: ({ operation, publishCount }) => publishCount >= (operation === 'publishBook' ? 2 : 1),
  },
  {
    name: 'from-second-chapter',
    condition: 'for books with at least two chapters',
    applies: ({ chapterCount }) => chapterCount > 1,
  },
  {
    name: 'only-filtered',
    condition: 'in lists with a filter',
    applies: ({ isFiltered }) => isFiltered,
  },
  ...textClasses.map((textClass) => ({
    name: `only-${textClass.name}-text`,
    condition: `for texts with ${textClass.condition}`,
    applies: ({ texts }: Circumstances) => texts.some((text) => textClass.pattern.test(text)),
  })),
  {
    name: 'once-in-seven',
    condition: 'in every seventh request to an operation',
    applies: ({ requestCount }) => requestCount % 7 === 0,
  },
  ...operationIds.map((operation) => ({
    name: `only-in-${operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    condition: `in the operation \`${operation}\``,
    applies: (circumstances: Circumstances) => circumstances.operation === operation,
  })),
];

/** Returns whether an operation only reads, so that it can run twice. */
export function isReadOperation(operation: string | undefined): boolean {
  return operation === 'readBook' || operation === 'listBooks' || operation === 'lookUpBook';
}
