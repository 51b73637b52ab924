/** Lists the queries of a store that have a query plan, for tests of the plans. */
import { prepareBuildQueries } from '../../../src/sandbox/store/build-lists.ts';
import type { Db } from '../../../src/sandbox/database/index.ts';
import {
  prepareGrantQueries,
  prepareSettingQueries,
} from '../../../src/sandbox/store/grant-store.ts';
import { preparePageQueries } from '../../../src/sandbox/store/pages.ts';
import { prepareResetQueries } from '../../../src/sandbox/store/reset.ts';
import { prepareStatements } from '../../../src/sandbox/store/statements.ts';

export interface KnownQuery {
  readonly name: string;
  readonly text: string;
  /** How much the query may read: a few rows through an index, one whole list, or everything. */
  readonly reads: 'few' | 'list' | 'everything';
}

/** Names of queries that read everything: those of a reset, and of building all lists. */
const readsEverything = /^(insertSorted|allLists|allFiles|filesOf|removals\..*)$/;

/** Names of queries that read one whole list. Only readings other than the defaults use them. */
const readsList = /^filtered/;

export function listKnownQueries(db: Db): readonly KnownQuery[] {
  const records = [
    prepareStatements(db),
    preparePageQueries({ db }),
    prepareBuildQueries({ db }),
    prepareResetQueries({ db }),
    prepareGrantQueries(db),
    prepareSettingQueries(db),
  ];
  const queries = records.flatMap((record) => findQueries(record, ''));
  return queries.filter(({ text }) => !/^(create|drop|truncate) /.test(text));
}

function findQueries(record: object, path: string): readonly KnownQuery[] {
  return Object.entries(record).flatMap(([key, value]: [string, unknown]) => {
    const name = path + key;
    if (typeof value === 'function' && 'text' in value) {
      return [{ name, text: String(value.text), reads: estimateReads(name) }];
    }
    return typeof value === 'object' && value !== null ? findQueries(value, `${name}.`) : [];
  });
}

function estimateReads(name: string): KnownQuery['reads'] {
  if (readsEverything.test(name)) return 'everything';
  return readsList.test(name) ? 'list' : 'few';
}
