/** What one book may be, after the calls so far: sets of permitted states, narrowed by what it shows. */
import type { GrantedFile } from '../../../src/harness/stage/index.ts';
import type { Chapter } from '../../../src/harness/values/index.ts';

/** The statuses a book may have. Where the document is silent, all but some are permitted. */
export type Statuses =
  | { readonly among: readonly string[] }
  | { readonly allBut: readonly string[] };

export interface BookModel {
  readonly id: string;
  readonly externalId: string;
  readonly format: 'ebook' | 'audio';
  statuses: Statuses;
  /** What fields were last given. */
  fields: Readonly<Record<string, unknown>>;
  /** Files that are attached. */
  files: readonly GrantedFile[];
  /** Chapters as last set; undefined once something may have changed them that the document leaves open. */
  chapters: readonly Chapter[] | undefined;
  gone: boolean;
}

export const draft: Statuses = { among: ['draft'] };

/** Whatever publish or unpublish leads to: which status that is, and when it shows, is open. */
export const anyStatus: Statuses = { allBut: [] };

export function permits(statuses: Statuses, status: string): boolean {
  return 'among' in statuses ? statuses.among.includes(status) : !statuses.allBut.includes(status);
}

/**
 * What a status that was seen says of those to come: a book that has left draft does not go back
 * unless somebody edits it, and a draft stays one; what a review does to it meanwhile is open.
 */
export function narrowed(statuses: Statuses, seen: string): Statuses {
  if ('among' in statuses || seen === 'draft') return statuses;
  return { allBut: ['draft'] };
}

export function isDraft({ statuses, gone }: Readonly<BookModel>): boolean {
  return !gone && 'among' in statuses && statuses.among.includes('draft');
}

/** Whether it was published and has been seen to have left draft. */
export function hasLeftDraft({ statuses, gone }: Readonly<BookModel>): boolean {
  return !gone && 'allBut' in statuses && statuses.allBut.includes('draft');
}

const rolesOf = {
  ebook: ['ebook_content', 'ebook_cover'],
  audio: ['audio_content', 'audio_cover'],
} as const;

/** A role the book still lacks; undefined once it has all. */
export function missingRole({ format, files }: Readonly<BookModel>) {
  return rolesOf[format].find((role) => !files.some(({ file }) => file.role === role));
}

/** Whether it has all that publishing is said to need, apart from date and final version. */
export function isComplete(model: Readonly<BookModel>): boolean {
  if (missingRole(model) !== undefined) return false;
  if (model.format === 'ebook') return true;
  const tracks = model.files.filter(({ file }) => file.role === 'audio_content');
  const mapped = model.chapters?.map(({ fileId }) => fileId) ?? [];
  return tracks.every(({ fileId }) => mapped.includes(fileId));
}
