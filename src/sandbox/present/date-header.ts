/** The time of an answer by the sandbox's own clock, in the form HTTP gives it. */

const written = { second: Number.NaN, text: '' };

/** An HTTP date, whole seconds in UTC; the text of a second is made once. */
export function httpDate(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== written.second) {
    written.second = second;
    written.text = new Date(second * 1000).toUTCString();
  }
  return written.text;
}
