/** Classifies the position of a list page, and the page numbers and page sizes in queries. */
import { isObject } from '../../contract/json-pointer.ts';
import type { ValueOf } from './dimensions.ts';

/** Returns the position of a page in its list, according to its own `meta`. */
export function classifyPosition(body: unknown): ValueOf<'position'> | undefined {
  const meta = isObject(body) ? body['meta'] : undefined;
  if (!isObject(meta)) return undefined;
  const [page, lastPage] = [Number(meta['page']), Number(meta['lastPage'])];
  if (page > Math.max(1, lastPage)) return 'beyond';
  if (lastPage <= 1) return 'only';
  if (page === 1) return 'first';
  return page === lastPage ? 'last' : 'middle';
}

export function classifyPageSize(text: string | null): ValueOf<'perPage'> {
  if (text === null) return 'default';
  if (!/^-?\d+$/.test(text)) return 'not-a-number';
  const number = Number(text);
  if (number < 1) return 'below';
  if (number > 100) return 'above';
  if (number === 1) return 'lowest';
  if (number === 100) return 'highest';
  return number < 10 ? 'one-digit' : 'two-digits';
}

export function classifyPageNumber(text: string | null): ValueOf<'page'> {
  if (text === null) return 'default';
  if (!/^-?\d+$/.test(text)) return 'not-a-number';
  const number = Number(text);
  if (number < 1) return 'below';
  if (number === 1) return 'first';
  return number < 10 ? 'one-digit' : 'two-digits';
}
