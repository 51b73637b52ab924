/** Reads a page of the list with the query that it answers. */
import { memoize } from '../../../contract/memoize.ts';
import { isObject, type JsonObject } from '../../../contract/json-pointer.ts';
import type { Question } from '../../grounds/index.ts';
import { getShownQuery, type ListEnvelope, readPage } from './list-envelope.ts';
import { type ListQuery, readListQuery } from './list-query.ts';

/** A book on a page. */
export interface ShownItem {
  readonly id: string;
  readonly attributes: JsonObject;
  readonly index: number;
}

export interface ShownPage {
  readonly page: ListEnvelope;
  readonly sentQuery: ListQuery;
  /** The query that the page answers. */
  readonly query: ListQuery;
  readonly items: readonly ShownItem[];
}

/**
 * Returns the page that a response shows; undefined if it has another form, or if the query may be refused.
 * Both the judging and the learning from a response read it.
 */
export const readShownPage = memoize(({ exchange, call }: Question): ShownPage | undefined => {
  const page = readPage(exchange.response?.body);
  const sentQuery = readListQuery(call.query);
  if (page === undefined || sentQuery === undefined) return undefined;
  return { page, sentQuery, query: getShownQuery(page, sentQuery), items: readItems(page) };
});

function readItems({ items }: ListEnvelope): readonly ShownItem[] {
  return items.flatMap((item, index) => {
    if (!isObject(item) || typeof item['id'] !== 'string') return [];
    const attributes = isObject(item['attributes']) ? item['attributes'] : {};
    return [{ id: item['id'].toLowerCase(), attributes, index }];
  });
}
