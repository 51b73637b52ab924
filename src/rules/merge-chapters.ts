/**
 * The chapters of a book after an update that names some of them.
 * Requirements: `chapters.replace`, `chapters.add`, `chapters.unmentioned`.
 */

export interface Sequenced {
  readonly sequence: number;
}

/** Each chapter sent replaces the one with its sequence, or is added. The others stay. */
export function mergeChapters<C extends Sequenced>(stored: readonly C[], sent: readonly C[]): C[] {
  return [...new Map([...stored, ...sent].map((chapter) => [chapter.sequence, chapter])).values()];
}

/** The chapters sent replace all others. */
export function replaceChapters<C extends Sequenced>(
  _stored: readonly C[],
  sent: readonly C[],
): C[] {
  return mergeChapters([], sent);
}
