/** Reads a request as a call of an operation, with its ids, query and body. */
import type { OperationId } from '../contract/operations.ts';
import { readContract } from '../contract/spec.ts';
import { parseJson, type CallInFlight, type SentBody, type SentRequest } from './exchange.ts';

/** The media type in the `Content-Type` of a request. */
export type SentType = 'json' | 'maybe-json' | 'missing' | 'other';

export type JsonBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };

export interface Call {
  readonly operation: OperationId;
  /** The parameters in the path, as they were sent. */
  readonly params: Readonly<Record<string, string>>;
  /** The ids in the path, in lower case; undefined if the operation has none. */
  readonly bookId: string | undefined;
  readonly fileId: string | undefined;
  /** How the ids in the path are spelled: as the service spells them, in another case, or not as UUIDs. */
  readonly ids: 'plain' | 'other-case' | 'malformed';
  readonly externalId: string | undefined;
  readonly query: URLSearchParams;
  readonly type: SentType;
  readonly body: JsonBody;
}

/** A call of a route that the contract does not have. */
export type UnknownCall = Omit<Call, 'operation'> & { readonly operation: undefined };

/**
 * Reads a request. `operation` is undefined for a route that the contract does not have.
 * @param upperCaseIds true if the service writes its ids in upper case
 */
export function readCall(request: SentRequest, upperCaseIds = false): Call | UnknownCall {
  const { toStorage, headers, madeUpIds = [] } = request;
  const [path, query] = splitQuery(request.path);
  const { operation, params } = matchRoute({ ...request, path });
  const { bookPublicId, fileId, bookExternalId } = params;
  const ids = [bookPublicId, fileId].filter((id) => id !== undefined);
  const call = {
    params,
    bookId: bookPublicId?.toLowerCase(),
    fileId: fileId?.toLowerCase(),
    ids: classifyIds(ids, upperCaseIds, madeUpIds),
    externalId: bookExternalId,
    query: new URLSearchParams(toStorage ? '' : query),
    type: classifyContentType(headers['content-type']),
    body: toStorage ? ({ kind: 'unknown' } as const) : readBody(request.body),
  };
  return { ...call, operation };
}

type Route = Pick<SentRequest, 'method' | 'path' | 'toStorage'>;

/** Returns the operation of a request; undefined for a route that the contract does not have. */
export function findOperation({ path, ...route }: Route): OperationId | undefined {
  return matchRoute({ ...route, path: splitQuery(path)[0] }).operation;
}

/** @param route its path has no query */
function matchRoute({
  method,
  path,
  toStorage,
}: Route): Pick<Call | UnknownCall, 'operation' | 'params'> {
  if (toStorage) return { operation: method === 'PUT' ? 'putFile' : undefined, params: {} };
  const match = readContract().match(method, path);
  return { operation: match?.operation.id, params: match?.params ?? {} };
}

/** Returns the id of the book that a call in flight may change; undefined for other calls. */
export function getWrittenBookId(call: CallInFlight): string | undefined {
  if (call.toStorage || call.method === 'GET') return undefined;
  const path = splitQuery(call.path)[0];
  return matchRoute({ ...call, path }).params['bookPublicId']?.toLowerCase();
}

export function splitQuery(path: string): [path: string, query: string] {
  const start = path.indexOf('?');
  return start < 0 ? [path, ''] : [path.slice(0, start), path.slice(start + 1)];
}

export const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

export function isUuid(text: string): boolean {
  return text.match(uuids)?.[0] === text;
}

/** @param madeUpIds ids that the caller made up, so that their case does not matter */
function classifyIds(
  ids: readonly string[],
  upperCaseIds: boolean,
  madeUpIds: readonly string[],
): Call['ids'] {
  if (!ids.every(isUuid)) return 'malformed';
  const isPlain = (id: string): boolean => isSpelled(id, upperCaseIds) || madeUpIds.includes(id);
  return ids.every(isPlain) ? 'plain' : 'other-case';
}

/** Returns whether an id is written in the case that a service uses. */
export function isSpelled(id: string, upperCaseIds: boolean): boolean {
  return id === (upperCaseIds ? id.toUpperCase() : id.toLowerCase());
}

/** The document does not say which types count as JSON apart from `application/json`. */
function classifyContentType(header: string | undefined): SentType {
  if (header === undefined || header.trim() === '') return 'missing';
  const [mediaType = '', ...parameters] = header
    .split(';')
    .map((part) => part.trim().toLowerCase());
  if (mediaType === 'application/json') {
    return parameters.every((parameter) => /^charset="?utf-?8"?$/.test(parameter))
      ? 'json'
      : 'maybe-json';
  }
  return mediaType.includes('json') ? 'maybe-json' : 'other';
}

function readBody(body: SentBody): JsonBody {
  if (body.kind === 'json') return body;
  if (body.kind === 'none') return { kind: 'none' };
  if (body.kind !== 'text') return { kind: 'unknown' };
  if (body.text === '') return { kind: 'none' };
  const value = parseJson(body.text);
  return value === undefined ? { kind: 'malformed' } : { kind: 'json', value };
}
