/** Lists every query of a store that has a plan, for tests that look at it. */
import { prepareBuildQueries } from '../store/build-lists.ts';
import type { Db } from '../database/index.ts';
import { grantQueries, settingQueries } from '../store/grant-store.ts';
import { pageQueries } from '../store/pages.ts';
import { prepareStatements } from '../store/statements.ts';

export interface KnownQuery {
  readonly name: string;
  readonly text: string;
  /** The amount it may read: a few rows through an index, one whole list, or everything. */
  readonly reads: 'few' | 'list' | 'everything';
}

/** A reset visits everything, and so does building all lists. */
const readsEverything =
  /^(deleteBooks|deleteAllEntries|dropSpans|emptySpans|forgetGrants|insertSorted|allLists)$/;

/** Queries that only other readings than the default use, as documented. */
const readsList = /^filtered/;

export function knownQueries(db: Db): readonly KnownQuery[] {
  const records = [
    prepareStatements(db),
    pageQueries({ db }),
    prepareBuildQueries({ db }),
    grantQueries(db),
    settingQueries(db),
  ];
  const queries = records.flatMap((record) => queriesIn(record, ''));
  return queries.filter(({ text }) => !/^(create|drop|truncate) /.test(text));
}

function queriesIn(record: object, path: string): readonly KnownQuery[] {
  return Object.entries(record).flatMap(([key, value]: [string, unknown]) => {
    const name = path + key;
    if (typeof value === 'function' && 'text' in value) {
      return [{ name, text: String(value.text), reads: estimateReads(name) }];
    }
    return typeof value === 'object' && value !== null ? queriesIn(value, `${name}.`) : [];
  });
}

function estimateReads(name: string): KnownQuery['reads'] {
  if (readsEverything.test(name)) return 'everything';
  return readsList.test(name) ? 'list' : 'few';
}
