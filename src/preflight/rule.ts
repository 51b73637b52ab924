/** The types of a rule: the call that it checks, and the issues that it finds. */
import type { PreflightIssue } from '../client/errors/index.ts';
import type { FileRole } from '../client/contract.ts';
import type { CheckedCall } from '../client/preflight.ts';

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

type PreflightRequirementId = (typeof preflightRequirementIds)[number];

/** An issue without the sentence of its requirement. */
export type RawIssue = Omit<PreflightIssue, 'rule' | 'statement' | 'requirement'> & {
  readonly requirement: PreflightRequirementId;
};

/** The start of a file of the call. */
export interface FirstBytes {
  readonly role: FileRole;
  readonly pointer: string;
  /** The first bytes; undefined if the file cannot be read, which the upload will report. */
  readonly bytes: Uint8Array | undefined;
}

/** The call that a rule checks. */
export interface CheckContext extends Required<CheckedCall> {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Returns the first bytes of the files, which are read only once. */
  readonly readFirstBytes: () => Promise<readonly FirstBytes[]>;
}

/** One rule of the pre-flight. */
export type Rule = (context: CheckContext) => readonly RawIssue[] | Promise<readonly RawIssue[]>;
