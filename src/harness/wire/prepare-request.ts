/** Prepares a request of a case for the path of the judged contract, and masks what its exchanges show of it. */
import { createHash } from 'node:crypto';
import { readOwnContract, type Contract, readContract } from '../../contract/spec.ts';
import {
  digestUrl,
  findOperation,
  type KeyState,
  maskHeaders,
  maskUrl,
  type SentBody,
} from '../../monitor/index.ts';
import { alterKey, type KeyAlteration } from '../arbitraries/index.ts';
import { BrokenCase } from '../evidence/index.ts';
import type { WireOptions } from './send.ts';
import type { OutgoingRequest } from './transmit.ts';

interface Route {
  readonly method: string;
  /** Below the prefix, without a query. */
  readonly path: string;
}

/** Returns the route in the judged contract, with the same path segments. An undocumented route stays as it is. */
export function toJudgedRoute(
  { method, path }: Route,
  judged: Contract,
  own: Contract = readOwnContract(),
): Route {
  const operation = own.match(method, path)?.operation;
  if (operation === undefined) return { method, path };
  const target = judged.operations[operation.id];
  const segments = path.split('/');
  const values = operation.path
    .split('/')
    .flatMap((name, index) => (isParameter(name) ? [{ name, text: segments[index] ?? '' }] : []));
  const parameters = target.path.split('/').filter(isParameter);
  const judgedPath = target.path.split('/').map((name) => {
    // A parameter that was renamed still has its place among the others.
    const value = values.find((entry) => entry.name === name) ?? values[parameters.indexOf(name)];
    return isParameter(name) ? (value?.text ?? name) : name;
  });
  return { method: target.method, path: judgedPath.join('/') };
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

/**
 * A request as a case writes it, by the package's own contract. `path` is below the prefix; `url` is an address of
 * the storage.
 */
export interface WireRequest {
  readonly method: string;
  readonly path?: string;
  readonly url?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Another key than the run's; `null` sends none. */
  readonly key?: string | null;
  /** Sends the run's own key with a small change, which makes it a wrong key. */
  readonly alteredKey?: KeyAlteration;
  /** Sends the key of the second account instead of the run's. */
  readonly account?: 'second' | undefined;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  /** `null` sends no Content-Type. */
  readonly contentType?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

type Addressee = Pick<WireOptions, 'baseUrl' | 'apiKey' | 'secondKey' | 'ownership'>;

/** Returns the request with the key, and as its exchanges show it. */
export function prepareRequest(request: WireRequest, options: Addressee): OutgoingRequest {
  const { bytes, text, json } = request;
  const body = bytes ?? text ?? (json === undefined ? undefined : JSON.stringify(json));
  const contract = readContract();
  const query = new URLSearchParams(request.query).toString();
  const route = toJudgedRoute({ method: request.method, path: request.path ?? '' }, contract);
  const { method } = route;
  const pathWithQuery = route.path + (query === '' ? '' : `?${query}`);
  const toStorage = request.url !== undefined;
  const url = request.url ?? `${options.baseUrl}${pathWithQuery}`;
  const contentType =
    request.contentType === undefined && json !== undefined
      ? 'application/json'
      : request.contentType;
  // The key goes only to the service, never to the storage (document: Authentication).
  const key = toStorage ? undefined : selectKey(request, options);
  const headers = {
    accept: 'application/json, application/problem+json',
    ...(key === undefined ? {} : { [contract.keyHeader]: key }),
    ...(typeof contentType === 'string' ? { 'content-type': contentType } : {}),
    ...request.headers,
  };
  const path = toStorage ? maskUrl(url) : pathWithQuery;
  return {
    operation: findOperation({ method, path, toStorage }),
    sent: {
      method,
      url: toStorage ? path : url,
      path,
      toStorage,
      ...(toStorage && { urlDigest: digestUrl(url) }),
      headers: maskHeaders(headers),
      ...classifyKey(key, options),
      body: describeBody(body, json !== undefined),
      madeUpIds: options.ownership.findUnknownIds(path),
    },
    url,
    headers,
    body,
  };
}

type Keys = Pick<WireOptions, 'apiKey' | 'secondKey'>;

function selectKey(request: WireRequest, { apiKey, secondKey }: Keys): string | undefined {
  const { key, account, alteredKey } = request;
  if (key === null) return undefined;
  if (key !== undefined) return key;
  if (account === undefined) return alteredKey && apiKey ? alterKey(apiKey, alteredKey) : apiKey;
  if (secondKey === undefined) throw new BrokenCase('uses a second account without its key');
  return secondKey;
}

function classifyKey(
  key: string | undefined,
  { apiKey, secondKey }: Keys,
): { readonly key: KeyState; readonly account: 'own' | 'second' } {
  if (key === undefined) return { key: 'none', account: 'own' };
  if (key === apiKey) return { key: 'own', account: 'own' };
  return key === secondKey ? { key: 'own', account: 'second' } : { key: 'wrong', account: 'own' };
}

/** The bytes of larger files are not kept. Sample files are far smaller, and a script could not contain larger ones. */
const maxKeptBytes = 4096;

function describeBody(body: string | Uint8Array | undefined, isJson: boolean): SentBody {
  if (body === undefined) return { kind: 'none' };
  if (typeof body === 'string') {
    // Parsed again, because the service never gets members with the value undefined.
    return isJson ? { kind: 'json', value: JSON.parse(body) } : { kind: 'text', text: body };
  }
  const sha256 = createHash('sha256').update(body).digest('hex');
  const beginning = body.subarray(0, 64);
  const sample = body.length <= maxKeptBytes ? body : beginning;
  return { kind: 'bytes', size: body.length, sha256, beginning, sample };
}
