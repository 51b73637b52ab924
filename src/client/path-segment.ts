/** Writes an id into a path so that it stays the one segment it is meant to be. */

/**
 * Fills the `{name}` parts of a path template, each with exactly one encoded segment.
 *
 * A slash, a question mark and the like are percent-encoded. `.` and `..` cannot be: a URL treats
 * `%2E%2E` as `..` and climbs, so these two are refused, and so are an empty value and a lone surrogate.
 *
 * @param template for example `https://host/v2/distribution/books/{bookPublicId}`
 * @throws TypeError naming the parameter whose value cannot be one segment
 */
export function fillPath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => segment(name, values[name]));
}

function segment(name: string, value: unknown): string {
  if (typeof value === 'string' && !/^\.{0,2}$|\p{Surrogate}/u.test(value)) {
    return encodeURIComponent(value);
  }
  throw new TypeError(
    `${name} must be writable as one segment of a path; ${JSON.stringify(value)} is not. ` +
      'Nothing was sent.',
  );
}
