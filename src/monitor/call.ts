/** A request as the operation it belongs to: ids, query and body read once. */
import type { OperationId } from '../contract/operations.ts';
import { readContract } from '../contract/spec.ts';
import type { CallInFlight, SentBody, SentRequest } from './exchange.ts';

/** The media type in the `Content-Type` of a request. */
export type SentType = 'json' | 'maybe-json' | 'missing' | 'other';

export type JsonBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };

export interface Call {
  readonly operation: OperationId;
  /** Lower-case ids of the path; undefined if the operation has none. */
  readonly bookId: string | undefined;
  readonly fileId: string | undefined;
  /** The spelling of the ids in the path: as the service spells them, in another way, or not as UUIDs. */
  readonly ids: 'plain' | 'other-case' | 'malformed';
  readonly externalId: string | undefined;
  readonly query: URLSearchParams;
  readonly type: SentType;
  readonly body: JsonBody;
}

/**
 * Reads a request; undefined for a route that the contract does not have.
 * @param upperCaseIds true if the service writes its ids in upper case
 */
export function readCall(request: SentRequest, upperCaseIds = false): Call | undefined {
  if (request.toStorage) return request.method === 'PUT' ? storageCall(request) : undefined;
  const [path, query] = splitQuery(request.path);
  const match = readContract().match(request.method, path);
  if (match === undefined) return undefined;
  const { bookPublicId, fileId, bookExternalId } = match.params;
  return {
    operation: match.operation.id,
    bookId: bookPublicId?.toLowerCase(),
    fileId: fileId?.toLowerCase(),
    ids: idsOf(
      [bookPublicId, fileId].filter((id) => id !== undefined),
      { upperCaseIds, madeUpIds: request.madeUpIds ?? [] },
    ),
    externalId: bookExternalId,
    query: new URLSearchParams(query),
    type: typeOf(request.headers['content-type']),
    body: bodyOf(request.body),
  };
}

function storageCall(request: SentRequest): Call {
  return {
    operation: 'putFile',
    bookId: undefined,
    fileId: undefined,
    ids: 'plain',
    externalId: undefined,
    query: new URLSearchParams(),
    type: typeOf(request.headers['content-type']),
    body: { kind: 'unknown' },
  };
}

/** The book a call that has not been answered yet may change; undefined for calls that change none. */
export function getWrittenBookId(call: CallInFlight): string | undefined {
  if (call.toStorage || call.method === 'GET') return undefined;
  const [path] = splitQuery(call.path);
  return readContract().match(call.method, path)?.params['bookPublicId']?.toLowerCase();
}

export function splitQuery(path: string): [path: string, query: string] {
  const start = path.indexOf('?');
  return start < 0 ? [path, ''] : [path.slice(0, start), path.slice(start + 1)];
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isUuid(text: string): boolean {
  return uuid.test(text.toLowerCase());
}

interface Spelling {
  readonly upperCaseIds: boolean;
  /** Ids that the caller made up name nothing, in whatever case. */
  readonly madeUpIds: readonly string[];
}

function idsOf(ids: readonly string[], { upperCaseIds, madeUpIds }: Spelling): Call['ids'] {
  if (!ids.every(isUuid)) return 'malformed';
  const isPlain = (id: string): boolean => isSpelled(id, upperCaseIds) || madeUpIds.includes(id);
  return ids.every(isPlain) ? 'plain' : 'other-case';
}

/** Returns whether an id is written in the case that a service uses. */
export function isSpelled(id: string, upperCaseIds: boolean): boolean {
  return id === (upperCaseIds ? id.toUpperCase() : id.toLowerCase());
}

/** `application/json` counts for certain; which other types count as JSON is open. */
function typeOf(header: string | undefined): SentType {
  if (header === undefined || header.trim() === '') return 'missing';
  const [mediaType = '', ...parameters] = header
    .split(';')
    .map((part) => part.trim().toLowerCase());
  if (mediaType === 'application/json') {
    return parameters.every((one) => /^charset="?utf-?8"?$/.test(one)) ? 'json' : 'maybe-json';
  }
  return mediaType.includes('json') ? 'maybe-json' : 'other';
}

function bodyOf(body: SentBody): JsonBody {
  if (body.kind === 'json') return body;
  if (body.kind === 'none') return { kind: 'none' };
  if (body.kind !== 'text') return { kind: 'unknown' };
  if (body.text === '') return { kind: 'none' };
  try {
    return { kind: 'json', value: JSON.parse(body.text) };
  } catch {
    return { kind: 'malformed' };
  }
}
