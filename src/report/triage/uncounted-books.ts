/** Recognizes lists whose pages show more books than their total counts: then the total is wrong, and not the number of pages. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import type { FindingRow } from '../record/index.ts';
import { formatCount } from '../wording/index.ts';

/** Returns both sides of a page with books after the last one that the total permits; undefined for other drifts. */
export function describeUncountedBooks({ requirement, actual, exchange }: FindingRow) {
  if (requirement !== 'list.page-beyond' || actual !== '200 with books') return undefined;
  const body = exchange?.responseBody;
  const { data, meta } = isObject(body) ? body : {};
  if (!isArray(data) || !isObject(meta)) return undefined;
  const { total, page, perPage } = meta;
  return {
    expected: `no books on page ${Number(page)}, by the total of ${Number(total)} at ${Number(perPage)} a page`,
    actual: formatCount(data.length, 'book'),
  };
}
