/** The possible chapters of a book. */

export interface KnownChapter {
  readonly fileId: string;
  readonly sequence: number;
  readonly title: string;
  /** Null if the entry that made or replaced the chapter has none. */
  readonly titleAscii: string | null;
  /** True if a chapter may not have its file, or shares it with another chapter. */
  readonly unfit: boolean;
}

/** Each alternative is a whole list of chapters, ordered by sequence; an empty one may show as null. */
export type Chapters = readonly (readonly KnownChapter[])[];

const mostAlternatives = 8;

/** Some chapters over those there were: merged with them, or in place of all of them. */
export function withChapters(
  before: Chapters,
  sent: readonly KnownChapter[],
  unmentioned: 'merge' | 'replace' | 'either',
): Chapters | undefined {
  const alone = bySequence(sent);
  const merged = before.map((old) =>
    bySequence([
      ...old.filter(({ sequence }) => !sent.some((one) => one.sequence === sequence)),
      ...sent,
    ]),
  );
  const all = [
    ...(unmentioned === 'replace' ? [] : merged),
    ...(unmentioned === 'merge' ? [] : [alone]),
  ];
  const different = all.filter(
    (one, index) =>
      all.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === index,
  );
  return different.length > mostAlternatives ? undefined : different;
}

function bySequence(chapters: readonly KnownChapter[]): readonly KnownChapter[] {
  return [...chapters].sort((a, b) => a.sequence - b.sequence);
}
