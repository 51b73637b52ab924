/** The requirements of the pre-flight's rules. The generator reads this list. */
export const preflightRequirementIds = [
  'chapters.duplicate-sequence',
  'chapters.gaps',
  'chapters.one-file-one-chapter',
  'chapters.sequence',
  'chapters.title-ascii-only',
  'contributor.narrator',
  'date.form',
  'date.valid-on-create',
  'date.valid-on-update',
  'files.audio-content',
  'files.audio-cover',
  'files.ebook-content',
  'files.ebook-cover',
  'files.print-cover',
  'files.print-interior',
  'isbn.expected-for-print',
  'isbn.hyphens',
  'isbn.prefixes',
  'isbn.valid-on-create',
  'isbn.valid-on-update',
  'publish.chapters-present',
  'publish.final-version-window',
  'publish.narrator',
  'upload.role-fits-format',
] as const;

export type PreflightRequirementId = (typeof preflightRequirementIds)[number];
