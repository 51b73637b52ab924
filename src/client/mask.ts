/** Takes out of a text what must not be shown again: the key, and the query of a signed URL. */

/** Returns the text with its secrets replaced. */
export type Mask = (text: string) => string;

/** A key shorter than this is no secret, and replacing it would tear holes into ordinary words. */
const shortestSecret = 8;

/** Makes the mask for one key. The query of every absolute URL goes too: a presigned one is a permission. */
export function maskFor(apiKey: string): Mask {
  return (text) => {
    const keyless = apiKey.length < shortestSecret ? text : text.replaceAll(apiKey, '[apikey]');
    return keyless.replaceAll(/(https?:\/\/[^\s?#"'<>]+)\?[^\s"'<>]*/gi, '$1?[query]');
  };
}
