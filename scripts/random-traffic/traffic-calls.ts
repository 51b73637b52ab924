/** Sends the calls of random traffic, and remembers the books that they created. */
import { createHash } from 'node:crypto';
import { isArray, isObject, type Json } from '../../src/contract/json-pointer.ts';
import { spoilBody, spoilPath } from './odd-values.ts';
import type { Random } from './random.ts';

export interface TrafficRequest {
  readonly method: string;
  /** Below `/v2/distribution`, or the whole URL of an upload. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface TrafficOptions {
  /** Sends a request. If it rejects, the traffic ends. */
  readonly send: (request: TrafficRequest) => Promise<Json>;
  readonly key: string;
  readonly random: Random;
  readonly now: () => number;
  /** Advances the clock of the service. */
  readonly advance: (milliseconds: number) => Promise<void>;
  /** The share of calls that are spoiled (default: none). */
  readonly oddShare?: number;
  /** The books to use, if several clients share them. */
  readonly books?: KnownBook[];
}

export interface KnownFile {
  readonly id: string;
  readonly url: string;
  readonly role: string;
  readonly filename: string;
  readonly content: string;
}

export interface KnownBook {
  readonly id: string;
  readonly format: string;
  externalId: string | undefined;
  readonly files: KnownFile[];
}

export interface Traffic extends TrafficOptions {
  readonly books: KnownBook[];
}

/** A call as method, path and JSON body. */
export type CallParts = readonly [method: string, path: string, body?: unknown];

export function sendCall(traffic: Traffic, ...parts: CallParts): Promise<Json> {
  const [method, path, body] = spoilCall(traffic, parts);
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = {
    apikey: traffic.key,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return traffic.send({ method, path, headers, ...json });
}

function spoilCall({ random, oddShare }: Traffic, [method, path, body]: CallParts): CallParts {
  if (oddShare === undefined || random() >= oddShare) return [method, path, body];
  if (body === undefined || random() < 0.2) return [method, spoilPath(random, path), body];
  return [method, path, spoilBody(random, body)];
}

export async function updateBook(traffic: Traffic, book: KnownBook, body: unknown): Promise<void> {
  await sendCall(traffic, 'PATCH', `/books/${book.id}`, body);
  const externalId = isObject(body) ? body['externalId'] : undefined;
  if (typeof externalId === 'string') book.externalId = externalId;
}

const statusActions = {
  publish: ['POST', '/publish'],
  unpublish: ['POST', '/unpublish'],
  delete: ['DELETE', ''],
} as const;

export async function changeStatus(
  traffic: Traffic,
  { id }: KnownBook,
  action: keyof typeof statusActions,
): Promise<void> {
  const [method, path] = statusActions[action];
  await sendCall(traffic, method, `/books/${id}${path}`, {});
}

export function getUrl(grant: Json): string | undefined {
  return getString(grant, 'url') ?? getString(getMember(grant, 'attributes'), 'url');
}

export function getGrants(body: Json): readonly Json[] {
  const list = isArray(body) ? body : getMember(body, 'data');
  return isArray(list) ? list : [];
}

export function getMember(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) ? value[name] : undefined;
}

export function getString(value: Json | undefined, name: string): string | undefined {
  const member = getMember(value, name);
  return typeof member === 'string' ? member : undefined;
}

export function hash(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
