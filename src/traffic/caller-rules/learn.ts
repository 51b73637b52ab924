/** Updates the memory with the facts of an exchange. */
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { pairGrants, type ShownGrant } from '../../monitor/index.ts';
import {
  createCallKey,
  getJson,
  isAccepted,
  isUncertain,
  createListKey,
  getPage,
  type CallerCall,
} from './call.ts';
import { type CallerMemory, remember, type GrantedFile } from './caller-memory.ts';
import { precedesUpload } from './upload-rules.ts';

/** Updates the memory after an exchange was judged, so that no call is judged by its own facts. */
export function learnFromCall(memory: CallerMemory, call: CallerCall): void {
  learnClock(memory, call);
  learnRefusal(memory, call);
  learnBooks(memory, call);
  learnPublish(memory, call);
  if (call.operation === 'requestUploads') learnGrants(memory, call);
  if (call.operation === 'listBooks') learnPage(memory, call);
  if (call.operation === 'createBook') learnCreate(memory, call);
  else if (isLookup(call)) forgetUncertainCreates(memory, call);
  if (call.operation === 'putFile') learnUpload(memory, call);
  if (call.operation === 'attachFile') learnAttach(memory, call);
}

function learnUpload({ filesByUrl }: CallerMemory, { exchange }: CallerCall): void {
  const file = filesByUrl.get(exchange.request.urlDigest ?? '');
  if (file === undefined) return;
  file.wasUploadTried = true;
  if (isAccepted(exchange)) file.uploadedAt ??= exchange.answeredAt;
}

function learnAttach({ filesById }: CallerMemory, call: CallerCall): void {
  const file = filesById.get(call.fileId ?? '');
  if (file === undefined) return;
  if (isAccepted(call.exchange)) file.isAttached = true;
  const isOrderJudged = file.wasUploadTried || precedesUpload(call, file);
  file.attachedAt = isOrderJudged ? undefined : call.exchange.answeredAt;
}

function learnClock(memory: CallerMemory, { exchange, operation }: CallerCall): void {
  const date = Date.parse(exchange.response?.headers['date'] ?? '');
  if (operation === 'putFile' || Number.isNaN(date)) return;
  memory.clockSkew = date - exchange.answeredAt;
}

/** Milliseconds. The clock's skew is read from dates, which leave out parts of a second. */
const dateStep = 1_000;

/** Remembers a refusal with Retry-After: a number of seconds or an HTTP date. Other values are ignored. */
function learnRefusal(memory: CallerMemory, call: CallerCall): void {
  const { response, answeredAt } = call.exchange;
  if (response === undefined || (response.status !== 429 && response.status !== 503)) return;
  const value = response.headers['retry-after']?.trim() ?? '';
  const retryAt = /^\d+$/.test(value)
    ? answeredAt + Number(value) * 1000
    : Date.parse(/^[A-Z][a-z]{2}, .* GMT$/.test(value) ? value : '') - memory.clockSkew - dateStep;
  // A time outside the range of `Date` is ignored.
  if (!Number.isNaN(new Date(retryAt).getTime()))
    remember(memory.refusedCalls, createCallKey(call), { refusedAt: answeredAt, retryAt });
}

function learnBooks(memory: CallerMemory, call: CallerCall): void {
  const { exchange } = call;
  const { request, response } = exchange;
  const body = response?.body;
  if (!isAccepted(exchange) || !isObject(body)) return;
  const items = isArray(body['data']) ? body['data'] : [body['data']];
  for (const item of items) {
    if (!isObject(item) || !isObject(item['attributes'])) continue;
    const { id, attributes } = item;
    if (typeof id === 'string' && typeof attributes['format'] === 'string') {
      remember(memory.formatsByBookId, id.toLowerCase(), attributes['format']);
    }
  }
  if (typeof body['bookId'] !== 'string' || request.method !== 'POST') return;
  const requestBody = getJson(call);
  if (isObject(requestBody) && typeof requestBody['format'] === 'string') {
    remember(memory.formatsByBookId, body['bookId'].toLowerCase(), requestBody['format']);
  }
}

