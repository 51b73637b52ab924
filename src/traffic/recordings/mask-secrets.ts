/** Masks the keys in a recorded exchange, and the URLs that still authorise an upload. */
import { createHash } from 'node:crypto';
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { readContract } from '../../contract/spec.ts';
import { formatInstant } from '../../harness/evidence/index.ts';
import { parseJson } from '../../monitor/index.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

/** Gateways have keys of their own under many names. */
const secretHeader = /auth|cookie|key|secret|token/i;

/** Returns an exchange in the format of the JSON Lines files: times as text, JSON bodies as JSON. */
export function maskSecrets(exchange: RecordedExchange): object {
  const { number, sentAt, took, sent, request, response } = exchange;
  const { text, headers, url, ...rest } = request;
  return {
    number,
    sentAt: formatInstant(sentAt),
    took: Math.round(took * 1000) / 1000,
    sent,
    request: {
      ...rest,
      url: request.method === 'PUT' ? maskUrl(url) : removeCredentials(url),
      headers: maskHeaders(headers),
      body: text === undefined ? undefined : maskBody(text),
    },
    response: response && {
      status: response.status,
      headers: maskHeaders(response.headers),
      body: response.text === undefined ? undefined : maskBody(response.text),
    },
  };
}

/** Masks secret headers. The same secret gets the same mask, so that accounts stay distinguishable. */
function maskHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      isSecret(name) && value !== '' ? `masked-${digest(value)}` : value,
    ]),
  );
}

function isSecret(name: string): boolean {
  return name === readContract().keyHeader || secretHeader.test(name);
}

/** Masks the path of an upload URL. The same URL gets the same mask, so that a PUT still matches its grant. */
function maskUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  return `${new URL(url).origin}/masked-${digest(url)}`;
}

/** Removes the user name and password from a URL. */
export function removeCredentials(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsedUrl = new URL(url);
  parsedUrl.username = '';
  parsedUrl.password = '';
  return parsedUrl.href;
}

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 16);
}

function maskBody(text: string): unknown {
  const value = parseJson(text);
  return value === undefined || typeof value === 'string' ? text : maskUrls(value);
}

function maskUrls(value: unknown): unknown {
  if (isArray(value)) return value.map(maskUrls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'url' && typeof member === 'string' ? maskUrl(member) : maskUrls(member),
    ]),
  );
}
