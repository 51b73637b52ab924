/** Attached files as a book shows them. What an entry holds is not shown in the document. */
import { isArray } from '../../contract/json-pointer.ts';
import type { AttachedFiles, Book } from '../world/index.ts';
import { formatValue, type Mismatch } from './verdicts.ts';

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** The difference from the files that are certain and those that are possible. */
export function findFilesMismatch(book: Book, value: unknown): readonly Mismatch[] | undefined {
  const { files } = book;
  if (files === undefined || !isArray(value)) return undefined;
  const { certain, possible } = files;
  const least = certain.length;
  const most = certain.length + possible.length;
  const count = least === most ? `${least}` : `${least} to ${most}`;
  if (value.length < least || value.length > most) {
    return [{ field: 'files', expected: `${count} files`, actual: formatValue(value) }];
  }
  const ids = readIds(value);
  const missing = certain.filter((id) => !ids.has(id));
  // Entries need not carry ids: only if some file is recognised can another one be missed.
  const recognised = [...certain, ...possible].some((id) => ids.has(id));
  if (!recognised || missing.length === 0) return undefined;
  return [{ field: 'files', expected: `the file ${missing[0]}`, actual: formatValue(value) }];
}

/** Returns whether a wrong list has more files than a book can have, or fewer, or others. */
export function classifyFilesMismatch(
  { files }: Book,
  value: unknown,
): 'more' | 'fewer' | 'others' {
  const { certain, possible } = files ?? { certain: [], possible: [] };
  const count = isArray(value) ? value.length : 0;
  if (count < certain.length) return 'fewer';
  return count > certain.length + possible.length ? 'more' : 'others';
}

/** The UUIDs in the entries. */
export function readIds(value: unknown): ReadonlySet<string> {
  return new Set((JSON.stringify(value).match(uuids) ?? []).map((id) => id.toLowerCase()));
}

/** Possible files become certain, or are out, as far as entries show ids or their number tells. */
export function learnFiles({ files }: Book, value: unknown): AttachedFiles | undefined {
  if (!isArray(value) || files === undefined) return undefined;
  const { certain, possible } = files;
  if (value.length === 0) return { certain: [], possible: [] };
  if (possible.length === 0) return value.length === certain.length ? files : undefined;
  const ids = readIds(value);
  const all = [...certain, ...possible];
  const found = all.filter((id) => ids.has(id));
  if (found.length === value.length) return { certain: found, possible: [] };
  if (value.length === certain.length) return { certain, possible: [] };
  return value.length === all.length ? { certain: all, possible: [] } : undefined;
}
