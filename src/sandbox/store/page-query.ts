/** The one query of a page of books: how many there are, and the items that fall on it. */
import { sql, type Kysely } from 'kysely';
import type { Tables } from './database.ts';
import { prepare } from './prepared.ts';
import type { PageQuery } from './store.ts';

const sortColumns = {
  createdAt: 'created_at',
  title: 'title_key',
  productIdentifier: 'isbn',
} as const;

/** Which of two books with equal keys comes first: the older one, or the newer. */
export type Ties = 'asc' | 'desc';

type PageValues = {
  account: string;
  format: string;
  language: string;
  shownUntil: number;
  limit: number;
  offset: number;
};

/** Its text follows from the sort and from which filters are there, never from their values. */
export function pageQuery(db: Kysely<Tables>, query: PageQuery, ties: Ties) {
  const direction = query.descending ? 'desc' : 'asc';
  return prepare<PageValues, { total: number; items: string | null }>(db, (slot) => {
    let listed = db
      .selectFrom('book')
      .where('account', '=', slot('account'))
      .where('listed', '=', 1)
      .where('created_at', '<=', slot('shownUntil'));
    if (query.format !== undefined) listed = listed.where('format', '=', slot('format'));
    if (query.language !== undefined) {
      listed = listed.where(sql<boolean>`languages like ${slot('language')} escape '!'`);
    }
    const items = listed
      .select('item')
      .orderBy(sortColumns[query.sort], (order) => order[direction]().nullsLast())
      .orderBy('sequence', ties)
      .limit(slot('limit'))
      .offset(slot('offset'));
    return db.selectNoFrom((select) => [
      listed.select(({ fn }) => fn.countAll<number>().as('total')).as('total'),
      select
        .selectFrom(items.as('shown'))
        .select(sql<string | null>`string_agg(item, ',')`.as('items'))
        .as('items'),
    ]);
  });
}

/** Finds a code in a JSON array of them, whatever signs it has. */
export function languagePattern(code: string): string {
  return `%${JSON.stringify(code).replaceAll(/[!%_]/g, (sign) => `!${sign}`)}%`;
}
