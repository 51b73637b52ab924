/** What chapters a book has after an update names some of them. */

export interface Sequenced {
  readonly sequence: number;
}

/** Each one sent replaces its sequence or adds it; the others stay. */
export function mergeChapters<C extends Sequenced>(stored: readonly C[], sent: readonly C[]): C[] {
  return [...new Map([...stored, ...sent].map((chapter) => [chapter.sequence, chapter])).values()];
}

/** Those sent are all there are. */
export function replaceChapters<C extends Sequenced>(
  _stored: readonly C[],
  sent: readonly C[],
): C[] {
  return mergeChapters([], sent);
}
