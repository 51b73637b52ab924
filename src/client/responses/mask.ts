/** Replaces the secrets in a string: the key in every form, and the query of a signed URL. */
export type Mask = (text: string) => string;

/** A shorter key could not be replaced without tearing holes into ordinary words. */
export const shortestKey = 8;

/**
 * Makes the mask for one key: as it is, percent-encoded, escaped for JSON or HTML, in hexadecimal and in base64. The
 * query of every absolute URL is replaced too, because a presigned one is a permission.
 */
export function createMask(apiKey: string): Mask {
  const base64 = btoa(apiKey).replace(/=+$/, '');
  const forms = [
    apiKey,
    encodeURIComponent(apiKey),
    encodeURI(apiKey),
    percentEncode(apiKey),
    new URLSearchParams([['', apiKey]]).toString().slice(1),
    JSON.stringify(apiKey).slice(1, -1),
    escapeHtml(apiKey),
    base64,
    base64.replaceAll('+', '-').replaceAll('/', '_'),
    [...apiKey].map(hexOf).join(''),
  ];
  const longestFirst = [...new Set(forms)].toSorted((one, other) => other.length - one.length);
  const key = new RegExp(longestFirst.map(escapePattern).join('|'), 'gi');
  return (text) =>
    text
      .replaceAll(key, '[apikey]')
      .replaceAll(/(https?:\/\/[^\s?#"'<>]+)\?[^\s"'<>]*/gi, '$1?[query]');
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0');
}

/** Encodes every character that is neither a letter nor a digit, as some gateways do. */
function percentEncode(text: string): string {
  return text.replaceAll(/[^a-z\d]/gi, (character) => `%${hexOf(character)}`);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function escapePattern(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
