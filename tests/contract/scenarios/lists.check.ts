/** Queries of the list, generated so that every two parameters meet, valid and invalid. */
import { dimensions } from '../../../src/monitor/index.ts';
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { readLinks } from '../../../src/harness/evidence/index.ts';
import { getShelf } from '../../property/lists/index.ts';
import { isAccepted } from '../steps/index.ts';
import { coverRows, firstOfEach, type Row } from './rows.ts';

const none = '-';

/** Values of each parameter (for example `list.language` and `list.format`); `-` leaves it out. */
const valid = {
  format: [none, ...dimensions.format],
  language: [none, 'EN', 'es'],
  sort: [none, 'createdAt', 'title', 'productIdentifier'],
  perPage: [none, '1', '2', '25', '100'],
  page: [none, '1', '2', '10'],
} as const;

type Query = Row<typeof valid>;

/** Values that are refused with any other parameters: too low, too high or unknown, for each parameter. */
const invalid: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['page', ['0', '-1']],
  ['perPage', ['0', '-1']],
  ['perPage', ['101', '1000']],
  ['sort', ['price', 'updated']],
];

function given(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== none));
}

async function list(t: Stage, query: Readonly<Record<string, string>>) {
  return t.wire({ method: 'GET', path: '/books', query: given(query) });
}

function asks(queries: readonly Readonly<Record<string, string>>[]): CaseBody {
  return async (t) => {
    await getShelf(t);
    for (const query of queries) await list(t, query);
  };
}

type FirstPage = Readonly<Record<string, string>>;

/** Follows `links.next` over the first pages of a list: it has to lose no book, and keep its order. */
async function follow(t: Stage, first: FirstPage, pages: number): Promise<void> {
  await getShelf(t);
  let answer = await list(t, first);
  for (let page = 1; page < pages && isAccepted(answer); page += 1) {
    const { next } = readLinks(answer);
    if (next === null) return;
    const query = Object.fromEntries(new URLSearchParams(next.slice(next.indexOf('?') + 1)));
    answer = await t.wire({ method: 'GET', path: '/books', query });
  }
}

/** Sorts print books by title. */
const walksPrint: CaseBody = async (t) =>
  follow(t, { format: 'print', sort: 'title', perPage: '2' }, 3);

const walksOthers: CaseBody = async (t) => {
  for (const format of ['ebook', 'audio']) await follow(t, { format, perPage: '1' }, 2);
};

/**
 * Each sort key with each filter that leaves several keys, on pages long enough to show an order. A walk
 * sorts print books by title.
 */
const sorted = [
  ...(['ebook', 'audio'] as const).map((format) => ({ format, sort: 'title' })),
  { language: 'ES', sort: 'title' },
  { format: 'print', sort: 'productIdentifier' },
  { language: 'ES', sort: 'productIdentifier' },
].map((query) => ({ ...query, perPage: '100' }));

const pairs = coverRows(valid, 2);
const quick = firstOfEach(pairs);
const triples = coverRows(valid, 3);

/** Each kind of bad value with each format, and bad formats, among the parameters of another row. */
const badQueries = [
  ...invalid.flatMap(([name, values]) =>
    dimensions.format.map((format, index) => ({
      format,
      [name]: values[index % values.length] ?? '',
    })),
  ),
  { format: 'pdf' },
  { format: 'books' },
].map((bad, index): Record<string, string> => ({ ...pairs[index], ...bad }));

const covers = ['list.', 'id.', 'problem.', 'body.'];
const needs = ['read', 'write'] as const;

function usualOf(queries: readonly Query[]): Query[] {
  return queries.filter((query) => !quick.includes(query));
}

export const lists = section('Queries of the list', [
  check(
    'path.prefix',
    {
      'answers under the version prefix': async (t) => {
        t.expect.accepted(await t.ask.list(), 'to a list under /v2/distribution');
      },
    },
    {
      covers: ['body.json', 'list.meta', 'list.links'],
      reach: 'shape',
      needs: ['read'],
      depth: 'quick',
    },
  ),
  check(
    'list.envelope',
    {
      'answers queries with each parameter': asks(quick),
      'links each page to the next': walksPrint,
    },
    { covers, needs, depth: 'quick' },
  ),
  check(
    'list.sorted',
    {
      'sorts filtered lists': asks(sorted),
      'links each page to the next in every format': walksOthers,
    },
    { covers, needs },
  ),
  check(
    'list.per-page',
    { 'refuses a bad value of any parameter': asks(badQueries) },
    { covers, needs, depth: 'quick' },
  ),
  check(
    'list.envelope',
    { 'answers queries with every pair of parameters': asks(usualOf(pairs)) },
    { covers, needs },
  ),
  check(
    'list.envelope',
    { 'answers queries with every three parameters': asks(triples) },
    { covers, needs, depth: 'deep' },
  ),
]);
