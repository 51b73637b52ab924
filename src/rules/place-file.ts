/** Which files a book references once one more is attached. */

interface Placed {
  readonly id: string;
  readonly role: string;
}

/** A book has one cover and one text, so a second takes the place of the first; tracks add up. */
export function replaceSameRole<F extends Placed>(files: readonly F[], added: F): F[] {
  const keeps = (file: F) =>
    file.id !== added.id && (file.role !== added.role || added.role === 'audio_content');
  return [...files.filter(keeps), added];
}

/** Whatever is attached stays beside what was there. */
export function addBeside<F extends Placed>(files: readonly F[], added: F): F[] {
  return [...files.filter((file) => file.id !== added.id), added];
}

/** Whether a file of a role that a book has once would be the second one. */
export function secondOfRole(files: readonly Placed[], added: Placed): boolean {
  const others = files.filter((file) => file.id !== added.id);
  return added.role !== 'audio_content' && others.some((file) => file.role === added.role);
}
