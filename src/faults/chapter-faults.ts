/** Faults of the chapters of an audiobook. */
import { nameFaults, changeRules } from './fault.ts';

export const chapterFaults = nameFaults({
  'chapter-appended-instead-of-replaced': {
    breaks: ['chapters.replace'],
    description:
      'An entry with an existing sequence number is appended, and the old chapter stays.',
    override: () => ({
      rules: {
        mergeChapters: (storedChapters, sentChapters) => [...storedChapters, ...sentChapters],
      },
    }),
  },
  'chapter-not-added': {
    breaks: ['chapters.add'],
    // A file whose chapter is dropped belongs to none, so the audiobook cannot be published.
    mayAlsoBreak: ['chapters.read-back', 'flow.audiobook'],
    description: 'Once a book has chapters, entries with new sequence numbers are dropped.',
    override: changeRules((rules) => ({
      mergeChapters: (storedChapters, sentChapters) =>
        rules.mergeChapters(
          storedChapters,
          storedChapters.length === 0
            ? sentChapters
            : sentChapters.filter(({ sequence }) =>
                storedChapters.some((chapter) => chapter.sequence === sequence),
              ),
        ),
    })),
  },
  'chapter-keeps-old-title': {
    breaks: ['chapters.replace', 'chapters.read-back'],
    description: 'A replaced chapter gets the new file under the old title.',
    override: changeRules((rules) => ({
      mergeChapters: (storedChapters, sentChapters) =>
        rules.mergeChapters(
          storedChapters,
          sentChapters.map((chapter) => {
            const stored = storedChapters.find(({ sequence }) => sequence === chapter.sequence);
            return { ...chapter, title: stored?.title ?? chapter.title };
          }),
        ),
    })),
  },
  'chapter-file-unchecked': {
    breaks: ['chapters.file-must-match', 'errors.documented-422'],
    description: 'A chapter may name any file, even one that does not exist.',
    override: () => ({ rules: { findUnmatchedChapters: () => [] } }),
  },
  'chapters-share-a-file': {
    breaks: ['chapters.one-file-one-chapter'],
    description: 'Two chapters may have the same file.',
    override: () => ({ rules: { findSharedFiles: () => [] } }),
  },
  'chapter-sequence-counts-from-zero': {
    breaks: ['chapters.sequence', 'chapters.read-back', 'chapters.order'],
    // A client that sends back a shown sequence number then changes a different chapter.
    mayAlsoBreak: ['chapters.add'],
    description: 'Sequence numbers of chapters are shown one too low.',
    override: changeRules((rules) => ({
      orderChapters: (chapters) =>
        rules
          .orderChapters(chapters)
          .map((chapter) => ({ ...chapter, sequence: chapter.sequence - 1 })),
    })),
  },
});
