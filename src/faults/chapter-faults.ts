/** Faults of the chapters of an audiobook. */
import { faultsIn, ruling } from './fault.ts';

export const chapterFaults = faultsIn({
  'chapter-appended-instead-of-replaced': {
    breaks: ['chapters.replace'],
    says: 'An entry with an existing sequence is added to the old chapter instead of replacing it.',
    override: () => ({ rules: { mergeChapters: (stored, sent) => [...stored, ...sent] } }),
  },
  'chapter-not-added': {
    breaks: ['chapters.add'],
    shadows: ['chapters.read-back'],
    says: 'Once a book has chapters, entries with new sequences are dropped.',
    override: ruling((rules) => ({
      mergeChapters: (stored, sent) =>
        rules.mergeChapters(
          stored,
          stored.length === 0
            ? sent
            : sent.filter(({ sequence }) => stored.some((one) => one.sequence === sequence)),
        ),
    })),
  },
  'chapter-keeps-old-title': {
    breaks: ['chapters.replace', 'chapters.read-back'],
    says: 'A replaced chapter gets the new file under the old title.',
    override: ruling((rules) => ({
      mergeChapters: (stored, sent) =>
        rules.mergeChapters(
          stored,
          sent.map((chapter) => ({
            ...chapter,
            title:
              stored.find(({ sequence }) => sequence === chapter.sequence)?.title ?? chapter.title,
          })),
        ),
    })),
  },
  'chapter-file-unchecked': {
    breaks: ['chapters.file-must-match', 'errors.documented-422'],
    says: 'A chapter may name any file, or none that exists.',
    override: () => ({ rules: { unmatchedChapters: () => [] } }),
  },
  'chapters-share-a-file': {
    breaks: ['chapters.one-file-one-chapter'],
    says: 'Two chapters may have the same file.',
    override: () => ({ rules: { sharedFiles: () => [] } }),
  },
  'chapter-sequence-counts-from-zero': {
    breaks: ['chapters.sequence', 'chapters.read-back', 'chapters.order'],
    // An entry with the sequence that a chapter shows is then another chapter's.
    shadows: ['chapters.add'],
    says: 'Sequences of chapters are shown one too low.',
    override: ruling((rules) => ({
      orderChapters: (chapters) =>
        rules
          .orderChapters(chapters)
          .map((chapter) => ({ ...chapter, sequence: chapter.sequence - 1 })),
    })),
  },
});
