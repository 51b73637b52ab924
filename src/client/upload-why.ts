/** Says why bytes could not be read or sent, without what an error says of itself. */

/** Without the error's own words: those of a stream from elsewhere may repeat a signed URL. */
export function whyUnreadable(error: unknown): string {
  return `it could not be read to its end${codeIn(error)}`;
}

/** The system's word for an error, such as ECONNRESET, in brackets; or nothing. */
export function codeIn(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? ` (${code})` : '';
}
