/** Replaces the secrets in a string: the key in every form, and the query of a signed URL. */
export type Mask = (text: string) => string;

/**
 * Makes the mask for one key: as it is, in hexadecimal, in base64, and with any of its characters percent-encoded or
 * escaped for JSON or HTML. The query of every absolute URL is replaced too, because a presigned one is a permission.
 */
export function createMask(apiKey: string): Mask {
  const literal = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
  // Encoded, or escaped in JSON or HTML: `%26`, `&amp;`, `&#39;`, `\u003c`, `\"`, and a space as `+`.
  const spellings = (character: string) => {
    const escaped = /[&<>"']/.test(character) ? '|&#?\\w+;|\\\\u\\w{4}' : '';
    const plain = character === ' ' ? '[ +]' : literal(character);
    return `(%${hex(character)}${escaped}|\\\\?${plain})`;
  };
  const base64 = btoa(apiKey).replace(/=+$/, '');
  const forms = [
    [...apiKey].map(spellings).join(''),
    [...apiKey].map(hex).join(''),
    literal(base64),
    base64.replaceAll('+', '-').replaceAll('/', '_'),
  ];
  const key = new RegExp(forms.join('|'), 'gi');
  return (text) =>
    text
      .replaceAll(key, '[apikey]')
      .replaceAll(/(https?:\/\/[^\s?#"'<>]+)\?[^\s"'<>]*/gi, '$1?[query]');
}
