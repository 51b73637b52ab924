/** Lists the queries of a store that have a query plan, for tests of the plans. */
import type { Dialect } from '../../../src/sandbox/database/index.ts';
import * as listStatements from '../../../src/sandbox/store/list-statements.ts';
import * as statements from '../../../src/sandbox/store/statements.ts';

export interface KnownQuery {
  readonly name: string;
  readonly text: string;
  /** How much the query may read: a few rows through an index, one whole list, or everything. */
  readonly reads: 'few' | 'list' | 'everything';
}

/** Names of queries that read everything: those of a reset, and of building all lists. */
const readsEverything = /^(insertSorted|allLists|allFiles|filesOf|remove(Everything|Account)\..*)$/;

/** Names of queries that read one whole list. Only readings other than the defaults use them. */
const readsList = /^filtered/;

export function listKnownQueries(dialect: Dialect): readonly KnownQuery[] {
  const findQueries = (record: object, path = ''): readonly KnownQuery[] =>
    Object.entries(record).flatMap(([key, value]: [string, unknown]) => {
      const name = path + key;
      if (isStatement(value)) {
        return [{ name, text: value.compile(dialect).text, reads: estimateReads(name) }];
      }
      return typeof value === 'object' && value !== null ? findQueries(value, `${name}.`) : [];
    });
  const queries = findQueries({ ...statements, ...listStatements });
  return queries.filter(
    ({ name, text }) =>
      !/^(create|drop|truncate) /.test(text) && (dialect.isShared || name !== 'takeSequences'),
  );
}

function isStatement(value: unknown): value is typeof statements.readBook {
  return typeof value === 'function' && 'compile' in value;
}

function estimateReads(name: string): KnownQuery['reads'] {
  if (readsEverything.test(name)) return 'everything';
  return readsList.test(name) ? 'list' : 'few';
}
