/** GET /books: which queries must, may and must not be refused. */
import {
  anyRefusal,
  decides,
  isMust,
  may,
  must,
  type Expectation,
  type Ground,
  when,
} from './grounds.ts';
import { mustReachPage } from './listed-books.ts';
import { getRequirements } from './refused-create.ts';
import type { Question } from './question.ts';
import { isEverydayLanguage } from './texts.ts';

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
      statuses: [200],
      statusRequirement: 'list.envelope',
      brokenByRefusal: (refusedNames) => [
        'list.envelope',
        ...getRequirements(refusedNames.length === 0 ? names : refusedNames, requirementByName),
      ],
    },
  };
}

const requirementByName = {
  page: 'list.page',
  perPage: 'list.per-page',
  sort: 'list.sort',
  format: 'list.format',
  language: 'list.language',
} as const;

function parameterGrounds(name: string, values: readonly string[]): readonly Ground[] {
  if (!Object.hasOwn(requirementByName, name))
    return [decides('list.unknown-param', ...anyRefusal)];
  const [value = ''] = values;
  if (values.length > 1) return [may('error.precedence', ...anyRefusal)];
  if (value === '') return [decides('list.empty-values', ...anyRefusal)];
  if (name === 'page' || name === 'perPage') return numberGrounds(name, value);
  if (name === 'language') {
    return isEverydayLanguage(value) ? [] : [decides('list.language.unknown', ...anyRefusal)];
  }
  return enumGrounds(name === 'sort' ? 'sort' : 'format', value);
}

function numberGrounds(name: 'page' | 'perPage', value: string): readonly Ground[] {
  const number = Number(value);
  const isInteger = /^-?\d+$/.test(value);
  if (isInteger && (number < 1 || (name === 'perPage' && number > 100))) {
    return [must(requirementByName[name], [400], name)];
  }
  // The service may coerce other spellings of numbers, and also values that are not numbers.
  const isPlain = String(number) === value && number <= 1_000_000;
  return when(!isInteger || !isPlain, decides('list.int-parsing', 400));
}

const listedValues = {
  sort: ['createdAt', 'title', 'productIdentifier'],
  format: ['ebook', 'print', 'audio'],
} as const;

function enumGrounds(name: 'sort' | 'format', value: string): readonly Ground[] {
  const values: readonly string[] = listedValues[name];
  if (values.includes(value)) return [];
  const isOtherCase = values.some((listed) => listed.toLowerCase() === value.toLowerCase());
  if (isOtherCase) return [decides('list.enum-case', 400)];
  return [must(requirementByName[name], [400], name)];
}
