/** Converts fields from the form they are sent in to the form they are stored in. */
import type { Fields } from '../book/index.ts';
import type { SandboxParts } from '../parts/index.ts';
import type { SentFields } from '../shapes/index.ts';

export type TakenFields = { readonly [Field in keyof Fields]?: Fields[Field] };

/** The fields of a book that a client may send, without chapters and files. */
export const fieldNames = [
  'format',
  'title',
  'externalId',
  'subtitle',
  'language',
  'isbn',
  'description',
  'category',
  'keyword',
  'copyright',
  'saleTerritory',
  'publicationDate',
  'isFinalVersion',
  'contributor',
  'price',
  'audioDetails',
] as const satisfies readonly (keyof Fields)[];

/** Returns languages in upper case, ISBN and date in their stored spelling, the rest unchanged. */
export function takeFields(body: SentFields, { rules }: Pick<SandboxParts, 'rules'>): TakenFields {
  const taken: Record<string, unknown> = {};
  for (const name of fieldNames) if (body[name] !== undefined) taken[name] = body[name];
  const { language, isbn, publicationDate } = body;
  if (language) taken['language'] = language.map((code) => rules.languageCode(code));
  if (typeof isbn === 'string') taken['isbn'] = rules.spellIsbn(isbn).stored;
  if (typeof publicationDate === 'string') {
    taken['publicationDate'] = rules.readDate(publicationDate) ?? publicationDate;
  }
  return taken;
}
