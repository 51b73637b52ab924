/** List queries with each value of each parameter, valid and invalid, and walks over a few pages. */
import { getMaxPageSize, readFields } from '../../../src/contract/fields.ts';
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { readLinks } from '../../../src/harness/evidence/index.ts';
import { formats, listParameterVariations } from '../../../src/harness/arbitraries/index.ts';
import { getFrenchBooks } from '../../property/lists/index.ts';
import { isAccepted } from '../steps/index.ts';
import { chooseVariations, listNewlyAccepted, listRefused } from '../schemas/index.ts';

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

/** Returns queries that together contain each value of each parameter. */
function listValidQueries(): readonly Query[] {
  const parameters = Object.entries(listValidValues());
  const count = Math.max(...parameters.map(([, values]) => values.length));
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(
      parameters.map(([name, values]) => [name, values[row % values.length] ?? omitted]),
    ),
  );
}

type Query = Readonly<Record<string, string>>;

function dropOmitted(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== omitted));
}

async function requestList(t: Stage, query: Readonly<Record<string, string>>) {
  return t.wire({ method: 'GET', path: '/books', query: dropOmitted(query) });
}

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
function listBadQueries(t: Stage): readonly Query[] {
  const valid = listValidQueries();
  const refused = readFields().listParameters.flatMap(({ name }) =>
    chooseVariations(listRefused(listParameterVariations(name)), { turn: t.seed }).map(
      ({ value }) => ({ [name]: String(value) }),
    ),
  );
  return refused.map((badParameter, index) => ({
    format: formats[index % formats.length] ?? 'ebook',
    ...valid[index % valid.length],
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
        ...listValidQueries(),
      ]),
      'links each page of the print books to the next': walkPrintBooks,
    },
    { covers, needs, depth: 'quick' },
  ),
  check(
    'list.last-page',
    {
      'answers a page far behind the last one': async (t) => {
        await requestList(t, { perPage: String(getMaxPageSize()), page: '1000000' });
      },
    },
    { covers: ['list.meta', 'list.links'], reach: 'shape', needs: ['read'], depth: 'quick' },
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
    { 'refuses an invalid value of each parameter': sendQueries(listBadQueries) },
    { covers, needs, depth: 'quick' },
  ),
]);
