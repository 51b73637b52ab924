/** List queries, valid and invalid, generated so that each pair of parameter values occurs. */
import { dimensions } from '../../../src/monitor/index.ts';
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { readLinks } from '../../../src/harness/evidence/index.ts';
import { getFrenchBooks } from '../../property/lists/index.ts';
import { isAccepted } from '../steps/index.ts';
import { coverRows, chooseCoveringRows, type Row } from './rows.ts';

const omitted = '-';

/** The values of each parameter; `-` omits the parameter. */
const validValues = {
  format: [omitted, ...dimensions.format],
  language: [omitted, 'EN', 'es'],
  sort: [omitted, 'createdAt', 'title', 'productIdentifier'],
  perPage: [omitted, '1', '2', '25', '100'],
  page: [omitted, '1', '2', '10'],
} as const;

type Query = Row<typeof validValues>;

/** Values that a service must refuse, whatever the other parameters are. */
const invalidValues: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['page', ['0', '-1']],
  ['perPage', ['0', '-1']],
  ['perPage', ['101', '1000']],
  ['sort', ['price', 'updated']],
];

function dropOmitted(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== omitted));
}

async function requestList(t: Stage, query: Readonly<Record<string, string>>) {
  return t.wire({ method: 'GET', path: '/books', query: dropOmitted(query) });
}

function sendQueries(queries: readonly Readonly<Record<string, string>>[]): CaseBody {
  return async (t) => {
    await getFrenchBooks(t);
    for (const query of queries) await requestList(t, query);
  };
}

type FirstPage = Readonly<Record<string, string>>;

/** Follows `links.next` over the first pages of a list. The monitor judges books and order. */
async function followNextLinks(t: Stage, firstQuery: FirstPage, pages: number): Promise<void> {
  await getFrenchBooks(t);
  let response = await requestList(t, firstQuery);
  for (let page = 1; page < pages && isAccepted(response); page += 1) {
    const { next } = readLinks(response);
    if (next === null) return;
    const query = Object.fromEntries(new URLSearchParams(next.slice(next.indexOf('?') + 1)));
    response = await t.wire({ method: 'GET', path: '/books', query });
  }
}

const walkPrintBooks: CaseBody = async (t) =>
  followNextLinks(t, { format: 'print', sort: 'title', perPage: '2' }, 3);

const walkOtherFormats: CaseBody = async (t) => {
  for (const format of ['ebook', 'audio']) await followNextLinks(t, { format, perPage: '1' }, 2);
};

/**
 * Each sort key with each filter that leaves several different values, on pages long enough to show an
 * order. `walkPrintBooks` sorts print books by title.
 */
const sortedQueries = [
  ...(['ebook', 'audio'] as const).map((format) => ({ format, sort: 'title' })),
  { language: 'ES', sort: 'title' },
  { format: 'print', sort: 'productIdentifier' },
  { language: 'ES', sort: 'productIdentifier' },
].map((query) => ({ ...query, perPage: '100' }));

const pairwiseQueries = coverRows(validValues, 2);
const quickQueries = chooseCoveringRows(pairwiseQueries);
const threeWiseQueries = coverRows(validValues, 3);

/** Each kind of invalid value with each format, and invalid formats, combined with other valid parameters. */
const badQueries = [
  ...invalidValues.flatMap(([name, values]) =>
    dimensions.format.map((format, index) => ({
      format,
      [name]: values[index % values.length] ?? '',
    })),
  ),
  { format: 'pdf' },
  { format: 'books' },
].map((badParameters, index): Record<string, string> => ({
  ...pairwiseQueries[index],
  ...badParameters,
}));

const covers = ['list.', 'id.', 'problem.', 'body.'];
const needs = ['read', 'write'] as const;

function excludeQuick(queries: readonly Query[]): Query[] {
  return queries.filter((query) => !quickQueries.includes(query));
}

export const lists = section('List queries', [
  check(
    'path.prefix',
    {
      'accepts a list request under the version prefix': async (t) => {
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
      'answers list queries with every value of each parameter': sendQueries(quickQueries),
      'links each page of the print books to the next': walkPrintBooks,
    },
    { covers, needs, depth: 'quick' },
  ),
  check(
    'list.sorted',
    {
      'sorts filtered lists by title and product identifier': sendQueries(sortedQueries),
      'links the first page of the ebooks and of the audiobooks to the second': walkOtherFormats,
    },
    { covers, needs },
  ),
  check(
    'list.per-page',
    { 'refuses an invalid page, perPage, sort or format': sendQueries(badQueries) },
    { covers, needs, depth: 'quick' },
  ),
  check(
    'list.envelope',
    {
      'answers list queries with every pair of parameter values': sendQueries(
        excludeQuick(pairwiseQueries),
      ),
    },
    { covers, needs },
  ),
  check(
    'list.envelope',
    {
      'answers list queries with every combination of three parameter values':
        sendQueries(threeWiseQueries),
    },
    { covers, needs, depth: 'deep' },
  ),
]);
