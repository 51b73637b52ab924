/** List queries, valid and invalid, generated so that each pair of parameter values occurs. */
import { getMaxPageSize, readFields } from '../../../src/contract/fields.ts';
import { readContract, type Contract } from '../../../src/contract/spec.ts';
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { readLinks } from '../../../src/harness/evidence/index.ts';
import { formats, listParameterVariations } from '../../../src/harness/values/index.ts';
import { getFrenchBooks } from '../../property/lists/index.ts';
import { isAccepted } from '../steps/index.ts';
import { chooseVariations, listNewlyAccepted, listRefused } from '../schemas/index.ts';
import { coverRows, chooseCoveringRows } from './refused-requests.ts';

const omitted = '-';

/** Values that are neither examples nor edges of the contract. */
const everydayValues: Readonly<Record<string, readonly string[]>> = {
  language: ['es'],
  perPage: ['25'],
  page: ['10'],
};

/** Pages beyond this one hardly exist, and the document does not say whether a service refuses them. */
const maxPage = 10;

/** Returns the values of each parameter that every service must accept; `-` omits the parameter. */
function listValidValues(): Readonly<Record<string, readonly string[]>> {
  const entries = readFields().listParameters.map(({ name }): [string, readonly string[]] => {
    const accepted = listParameterVariations(name)
      .filter(({ kind, isNew, rule }) => kind === 'edge' && (isNew || !rule.startsWith('just')))
      .map(({ value }) => String(value))
      .filter((value) => name !== 'page' || Number(value) <= maxPage);
    return [name, [omitted, ...new Set([...accepted, ...(everydayValues[name] ?? [])])]];
  });
  return Object.fromEntries<readonly string[]>(entries);
}

const listPairs = createCache(() => coverRows(listValidValues(), 2));
const listQuickQueries = createCache(() => chooseCoveringRows(listPairs()));

/** Returns a function that computes a value once for each judged contract. */
function createCache<T>(compute: () => T): () => T {
  const values = new WeakMap<Contract, { readonly value: T }>();
  return () => {
    const entry = values.get(readContract()) ?? { value: compute() };
    values.set(readContract(), entry);
    return entry.value;
  };
}

function dropOmitted(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== omitted));
}

async function requestList(t: Stage, query: Readonly<Record<string, string>>) {
  return t.wire({ method: 'GET', path: '/books', query: dropOmitted(query) });
}

type Query = Readonly<Record<string, string>>;

function sendQueries(listQueries: (t: Stage) => readonly Query[]): CaseBody {
  return async (t) => {
    await getFrenchBooks(t);
    for (const query of listQueries(t)) await requestList(t, query);
  };
}

/** Follows `links.next` over the first pages of a list. The monitor judges books and order. */
async function followNextLinks(t: Stage, firstQuery: Query, pages: number): Promise<void> {
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
];

/**
 * Returns a query for each way to violate a parameter, with different valid values of the others, and a list of each
 * format among them.
 */
function listBadQueries(t: Stage, perRule: number): readonly Query[] {
  const refused = readFields().listParameters.flatMap(({ name }) =>
    chooseVariations(listRefused(listParameterVariations(name)), { turn: t.seed, perRule }).map(
      ({ value }) => ({ [name]: String(value) }),
    ),
  );
  return refused.map((badParameter, index) => ({
    format: formats[index % formats.length] ?? 'ebook',
    ...listPairs()[index % listPairs().length],
    ...badParameter,
  }));
}

/** Returns a query for each value that only the judged contract accepts, without other parameters. */
function listNewQueries(): readonly Query[] {
  return readFields().listParameters.flatMap(({ name }) =>
    listNewlyAccepted(listParameterVariations(name)).map(({ value }) => ({
      [name]: String(value),
    })),
  );
}

const covers = ['list.', 'id.', 'problem.', 'body.'];
const needs = ['read', 'write'] as const;

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
      'answers list queries with every value of each parameter': sendQueries(() => [
        {},
        ...listNewQueries(),
        ...listQuickQueries(),
      ]),
      'links each page of the print books to the next': walkPrintBooks,
    },
    { covers, needs, depth: 'quick' },
  ),
  check(
    'list.sorted',
    {
      'sorts filtered lists by title and product identifier': sendQueries(() =>
        sortedQueries.map((query) => ({ ...query, perPage: String(getMaxPageSize()) })),
      ),
      'links the first page of the ebooks and of the audiobooks to the second': walkOtherFormats,
    },
    { covers, needs },
  ),
  check(
    'list.per-page',
    { 'refuses an invalid value of each parameter': sendQueries((t) => listBadQueries(t, 1)) },
    { covers, needs, depth: 'quick' },
  ),
  check(
    'list.per-page',
    { 'refuses every invalid value of each parameter': sendQueries((t) => listBadQueries(t, 100)) },
    { covers, needs, depth: 'deep' },
  ),
  check(
    'list.envelope',
    {
      'answers list queries with every pair of parameter values': sendQueries(() =>
        listPairs().filter((query) => !listQuickQueries().includes(query)),
      ),
    },
    { covers, needs },
  ),
  check(
    'list.envelope',
    {
      'answers list queries with every combination of three parameter values': sendQueries(() =>
        coverRows(listValidValues(), 3),
      ),
    },
    { covers, needs, depth: 'deep' },
  ),
]);
