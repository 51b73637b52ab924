/** Reads the response headers that may be shown, and masks secrets in what errors, hooks and logs show. */

/** Replaces the secrets in a string: the key in every form, and the query of a signed URL. */
export type Mask = (text: string) => string;

/**
 * Creates the mask for a key. It replaces the key as plain text, in hexadecimal, in base64, and with any of its
 * characters percent-encoded or escaped for JSON or HTML. It also replaces the query of every URL, because the query of a
 * presigned URL is a permission.
 */
export function createMask(apiKey: string): Mask {
  const toHex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
  // Encoded, or escaped in JSON or HTML: `%26`, `&amp;`, `&#39;`, `\u003c`, `\"`, and a space as `+`.
  const createCharacterPattern = (character: string) => {
    const escapedForm = /[&<>"']/.test(character) ? '|&#?\\w{1,8};|\\\\u\\w{4}' : '';
    const plainForm = character === ' ' ? '[ +]' : character.replace(/\W/, '\\$&');
    return `(%${toHex(character)}${escapedForm}|\\\\?${plainForm})`;
  };
  const forms = [
    [...apiKey].map(createCharacterPattern).join(''),
    [...apiKey].map(toHex).join(''),
    // Both alphabets.
    btoa(apiKey).replaceAll('=', '').replaceAll('+', '[+-]').replaceAll('/', '[/_]'),
  ];
  const key = new RegExp(forms.join('|'), 'gi');
  return (text) => text.replaceAll(key, '[apikey]').replaceAll(/[^\s"'<>]+/g, maskQuery);
}

/**
 * Masks a word from its first query on: a `?`, perhaps encoded, of an absolute address or before a `=`. Takes linear time,
 * because a service chooses the text.
 */
function maskQuery(word: string): string {
  const query = word.search(/\?|%3f/i);
  const isAddress = /https?:\/\/|=|%3d/i.test(word);
  return query < 0 || !isAddress ? word : `${word.slice(0, query)}?[query]`;
}

/** The headers with a request id, the best first. */
const requestIdHeaders =
  'x-request-id request-id x-correlation-id x-amzn-requestid x-amz-cf-id cf-ray'.split(' ');

/** The headers that may be shown. All others may contain secrets. */
const harmlessHeaders = [
  ...requestIdHeaders,
  ...'content-type date retry-after server via'.split(' '),
];

/** Returns the harmless headers with lowercase names and masked values. */
export function readHarmlessHeaders(
  headers: Headers,
  mask: Mask,
): Readonly<Record<string, string>> {
  const harmless: Record<string, string> = {};
  for (const name of harmlessHeaders) {
    const value = headers.get(name);
    if (value !== null) harmless[name] = mask(value);
  }
  return harmless;
}

/** Returns the request id from the service or its gateway. */
export function findRequestId(harmless: Readonly<Record<string, string>>): string | undefined {
  return harmless[requestIdHeaders.find((name) => name in harmless) ?? ''];
}

/** Matches all three forms of an HTTP date, which begin with a weekday. */
const httpDate = /^[A-Z][a-z]{2,8},? [\w: -]+$/;

/**
 * Reads `Retry-After`: whole seconds or an HTTP date. A date is compared with the `Date` of the response, because the
 * two clocks may differ. A date in the past means 0.
 *
 * @param now the time in milliseconds, for a response without `Date`
 * @returns milliseconds, or undefined if the header is missing or has another form
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const date = httpDate.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  const sentAt = Date.parse(headers.get('date') ?? '');
  return Math.max(0, date - (Number.isNaN(sentAt) ? now : sentAt));
}
