/** GET /books: which queries must, may and must not be refused. */
import type { Parameter } from '../../../contract/operations.ts';
import { readRequestParameter } from '../../../contract/requests/index.ts';
import { readContract } from '../../../contract/spec.ts';
import {
  anyRefusal,
  decides,
  type Expectation,
  type Ground,
  isMust,
  may,
  must,
  type Question,
  schemaGrounds,
  toStatedId,
  when,
} from '../../grounds/index.ts';
import { mustReachPage } from './listed-books.ts';

export function expectList(question: Question): Expectation {
  const { query } = question.call;
  const mayLieBeyond = Number(query.get('page') ?? 1) > 1 && !mustReachPage(question);
  const names = [...new Set(query.keys())];
  const queryGrounds = names.flatMap((name) => parameterGrounds(name, query.getAll(name)));
  const invalidNames = queryGrounds.filter(isMust).flatMap((ground) => ground.names);
  return {
    grounds: [
      ...queryGrounds,
      ...when(invalidNames.length > 0, must('list.invalid-query-400', [400], ...invalidNames)),
      ...when(mayLieBeyond, decides('list.page-beyond', 400, 404, 422)),
    ],
    accepts: {
      brokenByRefusal: (refusedNames) => [
        'list.envelope',
        ...(refusedNames.length === 0 ? names : refusedNames).flatMap(
          (name) => getParameterRequirement(name) ?? [],
        ),
      ],
    },
  };
}

function findParameter(name: string): Parameter | undefined {
  const { parameters } = readContract().operations.listBooks;
  return parameters.find((parameter) => parameter.in === 'query' && parameter.name === name);
}

function getParameterRequirement(name: string) {
  return toStatedId(findParameter(name)?.requirements[0]);
}

function parameterGrounds(name: string, values: readonly string[]): readonly Ground[] {
  const parameter = findParameter(name);
  if (parameter === undefined) return [decides('list.unknown-param', ...anyRefusal)];
  if (values.length > 1) return [may('error.precedence', ...anyRefusal)];
  const reading = readRequestParameter(readContract(), parameter, values[0] ?? '');
  return schemaGrounds(reading, { schema: 'list.invalid-query-400' });
}
