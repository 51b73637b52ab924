/** Compares the files that a book shows with what is known of them. The document does not show what an entry contains. */
import { isArray } from '../../contract/json-pointer.ts';
import { uuids } from '../call.ts';
import type { AttachedFiles, Book } from '../world/index.ts';
import { formatValue, type Mismatch } from './verdicts.ts';

/** Returns the difference from the certain and possible files; undefined if there is none. */
export function findFilesMismatch(book: Book, value: unknown): readonly Mismatch[] | undefined {
  const { files } = book;
  if (files === undefined || !isArray(value)) return undefined;
  const { certain, possible } = files;
  const min = certain.length;
  const max = certain.length + possible.length;
  const count = min === max ? `${min}` : `${min} to ${max}`;
  if (value.length < min || value.length > max) {
    const actual = `${countFiles(value.length)}${value.length === 0 ? '' : `: ${formatValue(value)}`}`;
    return [{ field: 'files', expected: countFiles(count), actual }];
  }
  const ids = readIds(value);
  const missingIds = certain.filter((id) => !ids.has(id));
  // Entries may have no ids. A missing id counts only if the list shows the id of another file.
  const showsIds = [...certain, ...possible].some((id) => ids.has(id));
  if (!showsIds || missingIds.length === 0) return undefined;
  return [{ field: 'files', expected: `the file ${missingIds[0]}`, actual: formatValue(value) }];
}

function countFiles(count: string | number): string {
  return `${count} ${String(count) === '1' ? 'file' : 'files'}`;
}

/** Returns whether a wrong list has more files than the book can have, fewer, or other ones. */
export function classifyFilesMismatch(
  { files }: Book,
  value: unknown,
): 'more' | 'fewer' | 'others' {
  const { certain, possible } = files ?? { certain: [], possible: [] };
  const count = isArray(value) ? value.length : 0;
  if (count < certain.length) return 'fewer';
  return count > certain.length + possible.length ? 'more' : 'others';
}

export function readIds(value: unknown): ReadonlySet<string> {
  return new Set((JSON.stringify(value).match(uuids) ?? []).map((id) => id.toLowerCase()));
}

/** Returns the attached files, as far as the ids or the number of entries show them. */
export function learnFiles({ files }: Book, value: unknown): AttachedFiles | undefined {
  if (!isArray(value) || files === undefined) return undefined;
  const { certain, possible } = files;
  if (value.length === 0) return { certain: [], possible: [] };
  if (possible.length === 0) return value.length === certain.length ? files : undefined;
  const ids = readIds(value);
  const knownIds = [...certain, ...possible];
  const shownIds = knownIds.filter((id) => ids.has(id));
  if (shownIds.length === value.length) return { certain: shownIds, possible: [] };
  if (value.length === certain.length) return { certain, possible: [] };
  return value.length === knownIds.length ? { certain: knownIds, possible: [] } : undefined;
}