/** Remembers published books, and which of them were edited since. */
function learnPublish({ publishedBooks }: CallerMemory, call: CallerCall): void {
  const { operation, exchange, bookId } = call;
  if (bookId === undefined || !isAccepted(exchange)) return;
  const key = `${exchange.request.account} ${bookId}`;
  const book = publishedBooks.get(key);
  if (operation === 'publishBook') {
    remember(publishedBooks, key, { publishedAt: exchange.answeredAt, editedBy: undefined });
  } else if (operation === 'unpublishBook' || operation === 'deleteBook') {
    publishedBooks.delete(key);
  } else if (operation === 'updateBook' || operation === 'attachFile') {
    // An edit that was under way during the publish may have come before it.
    if (book !== undefined && exchange.sentAt > book.publishedAt) book.editedBy ??= exchange.number;
  }
}

function learnPage(memory: CallerMemory, call: CallerCall): void {
  const { exchange, query } = call;
  const body = exchange.response?.body;
  const links = isObject(body) ? body['links'] : undefined;
  const next = isObject(links) ? links['next'] : undefined;
  if (!isAccepted(exchange) || (next !== null && typeof next !== 'string')) return;
  const nextQuery = next === null ? null : new URLSearchParams(next.split('?')[1] ?? '');
  remember(memory.pages, createListKey(call), { page: getPage(query), next: nextQuery });
  memory.lastListKeys.set(exchange.request.account, createListKey(call));
}

function learnCreate(memory: CallerMemory, call: CallerCall): void {
  const { exchange } = call;
  if (!isUncertain(exchange)) {
    if (memory.uncertainCreates.size > 0) memory.uncertainCreates.delete(createCallKey(call));
    return;
  }
  const requestBody = getJson(call);
  const externalId = isObject(requestBody) ? requestBody['externalId'] : undefined;
  remember(memory.uncertainCreates, createCallKey(call), {
    endedAt: exchange.answeredAt,
    externalId: typeof externalId === 'string' ? externalId : undefined,
  });
}

function isLookup({ operation, exchange }: CallerCall): boolean {
  return (operation === 'lookUpBook' || operation === 'listBooks') && !isUncertain(exchange);
}

/** A list may show any book of the account; a lookup shows only the book with its external id. */
function forgetUncertainCreates(memory: CallerMemory, call: CallerCall): void {
  const { account } = call.exchange.request;
  for (const [key, { externalId }] of memory.uncertainCreates) {
    if (!key.startsWith(`${account} `)) continue;
    if (call.operation === 'listBooks' || externalId === call.externalId) {
      memory.uncertainCreates.delete(key);
    }
  }
}

function learnGrants(memory: CallerMemory, call: CallerCall): void {
  const { exchange, bookId = '' } = call;
  const descriptors = getJson(call);
  if (!isAccepted(exchange) || !isArray(descriptors)) return;
  for (const { grant, descriptor } of pairGrants(descriptors, exchange.response?.body))
    addGrant(memory, { ...grant, bookId, descriptor });
}

interface GrantDetails extends ShownGrant {
  readonly descriptor: JsonObject;
  readonly bookId: string;
}

function addGrant(memory: CallerMemory, grant: GrantDetails): void {
  const { id, url, urlDigest, expiresAt = Number.NaN, descriptor, bookId } = grant;
  const getText = (value: unknown): string | undefined =>
    typeof value === 'string' ? value : undefined;
  const { filename, hashSha256, role } = descriptor;
  const file: GrantedFile = {
    id,
    bookId,
    expiresAt,
    filename: getText(filename),
    hash: getText(hashSha256)?.toLowerCase(),
    role: getText(role),
    uploadedAt: undefined,
    wasUploadTried: false,
    attachedAt: undefined,
    isAttached: memory.filesById.get(id)?.isAttached ?? false,
  };
  remember(memory.filesById, file.id, file);
  if (url !== '') remember(memory.filesByUrl, urlDigest, file);
}
