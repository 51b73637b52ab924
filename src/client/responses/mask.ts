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
  const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
  const forms = [
    apiKey,
    encodeURIComponent(apiKey),
    encodeURI(apiKey),
    // Some gateways encode every character that is neither a letter nor a digit.
    apiKey.replaceAll(/[^a-z\d]/gi, (character) => `%${hex(character)}`),
    new URLSearchParams([['', apiKey]]).toString().slice(1),
    JSON.stringify(apiKey).slice(1, -1),
    apiKey.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character),
    base64,
    base64.replaceAll('+', '-').replaceAll('/', '_'),
    [...apiKey].map(hex).join(''),
  ];
  const longestFirst = forms.toSorted((one, other) => other.length - one.length);
  const patterns = longestFirst.map((form) => form.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  const key = new RegExp(patterns.join('|'), 'gi');
  return (text) =>
    text
      .replaceAll(key, '[apikey]')
      .replaceAll(/(https?:\/\/[^\s?#"'<>]+)\?[^\s"'<>]*/gi, '$1?[query]');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
