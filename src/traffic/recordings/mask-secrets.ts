/** Writes exchanges as JSON Lines, without keys and without URLs that still authorise an upload. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { formatInstant } from '../../harness/evidence/index.ts';
import { parseJson, type RecordedExchange } from './recorded-exchange.ts';

const secretHeaders = new Set([
  'apikey',
  'authorization',
  'cookie',
  'set-cookie',
  'proxy-authorization',
  'x-api-key',
]);

/** The format of the JSON Lines files: times as text, bodies as JSON if they are JSON. */
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

/** Accounts stay distinguishable: the same secret gets the same mask. */
function maskHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      secretHeaders.has(name) && value !== '' ? `masked-${digest(value)}` : value,
    ]),
  );
}

/** The same URL gets the same mask, so that a PUT still belongs to its grant. */
function maskUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  return `${new URL(url).origin}/masked-${digest(url)}`;
}

/** Removes the user name and password from a URL. */
export function removeCredentials(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
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
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'url' && typeof inner === 'string' ? maskUrl(inner) : maskUrls(inner),
    ]),
  );
}

export type RecordFile = ReturnType<typeof openRecordFile>;

/** Opens the file and empties it. */
export function openRecordFile(path: string) {
  const stream = createWriteStream(path, { mode: 0o600 });
  let number = 0;
  return {
    write: async (exchange: RecordedExchange): Promise<void> => {
      number += 1;
      const line = JSON.stringify(maskSecrets({ ...exchange, number }));
      if (!stream.write(`${line}\n`)) await once(stream, 'drain');
    },
    /** Leaves out the numbers of exchanges that are not known. */
    skip: (exchanges: number): void => {
      number += exchanges;
    },
    close: async (): Promise<void> => {
      stream.end();
      await once(stream, 'close');
    },
  };
}
