/** Keeps secrets out of everything that is written. */
import { readContract } from '../../contract/spec.ts';
import { digestUrl } from '../../harness/evidence/index.ts';

/** Masks one kind of thing each; made once per run, from the secrets that run knows. */
export interface Redactor {
  /** Masks the key everywhere, user information and query values of addresses. */
  readonly text: (text: string) => string;
  /** Masks by name: a header passes only when it is listed as harmless. */
  readonly headers: (headers: Readonly<Record<string, string>>) => Record<string, string>;
  /** Masks every string inside, names of properties included. */
  readonly value: (value: unknown) => unknown;
  /** True if bodies may be shown (`--no-bodies`). */
  readonly bodies: boolean;
}

/** The text in place of a secret. */
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

/** The contract's own query parameters; any other may be a signature. */
const safeParameters = new Set(['page', 'perPage', 'sort', 'format', 'language']);

/**
 * Makes the redactor of a run.
 * @param secrets values that must appear nowhere: the API key, and any other the run was given
 * @param bodies whether bodies may be shown; a sentence that quotes one is left out with them
 */
export function createRedactor(secrets: readonly (string | undefined)[], bodies = true): Redactor {
  const maskSecrets = createKeyMasker(
    secrets.flatMap((secret) => (secret && isMaskable(secret) ? listEncodings(secret) : [])),
  );
  const removeQuote = (raw: string): string => (bodies ? raw : removeBodyQuote(raw));
  const text = (raw: string): string => maskQueries(maskQuotedPaths(maskSecrets(removeQuote(raw))));
  const value = (raw: unknown, name?: string): unknown => {
    if (typeof raw === 'string') return name === 'url' ? text(maskPath(raw)) : text(raw);
    if (Array.isArray(raw)) return raw.map((entry: unknown) => value(entry));
    if (typeof raw !== 'object' || raw === null) return raw;
    return Object.fromEntries(
      Object.entries(raw).map(([key, inner]) => [text(key), value(inner, key)]),
    );
  };
  return {
    text,
    value: (raw) => value(raw),
    bodies,
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, content]) => [
          name,
          redactHeader({ name: name.toLowerCase(), content, text }),
        ]),
      ),
  };
}

/** Below this many characters a secret is part of ordinary words. */
const shortestSecret = 6;

/**
 * True if a secret can be masked without spoiling the text around it. The key `book` would turn every
 * path into `/[key]s`, so it is not masked; the caller of the redactor warns the user.
 */
export function isMaskable(secret: string): boolean {
  return secret.length >= shortestSecret && !contractVocabulary().includes(secret.toLowerCase());
}

function contractVocabulary(): string {
  return JSON.stringify(readContract().document).toLowerCase();
}

/** Replaces every form of a key in one pass. A mask stays as it is. */
function createKeyMasker(encodings: readonly string[]): (text: string) => string {
  if (encodings.length === 0) return (text) => text;
  const patterns = encodings
    .toSorted((a, b) => b.length - a.length)
    .map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const masks = [keyMask, valueMask].map((mask) => mask.replace(/[[\]]/g, '\\$&'));
  const pattern = new RegExp([...masks, ...patterns].join('|'), 'g');
  return (text) => text.replace(pattern, (match) => (match === valueMask ? valueMask : keyMask));
}

interface Header {
  readonly name: string;
  readonly content: string;
  readonly text: (raw: string) => string;
}

function redactHeader({ name, content, text }: Header): string {
  if (name === 'apikey') return keyMask;
  return safeHeaders.has(name) ? text(content) : valueMask;
}

/** The ways one secret may be written: as it is, in JSON, in an address, in Base64. */
function listEncodings(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ];
  return [...new Set(forms)];
}

/**
 * An upload address is a bearer secret as a whole: some services sign in the path. Its digest stays, so
 * that a PUT can be matched with the response that handed out its URL.
 */
function maskPath(address: string): string {
  if (/\/\[signed-[0-9a-f]{12}\]$/.test(address)) return address;
  const origin = /^https?:\/\/[^/?#\s]+/i.exec(address);
  return origin ? formatSignedUrl(origin[0], digestUrl(address)) : address;
}

/** Returns the visible part of a presigned URL: the origin of the storage, and the path. */
export function formatSignedUrl(origin: string, digest: string): string {
  return `${origin}/[signed-${digest}]`;
}

/** The same in a sentence that quotes JSON, with or without escaped quotes and slashes. */
function maskQuotedPaths(text: string): string {
  return text.replace(
    /(\\*"url\\*"\s*:\s*\\*"https?:\\?\/\\?\/[^/?#\s"'\\]+)(?:\\\/|[^\s"'\\])*/gi,
    `$1${signedPath}`,
  );
}

/** An answer in one line: its status, its type and the beginning of its body, separated by two blanks. */
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
  return query
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=');
      if (at < 0) return pair === '' ? '' : valueMask;
      const name = pair.slice(0, at);
      return safeParameters.has(name) ? pair : `${name}=${valueMask}`;
    })
    .join('&');
}
