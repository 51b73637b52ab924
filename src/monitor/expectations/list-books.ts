/** GET of the list: which queries must be answered, and which refused. */
import type { StatedId } from '../../contract/requirements.ts';
import {
  anyRefusal,
  decides,
  isMust,
  may,
  must,
  type Expectation,
  type Ground,
} from './grounds.ts';
import { named } from './refused-create.ts';
import type { Question } from './question.ts';
import { isEverydayLanguage } from './texts.ts';

const parameters = ['page', 'perPage', 'sort', 'format', 'language'];

export function expectList({ call }: Question): Expectation {
  const { query } = call;
  const names = [...new Set(query.keys())];
  const parameterIssues = names.flatMap((name) => parameterGrounds(name, query.getAll(name)));
  const wrong = parameterIssues.filter(isMust).flatMap((one) => one.names);
  return {
    grounds: [
      ...parameterIssues,
      ...(wrong.length > 0 ? [must('list.invalid-query-400', [400], ...wrong)] : []),
      ...(Number(query.get('page') ?? 1) > 1 ? [decides('list.page-beyond', 400, 404, 422)] : []),
    ],
    accepts: {
      statuses: [200],
      status: 'list.envelope',
      refused: (refused) => [
        'list.envelope',
        ...named(refused.length === 0 ? names : refused, byName),
      ],
    },
  };
}

const byName: Readonly<Record<string, StatedId>> = {
  page: 'list.page',
  perPage: 'list.per-page',
  sort: 'list.sort',
  format: 'list.format',
  language: 'list.language',
};

function parameterGrounds(name: string, values: readonly string[]): readonly Ground[] {
  if (!parameters.includes(name)) return [decides('list.unknown-param', ...anyRefusal)];
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
  const requirement = name === 'page' ? 'list.page' : 'list.per-page';
  if (!/^-?\d+$/.test(value)) {
    // The service may coerce numbers in another form, and also values that are not numbers.
    return [decides('list.int-parsing', 400)];
  }
  const number = Number(value);
  const low = number < 1;
  const high = name === 'perPage' && number > 100;
  if (low || high) return [must(requirement, [400], name)];
  const plain = String(number) === value && number <= 1_000_000;
  return plain ? [] : [decides('list.int-parsing', 400)];
}

const listed = {
  sort: ['createdAt', 'title', 'productIdentifier'],
  format: ['ebook', 'print', 'audio'],
} as const;

function enumGrounds(name: 'sort' | 'format', value: string): readonly Ground[] {
  const values: readonly string[] = listed[name];
  if (values.includes(value)) return [];
  const otherCase = values.some((one) => one.toLowerCase() === value.toLowerCase());
  if (otherCase) return [decides('list.enum-case', 400)];
  return [must(name === 'sort' ? 'list.sort' : 'list.format', [400], name)];
}
