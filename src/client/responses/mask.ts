/** Masks secrets in strings that errors, hooks and logs show. */

/** Replaces the secrets in a string: the key in every form, and the query of a signed URL. */
export type Mask = (text: string) => string;

/**
 * Creates the mask for a key. It replaces the key as plain text, in hexadecimal, in base64, and with any of its
 * characters percent-encoded or escaped for JSON or HTML. It also replaces the query of every absolute URL, because the
 * query of a presigned URL is a permission.
 */
export function createMask(apiKey: string): Mask {
  const escapePattern = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  const toHex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
  // Encoded, or escaped in JSON or HTML: `%26`, `&amp;`, `&#39;`, `\u003c`, `\"`, and a space as `+`.
  const createCharacterPattern = (character: string) => {
    const escapedForm = /[&<>"']/.test(character) ? '|&#?\\w+;|\\\\u\\w{4}' : '';
    const plainForm = character === ' ' ? '[ +]' : escapePattern(character);
    return `(%${toHex(character)}${escapedForm}|\\\\?${plainForm})`;
  };
  const base64 = btoa(apiKey).replace(/=+$/, '');
  const forms = [
    [...apiKey].map(createCharacterPattern).join(''),
    [...apiKey].map(toHex).join(''),
    escapePattern(base64),
    base64.replaceAll('+', '-').replaceAll('/', '_'),
  ];
  const key = new RegExp(forms.join('|'), 'gi');
  return (text) =>
    text
      .replaceAll(key, '[apikey]')
      .replaceAll(/(https?:\/\/[^\s?#"'<>]+)\?[^\s"'<>]*/gi, '$1?[query]');
}
