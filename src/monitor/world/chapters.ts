/** The possible chapters of a book. */

export interface KnownChapter {
  readonly fileId: string;
  readonly sequence: number;
  readonly title: string;
  /** Null if the entry that added or replaced the chapter has none. */
  readonly titleAscii: string | null;
  /** True if a chapter may not have its file, or shares it with another chapter. */
  readonly isUnfit: boolean;
}

/** Each alternative is a complete list of chapters, ordered by sequence. An empty list may be shown as null. */
export type ChapterAlternatives = readonly (readonly KnownChapter[])[];

const maxAlternatives = 8;

/** Returns the possible chapters after an update: the sent ones merged with the previous ones, or in place of them. */
export function combineChapters(
  previous: ChapterAlternatives,
  sentChapters: readonly KnownChapter[],
  unmentioned: 'merge' | 'replace' | 'either',
): ChapterAlternatives | undefined {
  const sentSequences = new Set(sentChapters.map(({ sequence }) => sequence));
  const mergedLists = previous.map((chapters) =>
    sortBySequence([
      ...chapters.filter(({ sequence }) => !sentSequences.has(sequence)),
      ...sentChapters,
    ]),
  );
  const alternatives = [
    ...(unmentioned === 'replace' ? [] : mergedLists),
    ...(unmentioned === 'merge' ? [] : [sortBySequence(sentChapters)]),
  ];
  const texts = alternatives.map((chapters) => JSON.stringify(chapters));
  const distinct = alternatives.filter((_, index) => texts.indexOf(texts[index] ?? '') === index);
  return distinct.length > maxAlternatives ? undefined : distinct;
}

function sortBySequence(chapters: readonly KnownChapter[]): readonly KnownChapter[] {
  return [...chapters].sort((a, b) => a.sequence - b.sequence);
}
