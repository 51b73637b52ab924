/** What earlier exchanges showed that later calls of the same program are held to. */
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { readContract } from '../../contract/spec.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { ObservedExchange } from '../../monitor/index.ts';

/** A file for which the service handed out an upload URL. */
export interface GrantedFile {
  readonly id: string;
  readonly bookId: string;
  readonly url: string;
  /** Epoch milliseconds by the service's clock; NaN if the response did not say. */
  readonly expiresAt: number;
  /** What the descriptor declared. */
  readonly filename: string | undefined;
  readonly hash: string | undefined;
  readonly role: string | undefined;
  /** When an upload to it was known to have succeeded, in epoch milliseconds of the observer. */
  uploadedAt: number | undefined;
  attached: boolean;
}

/** The newest page seen of a list, and where the service says the next one is. */
export interface SeenPage {
  readonly page: number;
  /** The query of `links.next`; null on the last page. */
  readonly next: URLSearchParams | null;
}

/** A call that was answered in a way that restricts how it may be repeated. */
export interface Restriction {
  /** When the response arrived, in epoch milliseconds of the observer. */
  readonly since: number;
  /** When the call may be repeated. */
  readonly until: number;
}

export interface UncertainCreate {
  readonly since: number;
  readonly externalId: string | undefined;
}

export interface CallerMemory {
  readonly filesById: Map<string, GrantedFile>;
  readonly filesByUrl: Map<string, GrantedFile>;
  readonly formatOfBook: Map<string, string>;
  /** Bodies of creates whose outcome is unknown, with the account; removed when the caller looks. */
  readonly uncertainCreates: Map<string, UncertainCreate>;
  readonly refused: Map<string, Restriction>;
  /** By account and query without the page. */
  readonly pages: Map<string, SeenPage>;
  /** The key in `pages` of the list that an account requested last. */
  readonly lastList: Map<string, string>;
  /** The service's clock minus the observer's, in milliseconds. */
  skew: number;
}

/** One call with what its path says. */
export interface Call {
  readonly exchange: ObservedExchange;
  readonly operation: OperationId | undefined;
  readonly bookId: string | undefined;
  readonly fileId: string | undefined;
  readonly externalId: string | undefined;
  readonly query: URLSearchParams;
}

/** Starts with nothing known. */
export function createCallerMemory(): CallerMemory {
  return {
    filesById: new Map(),
    filesByUrl: new Map(),
    formatOfBook: new Map(),
    uncertainCreates: new Map(),
    refused: new Map(),
    pages: new Map(),
    lastList: new Map(),
    skew: 0,
  };
}

/** Finds the operation and the ids in the path of an exchange. */
export function readCall(exchange: ObservedExchange): Call {
  const { method, path, toStorage } = exchange.request;
  const [plain = '', query = ''] = toStorage ? [] : path.split('?', 2);
  const match = toStorage ? undefined : readContract().match(method, plain);
  return {
    exchange,
    operation: toStorage ? 'putFile' : match?.operation.id,
    bookId: match?.params['bookPublicId']?.toLowerCase(),
    fileId: match?.params['fileId']?.toLowerCase(),
    externalId: match?.params['bookExternalId'],
    query: new URLSearchParams(query),
  };
}

/** Identifies a call by everything it asks: a repeated call has the same key. */
export function callKey({ exchange: { request } }: Call): string {
  const body = request.body.kind === 'json' ? JSON.stringify(request.body.value) : '';
  return `${request.account} ${request.method} ${request.path} ${body}`;
}

/** Whether the work may have been done although the response does not say so. */
export function isUncertain({ response }: ObservedExchange): boolean {
  return response === undefined || response.status >= 500 || response.status === 408;
}

export function isAccepted({ response }: ObservedExchange): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

/** Entries that are kept of each kind; a longer watch forgets the oldest. */
const most = 50_000;

function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}

/** Takes in one exchange after it was judged. */
export function learn(memory: CallerMemory, call: Call): void {
  learnClock(memory, call);
  learnRefusal(memory, call);
  learnBooks(memory, call);
  if (call.operation === 'requestUploads') learnGrants(memory, call);
  if (call.operation === 'listBooks') learnPage(memory, call);
  if (call.operation === 'createBook') learnCreate(memory, call);
  else if (isLook(call)) forgetUncertainCreates(memory, call);
  if (!isAccepted(call.exchange)) return;
  if (call.operation === 'putFile') {
    const file = memory.filesByUrl.get(call.exchange.request.path);
    if (file !== undefined) file.uploadedAt ??= call.exchange.answeredAt;
  }
  if (call.operation === 'attachFile') {
    const file = memory.filesById.get(call.fileId ?? '');
    if (file !== undefined) file.attached = true;
  }
}

function learnClock(memory: CallerMemory, { exchange, operation }: Call): void {
  const date = Date.parse(exchange.response?.headers['date'] ?? '');
  if (operation === 'putFile' || Number.isNaN(date)) return;
  memory.skew = date - exchange.answeredAt;
}

/** A Retry-After is a number of seconds or an HTTP date; anything else says nothing. */
function learnRefusal(memory: CallerMemory, call: Call): void {
  const { response, answeredAt } = call.exchange;
  if (response === undefined || (response.status !== 429 && response.status !== 503)) return;
  const value = response.headers['retry-after']?.trim() ?? '';
  const until = /^\d+$/.test(value)
    ? answeredAt + Number(value) * 1000
    : Date.parse(/^[A-Z][a-z]{2}, .* GMT$/.test(value) ? value : '') - memory.skew;
  if (!Number.isNaN(until)) remember(memory.refused, callKey(call), { since: answeredAt, until });
}

