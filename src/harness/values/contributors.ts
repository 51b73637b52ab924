/** The people of a book: one entry for each role the document names (Book, contributor). */
import type { components } from '../../generated/api.ts';

export type Contributor = components['schemas']['Contributor'];

/** The apostrophe shows whether a service escapes what it stores. */
export const author: Contributor = { firstName: 'Ada', lastName: "O'Brien", role: 'Author' };
/** Shares the author's last name, so that a service that takes people by their names mixes them up. */
export const editor: Contributor = { firstName: 'Benno', lastName: "O'Brien", role: 'Editor' };
export const narrator: Contributor = { firstName: 'Cleo', lastName: 'Marsh', role: 'Narrated by' };
