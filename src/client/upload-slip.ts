/** Tells a slip in what was given to upload, before anything is sent. */

/** What is wrong with one file of the call. */
export function slip(file: number, what: string): TypeError {
  return new TypeError(`files[${file}] ${what}. Nothing was sent.`);
}