function learnBooks(memory: CallerMemory, { exchange }: Call): void {
  const { request, response } = exchange;
  const body = response?.body;
  if (!isAccepted(exchange) || !isObject(body)) return;
  const items = isArray(body['data']) ? body['data'] : [body['data']];
  for (const item of items) {
    if (!isObject(item) || !isObject(item['attributes'])) continue;
    const { id, attributes } = item;
    if (typeof id === 'string' && typeof attributes['format'] === 'string') {
      remember(memory.formatOfBook, id.toLowerCase(), attributes['format']);
    }
  }
  if (typeof body['bookId'] !== 'string' || request.method !== 'POST') return;
  const sent = request.body.kind === 'json' ? request.body.value : undefined;
  if (isObject(sent) && typeof sent['format'] === 'string') {
    remember(memory.formatOfBook, body['bookId'].toLowerCase(), sent['format']);
  }
}

/** Grants come bare or in an envelope, and name their descriptor by label or by position. */
function learnGrants(memory: CallerMemory, { exchange, bookId }: Call): void {
  const { request, response } = exchange;
  const body = response?.body;
  const grants = isObject(body) ? body['data'] : body;
  const descriptors = request.body.kind === 'json' ? request.body.value : undefined;
  if (!isAccepted(exchange) || !isArray(grants) || !isArray(descriptors)) return;
  for (const [index, grant] of grants.entries()) {
    if (!isObject(grant) || typeof grant['id'] !== 'string') continue;
    const fields = isObject(grant['attributes']) ? grant['attributes'] : grant;
    const labelled = descriptors.find(
      (one) => isObject(one) && one['referenceId'] === fields['referenceId'],
    );
    const descriptor = labelled ?? descriptors[index];
    addGrant(memory, { id: grant['id'], fields, descriptor, bookId: bookId ?? '' });
  }
}

interface Granted {
  readonly id: string;
  readonly fields: JsonObject;
  readonly descriptor: unknown;
  readonly bookId: string;
}

function addGrant(memory: CallerMemory, { id, fields, descriptor, bookId }: Granted): void {
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' ? value : undefined;
  const declared = isObject(descriptor) ? descriptor : {};
  const url = text(fields['url']) ?? '';
  const file: GrantedFile = {
    id: id.toLowerCase(),
    bookId,
    url,
    expiresAt: Date.parse(text(fields['expiresAt']) ?? ''),
    filename: text(declared['filename']),
    hash: text(declared['hashSha256'])?.toLowerCase(),
    role: text(declared['role']),
    uploadedAt: undefined,
    attached: memory.filesById.get(id.toLowerCase())?.attached ?? false,
  };
  remember(memory.filesById, file.id, file);
  if (url !== '') remember(memory.filesByUrl, url, file);
}

/** The key of a list in `pages`: the account and the query, without the page. */
export function listKey({ exchange, query }: Call): string {
  return `${exchange.request.account} ${describeQuery(query, ['page'])}`;
}

/** A query in a form that does not depend on the order of its parameters. */
export function describeQuery(query: URLSearchParams, without: readonly string[] = []): string {
  const pairs = [...query].filter(([name]) => !without.includes(name));
  return new URLSearchParams(pairs.sort(([one], [other]) => (one < other ? -1 : 1))).toString();
}

/** The page a call requests; the first one if it does not say. */
export function pageOf(query: URLSearchParams): number {
  return Number(query.get('page') ?? 1);
}

function learnPage(memory: CallerMemory, call: Call): void {
  const { exchange, query } = call;
  const body = exchange.response?.body;
  const links = isObject(body) ? body['links'] : undefined;
  const next = isObject(links) ? links['next'] : undefined;
  if (!isAccepted(exchange) || (next !== null && typeof next !== 'string')) return;
  const nextQuery = next === null ? null : new URLSearchParams(next.split('?')[1] ?? '');
  remember(memory.pages, listKey(call), { page: pageOf(query), next: nextQuery });
  memory.lastList.set(exchange.request.account, listKey(call));
}

function learnCreate(memory: CallerMemory, call: Call): void {
  const { exchange } = call;
  const key = callKey(call);
  if (!isUncertain(exchange)) {
    memory.uncertainCreates.delete(key);
    return;
  }
  const sent = exchange.request.body.kind === 'json' ? exchange.request.body.value : undefined;
  const externalId = isObject(sent) ? sent['externalId'] : undefined;
  remember(memory.uncertainCreates, key, {
    since: exchange.answeredAt,
    externalId: typeof externalId === 'string' ? externalId : undefined,
  });
}

function isLook({ operation, exchange }: Call): boolean {
  return (operation === 'lookUpBook' || operation === 'listBooks') && !isUncertain(exchange);
}

/** A list may show any book of the account; a look-up shows the one with its external id. */
function forgetUncertainCreates(memory: CallerMemory, call: Call): void {
  const { account } = call.exchange.request;
  for (const [key, { externalId }] of memory.uncertainCreates) {
    if (!key.startsWith(`${account} `)) continue;
    if (call.operation === 'listBooks' || externalId === call.externalId) {
      memory.uncertainCreates.delete(key);
    }
  }
}
