/** The files that a book references after one more is attached (`attach.second-content`). */

interface FileInRole {
  readonly id: string;
  readonly role: string;
}

/** A book has one cover and one text, so a second one replaces the first. Tracks are added. */
export function replaceSameRole<F extends FileInRole>(files: readonly F[], added: F): F[] {
  const isKept = (file: F) =>
    file.id !== added.id && (file.role !== added.role || added.role === 'audio_content');
  return [...files.filter(isKept), added];
}

/** Every attached file is added to those that exist. */
export function addFile<F extends FileInRole>(files: readonly F[], added: F): F[] {
  return [...files.filter((file) => file.id !== added.id), added];
}

/** Returns whether the book already has another file of a role that is allowed once. */
export function isSecondOfRole(files: readonly FileInRole[], added: FileInRole): boolean {
  const others = files.filter((file) => file.id !== added.id);
  return added.role !== 'audio_content' && others.some((file) => file.role === added.role);
}
