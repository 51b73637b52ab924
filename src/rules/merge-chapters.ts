/**
 * The chapters of a book after an update that names some of them.
 * Requirements: `chapters.replace`, `chapters.add`, `chapters.unmentioned`.
 */

export interface Sequenced {
  readonly sequence: number;
}

/** Returns the stored chapters with those sent: each replaces the chapter with its sequence, or is added. */
export function mergeChapters<C extends Sequenced>(stored: readonly C[], sent: readonly C[]): C[] {
  return [...new Map([...stored, ...sent].map((chapter) => [chapter.sequence, chapter])).values()];
}

/** Returns the chapters sent, which replace all stored ones. */
export function replaceChapters<C extends Sequenced>(
  _stored: readonly C[],
  sent: readonly C[],
): C[] {
  return mergeChapters([], sent);
}
