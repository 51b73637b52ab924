/** When two values of a field are the same, as far as the document says. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import type { ClientField } from './book.ts';
import type { Same } from './possible.ts';

/** Null and absent are one; texts may be trimmed and normalised. */
export const sameText: Same = (one, other) => {
  if (typeof one !== 'string' || typeof other !== 'string')
    return (one ?? null) === (other ?? null);
  return one === other || one.trim().normalize('NFC') === other.trim().normalize('NFC');
};

/** Everything the known value has is shown; what is shown beyond that does not matter. */
const sameMembers: Same = (known, shown) => {
  if (isArray(known)) {
    return (
      isArray(shown) &&
      known.length === shown.length &&
      known.every((one, index) => sameMembers(one, shown[index]))
    );
  }
  if (isObject(known)) {
    return (
      isObject(shown) && Object.entries(known).every(([key, one]) => sameMembers(one, shown[key]))
    );
  }
  return sameText(known, shown);
};

/** Codes come back in upper case, which is judged by its own requirement. */
const sameCodes: Same = (one, other) => sameMembers(inUpperCase(one), inUpperCase(other));

function inUpperCase(codes: unknown): unknown {
  if (!isArray(codes)) return codes;
  return codes.map((code) => (typeof code === 'string' ? code.toUpperCase() : code));
}

/** The document leaves open how a book without keywords shows that. */
const sameKeywords: Same = (one, other) => sameMembers(one ?? [], other ?? []);

/** Separators may be kept or dropped. */
const sameIsbn: Same = (one, other) => sameText(withoutSeparators(one), withoutSeparators(other));

function withoutSeparators(isbn: unknown): unknown {
  return typeof isbn === 'string' ? isbn.replaceAll(/[^0-9Xx]/g, '') : isbn;
}

const special: Readonly<Partial<Record<ClientField, Same>>> = {
  language: sameCodes,
  keyword: sameKeywords,
  isbn: sameIsbn,
};

/** The comparison for a field. */
export function sameIn(field: ClientField): Same {
  return special[field] ?? sameMembers;
}

export const sameStatus: Same = Object.is;
