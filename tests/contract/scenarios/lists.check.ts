/** List queries with values of each parameter, valid and invalid, and a walk over a few pages. */
import { getMaxPageSize, readFields } from '../../../src/contract/fields.ts';
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  attributeDrift,
  type Exchange,
  type ListItem,
  readItems,
  readLinks,
  readMeta,
} from '../../../src/harness/evidence/index.ts';
import { formats, listParameterVariations } from '../../../src/harness/arbitraries/index.ts';
import { getFrenchBooks } from '../../property/lists/french-books.ts';
import { getSharedDraft } from '../steps/shared-books.ts';
import { isAccepted } from '../steps/steps.ts';
import { chooseRefused, listNewlyAccepted } from '../schemas/book-bodies.ts';

type Query = Readonly<Record<string, string>>;

/** The queries with valid values that a run sends before it explores. */
const queryCount = 4;

/** Returns a few queries with valid values of every parameter, and a query for each value that only the judged contract accepts. */
function listValidQueries({ seed }: Stage): readonly Query[] {
  const parameters = readFields().listParameters.map(({ name }) => ({
    name,
    variations: listParameterVariations(name),
  }));
  const mixed = Array.from({ length: queryCount }, (_, row) =>
    Object.fromEntries(
      parameters.flatMap(({ name, variations }, place) => {
        // A page after the first may not exist.
        const values = variations
          .filter(({ kind, value }) => kind === 'edge' && (name !== 'page' || Number(value) === 1))
          .map(({ value }) => String(value));
        const isOmitted = (row + place) % queryCount === 0;
        const value = values[(Math.abs(seed) + row) % Math.max(1, values.length)];
        return isOmitted || value === undefined ? [] : [[name, value]];
      }),
    ),
  );
  const added = parameters.flatMap(({ name, variations }) =>
    listNewlyAccepted(variations).map(({ value }) => ({ [name]: String(value) })),
  );
  return [{}, ...added, ...mixed];
}

async function requestList(t: Stage, query: Query) {
  return t.wire({ method: 'GET', path: '/books', query });
}

function sendQueries(listQueries: (t: Stage) => readonly Query[]): CaseBody {
  return async (t) => {
    for (const query of listQueries(t)) await requestList(t, query);
  };
}

/** Follows `links.next` over the first pages of the list. */
async function fetchFirstPages(t: Stage): Promise<readonly Exchange[]> {
  const pages = [await requestList(t, { sort: 'title', perPage: '1' })];
  for (let last = pages[0]; last !== undefined && pages.length < 3; last = pages.at(-1)) {
    const next = isAccepted(last) ? readLinks(last).next : null;
    if (next === null) break;
    const query = Object.fromEntries(new URLSearchParams(next.slice(next.indexOf('?') + 1)));
    pages.push(await requestList(t, query));
  }
  return pages.filter(isAccepted);
}

/** Asserts that pages of the list repeat no book of this run, whose titles are all different. */
const followNextLinks: CaseBody = async (t) => {
  // Fewer books than pages would show nothing.
  for (const format of formats) await getSharedDraft(t, format);
  const ownTitle = t.make.body('ebook').title.replace(/\d+$/u, '');
  const isOwn = ({ attributes: { title } }: ListItem): boolean =>
    typeof title === 'string' && title.startsWith(ownTitle);
  const findRepeated = (pages: readonly Exchange[]): string | undefined => {
    const hasChanged = new Set(pages.map((page) => readMeta(page).total)).size > 1;
    const ids = pages.flatMap((page) => readItems(page).filter(isOwn)).map(({ id }) => id);
    return hasChanged ? undefined : ids.find((id, index) => ids.indexOf(id) < index);
  };
  const pages = await t.eventually(
    async () => fetchFirstPages(t),
    (latest) => findRepeated(latest) === undefined,
  );
  attributeDrift('list.walk', () => {
    const repeated = findRepeated(pages);
    const expected = 'every book once on the pages of an unchanged list';
    t.expect.that(repeated === undefined, { expected, actual: `${repeated} twice` });
  });
};

/** Each sort key with filters that leave several different values, on pages long enough to show an order. */
const sortedQueries: readonly Query[] = [
  { format: 'print', sort: 'title' },
  { language: 'ES', sort: 'title' },
  { format: 'print', sort: 'productIdentifier' },
  { language: 'ES', sort: 'productIdentifier' },
].map((query) => ({ ...query, perPage: String(getMaxPageSize()) }));

/** Returns a query with a bad value of each parameter, with a list of each format among them. */
function listBadQueries({ seed }: Stage): readonly Query[] {
  return readFields()
    .listParameters.flatMap(({ name }) =>
      chooseRefused(listParameterVariations(name), seed).map(({ value }) => ({
        [name]: String(value),
      })),
    )
    .map((bad, index) => ({ format: formats[index % formats.length] ?? 'ebook', ...bad }));
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
      'answers list queries with values of every parameter': sendQueries(listValidQueries),
      'links each page of the list to the next': followNextLinks,
    },
    { covers, needs, depth: 'quick' },
  ),
  check(
    'list.sorted',
    {
      'sorts books of different titles and identifiers': async (t) => {
        await getFrenchBooks(t);
        for (const query of sortedQueries) await requestList(t, query);
      },
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
    'list.per-page',
    { 'refuses an invalid value of each parameter': sendQueries(listBadQueries) },
    { covers, needs, depth: 'quick' },
  ),
]);
