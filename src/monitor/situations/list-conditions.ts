/** The position of a list page, and the numbers in its query. */
import { isObject } from '../../contract/json-pointer.ts';
import type { ValueOf } from './dimensions.ts';

/** By the page's own `meta`. */
export function pageOf(body: unknown): ValueOf<'position'> | undefined {
  const meta = isObject(body) ? body['meta'] : undefined;
  if (!isObject(meta)) return undefined;
  const [page, lastPage] = [Number(meta['page']), Number(meta['lastPage'])];
  if (page > Math.max(1, lastPage)) return 'beyond';
  if (lastPage <= 1) return 'only';
  if (page === 1) return 'first';
  return page === lastPage ? 'last' : 'middle';
}

export function perPageOf(text: string | null): ValueOf<'perPage'> {
  if (text === null) return 'default';
  if (!/^-?\d+$/.test(text)) return 'not-a-number';
  const number = Number(text);
  if (number < 1) return 'below';
  if (number > 100) return 'above';
  if (number === 1) return 'lowest';
  if (number === 100) return 'highest';
  return number < 10 ? 'one-digit' : 'two-digits';
}

export function pageNumberOf(text: string | null): ValueOf<'page'> {
  if (text === null) return 'default';
  if (!/^-?\d+$/.test(text)) return 'not-a-number';
  const number = Number(text);
  if (number < 1) return 'below';
  if (number === 1) return 'first';
  return number < 10 ? 'one-digit' : 'two-digits';
}
