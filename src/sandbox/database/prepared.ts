/** Queries that are compiled once and run with different values. */
import { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';
import { getDialect } from './dialect.ts';

type Values = Readonly<Record<string, string | number | null>>;

export interface QueryResult<Row> {
  readonly rows: readonly Row[];
  /** The number of rows a write changed. */
  readonly changedRows: number;
}

/**
 * Runs a compiled query.
 * @param connection the transaction that the query belongs to; a separate connection unless given
 */
export interface PreparedQuery<V extends Values, Row> {
  (values: V, connection?: Db): Promise<QueryResult<Row>>;
  /** The SQL, for tests of its plan. */
  readonly text: string;
}

/** Compiles a query in which `:name` is replaced by a value. */
export type Prepare = <V extends Values, Row = never>(text: string) => PreparedQuery<V, Row>;

/** Returns the function that compiles queries for a database. */
export function createPrepare(db: Db): Prepare {
  const { placeholder } = getDialect(db);
  return <V extends Values, Row>(text: string): PreparedQuery<V, Row> => {
    const names: string[] = [];
    const compiledText = text.replaceAll(/:([a-z_A-Z]+)/g, (_all, name: string) =>
      placeholder(names.push(name)),
    );
    const run = async (values: V, connection = db): Promise<QueryResult<Row>> => {
      const parameters = names.map((name) => values[name]);
      const { rows, numAffectedRows } = await connection.executeQuery(
        CompiledQuery.raw(compiledText, parameters),
      );
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the rows are what the query selects; `raw` cannot carry that
      return { rows: rows as Row[], changedRows: Number(numAffectedRows ?? 0n) };
    };
    return Object.assign(run, { text: compiledText });
  };
}
