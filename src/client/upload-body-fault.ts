/** What is thrown where the bytes of a file fail, not the connection. */

/** The bytes were not those that were announced, or could not be read. */
export class BodyFault extends Error {
  readonly verdict: 'changed' | 'unreadable';

  constructor(verdict: 'changed' | 'unreadable', why: string) {
    super(why);
    this.verdict = verdict;
  }
}
