/** Faults of the chapters of an audiobook. */
import { nameFaults, overrideRules } from './fault.ts';

export const chapterFaults = nameFaults({
  'chapter-appended-instead-of-replaced': {
    breaks: ['chapters.replace'],
    description:
      'An entry with an existing sequence is added to the old chapter instead of replacing it.',
    override: () => ({ rules: { mergeChapters: (stored, sent) => [...stored, ...sent] } }),
  },
  'chapter-not-added': {
    breaks: ['chapters.add'],
    mayAlsoBreak: ['chapters.read-back'],
    description: 'Once a book has chapters, entries with new sequences are dropped.',
    override: overrideRules((rules) => ({
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
    description: 'A replaced chapter gets the new file under the old title.',
    override: overrideRules((rules) => ({
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
    description: 'A chapter may name any file, or none that exists.',
    override: () => ({ rules: { findUnmatchedChapters: () => [] } }),
  },
  'chapters-share-a-file': {
    breaks: ['chapters.one-file-one-chapter'],
    description: 'Two chapters may have the same file.',
    override: () => ({ rules: { findSharedFiles: () => [] } }),
  },
  'chapter-sequence-counts-from-zero': {
    breaks: ['chapters.sequence', 'chapters.read-back', 'chapters.order'],
    // An entry with the sequence that a chapter shows is then another chapter's.
    mayAlsoBreak: ['chapters.add'],
    description: 'Sequences of chapters are shown one too low.',
    override: overrideRules((rules) => ({
      orderChapters: (chapters) =>
        rules
          .orderChapters(chapters)
          .map((chapter) => ({ ...chapter, sequence: chapter.sequence - 1 })),
    })),
  },
});
