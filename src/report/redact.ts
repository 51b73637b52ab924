/** Masks secrets in everything that is written. */
import { findListParameter } from '../contract/fields.ts';
import { readContract } from '../contract/spec.ts';
import { digestUrl } from '../monitor/index.ts';

export interface Redactor {
  /** Masks the key everywhere, and user information and query values in URLs. */
  readonly text: (text: string) => string;
  /** Masks the values of all headers that are not known to be safe. */
  readonly headers: (headers: Readonly<Record<string, string>>) => Record<string, string>;
  /** Masks every string in a value, including property names. */
  readonly value: (value: unknown) => unknown;
  /** False if bodies must not be shown (`--no-bodies`). */
  readonly bodies: boolean;
}

/** The texts that replace secrets. */
const keyMask = '[key]';
const valueMask = '[redacted]';
const signedPath = '/[signed]';

const safeHeaders = new Set([
  'accept',
  'allow',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'location',
  'request-id',
  'retry-after',
  'server',
  'traceparent',
  'transfer-encoding',
  'user-agent',
  'x-correlation-id',
  'x-request-id',
]);

/**
 * Creates the redactor of a run.
 * @param secrets values that must not appear anywhere, such as the API key
 * @param bodies false to remove bodies that sentences quote
 */
export function createRedactor(secrets: readonly (string | undefined)[], bodies = true): Redactor {
  const maskSecrets = createKeyMasker(
    secrets.flatMap((secret) => (secret && isMaskable(secret) ? listEncodings(secret) : [])),
  );
  const removeQuote = (raw: string): string => (bodies ? raw : removeBodyQuote(raw));
  const text = (raw: string): string => maskQueries(maskUploadUrls(maskSecrets(removeQuote(raw))));
  const value = (raw: unknown, name?: string): unknown => {
    // In bodies, upload URLs are in members with the name `url`.
    if (typeof raw === 'string') return name === 'url' ? text(maskUploadUrl(raw)) : text(raw);
    if (Array.isArray(raw)) return raw.map((entry: unknown) => value(entry));
    if (typeof raw !== 'object' || raw === null) return raw;
    const members = Object.entries(raw).map(([key, inner]) => [text(key), value(inner, key)]);
    return Object.fromEntries(members);
  };
  return {
    text,
    value: (raw) => value(raw),
    bodies,
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, content]) => {
          if (name.toLowerCase() === readContract().keyHeader) return [name, keyMask];
          return [name, safeHeaders.has(name.toLowerCase()) ? text(content) : valueMask];
        }),
      ),
  };
}

/** A secret with fewer characters may be part of ordinary words. */
const minSecretLength = 6;

/**
 * Returns true if a secret can be masked without changing ordinary text. The key `book` would turn every
 * path into `/[key]s`, so it is not masked; the caller of the redactor warns the user.
 */
export function isMaskable(secret: string): boolean {
  const words = JSON.stringify(readContract().document).toLowerCase();
  return secret.length >= minSecretLength && !words.includes(secret.toLowerCase());
}

/** Returns a function that replaces every encoding of the secrets in one pass and keeps existing masks. */
function createKeyMasker(encodings: readonly string[]): (text: string) => string {
  if (encodings.length === 0) return (text) => text;
  const patterns = encodings
    .toSorted((a, b) => b.length - a.length)
    .map((encoding) => encoding.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const masks = [keyMask, valueMask].map((mask) => mask.replace(/[[\]]/g, '\\$&'));
  const pattern = new RegExp([...masks, ...patterns].join('|'), 'g');
  return (text) => text.replace(pattern, (match) => (match === valueMask ? valueMask : keyMask));
}

/** Returns the encodings of a secret: unchanged, in JSON, in a URL and in Base64. */
function listEncodings(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const encodings = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ];
  return [...new Set(encodings)];
}

/**
 * Replaces the path and query of an upload URL by a digest, because the signature may be in either. The
 * digest matches a PUT with the response that granted its URL.
 */
function maskUploadUrl(address: string): string {
  if (/\/\[signed-[0-9a-f]{12}\]$/.test(address)) return address;
  const origin = /^https?:\/\/[^/?#\s]+/i.exec(address);
  return origin ? formatSignedUrl(origin[0], digestUrl(address)) : address;
}

/** Returns the form of a presigned URL that may be shown: its origin and digest. */
export function formatSignedUrl(origin: string, digest: string): string {
  return `${origin}/[signed-${digest}]`;
}

/** Masks upload URLs in a sentence that quotes JSON, with or without escaped quotes and slashes. */
function maskUploadUrls(text: string): string {
  return text.replace(
    /(\\*"url\\*"\s*:\s*\\*"https?:\\?\/\\?\/[^/?#\s"'\\]+)(?:\\\/|[^\s"'\\])*/gi,
    `$1${signedPath}`,
  );
}

/** Removes the body from a response in one line: its status, type and body are separated by two spaces. */
function removeBodyQuote(text: string): string {
  return text.replace(/\b([1-5]\d\d(?: {2}[\w.+-]+\/[\w.+-]+)?) {2}.*$/s, '$1');
}

function maskQueries(text: string): string {
  return text
    .replace(/(https?:\\?\/\\?\/)[^/?#\s"'<>@]*@/gi, '$1')
    .replace(
      /(https?:[^\s"'<>?#]*)\?([^\s"'<>#]*)/gi,
      (_all, before: string, query: string) => `${before}?${maskValues(query)}`,
    )
    .replace(
      /\?((?:[\w.~%+-]+=[^\s"'<>&#]*&?)+)/g,
      (_all, query: string) => `?${maskValues(query)}`,
    );
}

function maskValues(query: string): string {
  const pairs = query.split('&').map((pair) => {
    const [name = '', value] = pair.split('=', 2);
    if (value === undefined) return pair === '' ? '' : valueMask;
    // The value of a parameter that the contract does not have may be a signature.
    return findListParameter(name) === undefined ? `${name}=${valueMask}` : pair;
  });
  return pairs.join('&');
}
