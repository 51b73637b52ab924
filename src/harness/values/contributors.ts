/** The people of a book: one entry for each role the document names (Book, contributor). */
import type { components } from '../../generated/api.ts';

export type Contributor = components['schemas']['Contributor'];

export const author: Contributor = { firstName: 'Ada', lastName: 'Okafor', role: 'Author' };
export const editor: Contributor = { firstName: 'Benno', lastName: 'Lindt', role: 'Editor' };
export const narrator: Contributor = { firstName: 'Cleo', lastName: 'Marsh', role: 'Narrated by' };
