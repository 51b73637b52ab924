/** A model of the chapters of one book: sequence to entry, and what an update sends to get there. */
import type { Chapter, ChapterTitle, ChapterUpdate } from '../../../src/harness/values/index.ts';

/** The chapters a book ought to have, and tracks that no chapter has. */
export interface ChapterModel {
  readonly chapters: ReadonlyMap<number, Chapter>;
  readonly spare: readonly string[];
}

/** An update ready to send, and what it makes of the model. */
export interface Step {
  readonly sent: Chapter[];
  readonly rewritten: readonly number[];
  readonly added: readonly number[];
  readonly after: ChapterModel;
}

/** A model of chapters that were just set; `tracks` are all of the book. */
export function modelOf(chapters: readonly Chapter[], tracks: readonly string[]): ChapterModel {
  const taken = new Set(chapters.map(({ fileId }) => fileId));
  return {
    chapters: new Map(chapters.map((chapter) => [chapter.sequence, chapter])),
    spare: tracks.filter((track) => !taken.has(track)),
  };
}

/**
 * Turns an update into chapters to send. Sequences always end up 1 to n without gaps and no
 * track is used twice, for what else would be allowed is open. Where a service replaces all
 * chapters, the untouched ones are sent along.
 */
export function stepOf(
  model: ChapterModel,
  update: ChapterUpdate,
  unmentioned: 'merge' | 'replace',
): Step {
  const chapters = new Map(model.chapters);
  const spare = [...model.spare];
  const titles = [...update.titles];
  const nextTitle = (): ChapterTitle => titles.shift() ?? { title: 'One more' };
  const size = chapters.size;
  const room = Math.min(update.add, spare.length);
  const rewritten = new Set<number>();
  const picks =
    update.rewrite.length + room === 0 ? [{ pick: 0, otherFile: false }] : update.rewrite;
  for (const { pick, otherFile } of picks) {
    const old = chapters.get((pick % size) + 1);
    if (old === undefined || rewritten.has(old.sequence)) continue;
    const other = otherFile && spare.length > room ? spare.pop() : undefined;
    // The track given up is not used again: whether it stays attached is open.
    const { sequence } = old;
    chapters.set(sequence, { fileId: other ?? old.fileId, sequence, ...nextTitle() });
    rewritten.add(sequence);
  }
  const added = Array.from({ length: room }, (_, index) => size + index + 1);
  for (const sequence of added) {
    chapters.set(sequence, { fileId: spare.pop() ?? '', sequence, ...nextTitle() });
  }
  const touched = [...chapters.values()].filter(
    ({ sequence }) =>
      unmentioned === 'replace' || rewritten.has(sequence) || added.includes(sequence),
  );
  return {
    sent: update.backwards ? touched.toReversed() : touched,
    rewritten: [...rewritten],
    added,
    after: { chapters, spare },
  };
}
