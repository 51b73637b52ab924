/** The files that a book references after one more is attached (`attach.second-content`). */

interface FileInRole {
  readonly id: string;
  readonly role: string;
}

/** Adds a track, or replaces the cover or the text, of which a book has only one each. */
export function replaceSameRole<F extends FileInRole>(files: readonly F[], newFile: F): F[] {
  const isKept = (file: F) =>
    file.id !== newFile.id && (file.role !== newFile.role || newFile.role === 'audio_content');
  return [...files.filter(isKept), newFile];
}

/** Adds a file of any role. */
export function addFile<F extends FileInRole>(files: readonly F[], newFile: F): F[] {
  return [...files.filter((file) => file.id !== newFile.id), newFile];
}

/** Returns whether the book already has another file of a role that it may have only once. */
export function isSecondOfRole(files: readonly FileInRole[], newFile: FileInRole): boolean {
  const others = files.filter((file) => file.id !== newFile.id);
  return newFile.role !== 'audio_content' && others.some((file) => file.role === newFile.role);
}
