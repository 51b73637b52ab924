/** The requests whose cost is measured as the number of books grows. */
import { createHash } from 'node:crypto';
import { newBook, type TestClient } from '../tests/support/sandbox/test-client.ts';

/** For each row: the requests that only warm up, and then those that are measured. */
export const warmUpRequests = 10;
export const measuredRequests = 20;
const requestCount = warmUpRequests + measuredRequests;

export interface Row {
  readonly name: string;
  /** Sends the nth request and returns the status of its response. */
  readonly send: (turn: number) => Promise<number>;
}

/** Creates what the requests need in a sandbox with a seeded catalogue. */
export async function createRows(caller: TestClient): Promise<readonly Row[]> {
  const drafts: string[] = [];
  while (drafts.length < requestCount) drafts.push((await caller.createReady('ebook')).id);
  const lists = await Promise.all(pages.map((page) => createListRow(page, caller)));
  return [...lists, ...createBookRows(caller, drafts), ...createLargeBodyRows(caller, drafts)];
}

const pages = [
  ['createdAt', 'first'],
  ['createdAt', 'last'],
  ['title', 'first'],
  ['title', 'middle'],
  ['title', 'last'],
  ['productIdentifier', 'last'],
  ['createdAt&format=audio', 'last'],
  ['createdAt&language=nl', 'first'],
  ['title&format=ebook&language=de', 'last'],
] as const;

/** Requests pages of different lengths, about 50 books each, so that none comes from a cache. */
async function createListRow(
  [query, place]: (typeof pages)[number],
  { send }: TestClient,
): Promise<Row> {
  const { text } = await send('GET', `/books?sort=${query}&perPage=1`);
  const total = Number(/"total":(\d+)/.exec(text)?.[1] ?? 0);
  return {
    name: `list by ${query.replaceAll('&', ', ')}: ${place} page`,
    send: async (turn) => {
      const length = 30 + turn;
      const last = Math.max(1, Math.ceil(total / length));
      const page = { first: 1, middle: Math.ceil(last / 2), last }[place];
      return (await send('GET', `/books?sort=${query}&perPage=${length}&page=${page}`)).status;
    },
  };
}

function createBookRows({ send }: TestClient, drafts: readonly string[]): readonly Row[] {
  const row = (name: string, request: (turn: number) => Parameters<TestClient['send']>): Row => ({
    name,
    send: async (turn) => (await send(...request(turn))).status,
  });
  return [
    row('book by id', (turn) => ['GET', `/books/${drafts[turn]}`]),
    row('create', (turn) => ['POST', '/books', newBook('ebook', { externalId: `growth-${turn}` })]),
    row('book by external id', (turn) => ['GET', `/books/external-id/growth-${turn}`]),
    row('update', (turn) => ['PATCH', `/books/${drafts[turn]}`, { title: `Growing ${turn}` }]),
    row('publish', (turn) => ['POST', `/books/${drafts[turn]}/publish`, {}]),
  ];
}

/** Sends very large bodies. The sandbox refuses those above its limit. */
function createLargeBodyRows({ send }: TestClient, drafts: readonly string[]): readonly Row[] {
  const createKeywordRow = (count: number): Row => {
    const book = newBook('ebook', {
      keyword: Array.from({ length: count }, (_, index) => index),
    });
    return {
      name: `create with ${count} numbers as keywords`,
      send: async () => (await send('POST', '/books', book)).status,
    };
  };
  const createDescriptorRow = (count: number): Row => {
    const files = Array.from({ length: count }, (_, index) => ({
      referenceId: `${index}`,
      role: 'ebook_content',
      filename: `${index}.epub`,
      hashSha256: createHash('sha256').update(`${index}`).digest('hex'),
    }));
    return {
      name: `upload request with ${count} files`,
      send: async (turn) => (await send('POST', `/books/${drafts[turn]}/upload`, files)).status,
    };
  };
  return [
    createKeywordRow(16_000),
    createKeywordRow(9_000),
    createDescriptorRow(8_000),
    createDescriptorRow(1_900),
  ];
}
