/** Writes ids into a path so that each stays the one segment it is meant to be. */

/**
 * Fills the `{name}` parts of a path template, each with one percent-encoded segment. `.` and `..` are refused,
 * because a URL resolves even their encoded forms; so are an empty value and a lone surrogate.
 *
 * @param template for example `https://host/v2/distribution/books/{bookPublicId}`
 * @throws TypeError naming the parameter whose value cannot be one segment
 */
export function fillPath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => encode(name, values[name]));
}

function encode(name: string, value: unknown): string {
  if (typeof value === 'string' && !/^\.{0,2}$|\p{Surrogate}/u.test(value)) {
    return encodeURIComponent(value);
  }
  const shown = JSON.stringify(value) ?? typeof value;
  throw new TypeError(
    `${name} must fit into one path segment; ${shown} does not. Nothing was sent.`,
  );
}
