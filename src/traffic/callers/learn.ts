/** Learns from an exchange what later calls of the same program must respect. */
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import {
  createCallKey,
  requestJson,
  isAccepted,
  isUncertain,
  createListKey,
  requestedPage,
  type Call,
} from './call.ts';
import { type CallerMemory, remember, type GrantedFile } from './caller-memory.ts';
import { precedesUpload } from './upload-rules.ts';

/** Updates the memory after an exchange was judged. */
export function learnFromCall(memory: CallerMemory, call: Call): void {
  learnClock(memory, call);
  learnRefusal(memory, call);
  learnBooks(memory, call);
  if (call.operation === 'requestUploads') learnGrants(memory, call);
  if (call.operation === 'listBooks') learnPage(memory, call);
  if (call.operation === 'createBook') learnCreate(memory, call);
  else if (isLookup(call)) forgetUncertainCreates(memory, call);
  if (call.operation === 'putFile') learnUpload(memory, call);
  if (call.operation === 'attachFile') learnAttach(memory, call);
}

function learnUpload({ filesByUrl }: CallerMemory, { exchange }: Call): void {
  const file = filesByUrl.get(exchange.request.path);
  if (file === undefined) return;
  file.uploadTried = true;
  if (isAccepted(exchange)) file.uploadedAt ??= exchange.answeredAt;
}

function learnAttach({ filesById }: CallerMemory, call: Call): void {
  const file = filesById.get(call.fileId ?? '');
  if (file === undefined) return;
  if (isAccepted(call.exchange)) file.attached = true;
  const isJudged = file.uploadTried || precedesUpload(call, file);
  file.attachedAt = isJudged ? undefined : call.exchange.answeredAt;
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
  // A time that no date can express is ignored.
  if (!Number.isNaN(new Date(until).getTime()))
    remember(memory.refused, createCallKey(call), { since: answeredAt, until });
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
  const requestBody = requestJson({ exchange });
  if (isObject(requestBody) && typeof requestBody['format'] === 'string') {
    remember(memory.formatOfBook, body['bookId'].toLowerCase(), requestBody['format']);
  }
}

function learnPage(memory: CallerMemory, call: Call): void {
  const { exchange, query } = call;
  const body = exchange.response?.body;
  const links = isObject(body) ? body['links'] : undefined;
  const next = isObject(links) ? links['next'] : undefined;
  if (!isAccepted(exchange) || (next !== null && typeof next !== 'string')) return;
  const nextQuery = next === null ? null : new URLSearchParams(next.split('?')[1] ?? '');
  remember(memory.pages, createListKey(call), { page: requestedPage(query), next: nextQuery });
  memory.lastList.set(exchange.request.account, createListKey(call));
}

function learnCreate(memory: CallerMemory, call: Call): void {
  const { exchange } = call;
  if (!isUncertain(exchange)) {
    if (memory.uncertainCreates.size > 0) memory.uncertainCreates.delete(createCallKey(call));
    return;
  }
  const requestBody = requestJson(call);
  const externalId = isObject(requestBody) ? requestBody['externalId'] : undefined;
  remember(memory.uncertainCreates, createCallKey(call), {
    since: exchange.answeredAt,
    externalId: typeof externalId === 'string' ? externalId : undefined,
  });
}

function isLookup({ operation, exchange }: Call): boolean {
  return (operation === 'lookUpBook' || operation === 'listBooks') && !isUncertain(exchange);
}

/** A list may show any book of the account; a lookup shows the one with its external id. */
function forgetUncertainCreates(memory: CallerMemory, call: Call): void {
  const { account } = call.exchange.request;
  for (const [key, { externalId }] of memory.uncertainCreates) {
    if (!key.startsWith(`${account} `)) continue;
    if (call.operation === 'listBooks' || externalId === call.externalId) {
      memory.uncertainCreates.delete(key);
    }
  }
}

/** Grants come bare or in an envelope, and name their descriptor by label or by position. */
function learnGrants(memory: CallerMemory, { exchange, bookId }: Call): void {
  const { response } = exchange;
  const body = response?.body;
  const grants = isObject(body) ? body['data'] : body;
  const descriptors = requestJson({ exchange });
  if (!isAccepted(exchange) || !isArray(grants) || !isArray(descriptors)) return;
  for (const [index, grant] of grants.entries()) {
    if (!isObject(grant) || typeof grant['id'] !== 'string') continue;
    const fields = isObject(grant['attributes']) ? grant['attributes'] : grant;
    const labelledDescriptor = descriptors.find(
      (candidate) => isObject(candidate) && candidate['referenceId'] === fields['referenceId'],
    );
    const descriptor = labelledDescriptor ?? descriptors[index];
    addGrant(memory, { id: grant['id'], fields, descriptor, bookId: bookId ?? '' });
  }
}

interface GrantDetails {
  readonly id: string;
  readonly fields: JsonObject;
  readonly descriptor: unknown;
  readonly bookId: string;
}

function addGrant(memory: CallerMemory, { id, fields, descriptor, bookId }: GrantDetails): void {
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' ? value : undefined;
  const declared = isObject(descriptor) ? descriptor : {};
  const url = text(fields['url']) ?? '';
  const file: GrantedFile = {
    id: id.toLowerCase(),
    bookId,
    expiresAt: Date.parse(text(fields['expiresAt']) ?? ''),
    filename: text(declared['filename']),
    hash: text(declared['hashSha256'])?.toLowerCase(),
    role: text(declared['role']),
    uploadedAt: undefined,
    uploadTried: false,
    attachedAt: undefined,
    attached: memory.filesById.get(id.toLowerCase())?.attached ?? false,
  };
  remember(memory.filesById, file.id, file);
  if (url !== '') remember(memory.filesByUrl, url, file);
}
