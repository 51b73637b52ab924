/** The requests whose cost is measured as the number of books grows. */
import { createHash } from 'node:crypto';
import { newBook, type Caller } from '../scripts/team/caller.ts';

/** The first requests of a row only warm up. */
export const warmUps = 10;
export const measured = 20;
const turns = warmUps + measured;

export interface Row {
  readonly name: string;
  /** Sends the nth request and returns the status of its response. */
  readonly ask: (turn: number) => Promise<number>;
}

/** Creates what the requests need in a sandbox with a seeded catalogue. */
export async function rowsFor(caller: Caller): Promise<readonly Row[]> {
  const drafts: string[] = [];
  while (drafts.length < turns) drafts.push((await caller.ready('ebook')).id);
  const lists = await Promise.all(pages.map((page) => listRow(page, caller)));
  return [...lists, ...bookRows(caller, drafts), ...largeBodies(caller, drafts)];
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

/** Requests pages of about 50 books, each with a different length, so that none comes from a cache. */
async function listRow([query, place]: (typeof pages)[number], { send }: Caller): Promise<Row> {
  const { text } = await send('GET', `/books?sort=${query}&perPage=1`);
  const total = Number(/"total":(\d+)/.exec(text)?.[1] ?? 0);
  return {
    name: `list by ${query.replaceAll('&', ', ')}: ${place} page`,
    ask: async (turn) => {
      const length = 30 + turn;
      const last = Math.max(1, Math.ceil(total / length));
      const page = { first: 1, middle: Math.ceil(last / 2), last }[place];
      return (await send('GET', `/books?sort=${query}&perPage=${length}&page=${page}`)).status;
    },
  };
}

function bookRows({ send }: Caller, drafts: readonly string[]): readonly Row[] {
  const row = (name: string, request: (turn: number) => Parameters<Caller['send']>): Row => ({
    name,
    ask: async (turn) => (await send(...request(turn))).status,
  });
  return [
    row('book by id', (turn) => ['GET', `/books/${drafts[turn]}`]),
    row('create', (turn) => ['POST', '/books', newBook('ebook', { externalId: `growth-${turn}` })]),
    row('book by external id', (turn) => ['GET', `/books/external-id/growth-${turn}`]),
    row('update', (turn) => ['PATCH', `/books/${drafts[turn]}`, { title: `Growing ${turn}` }]),
    row('publish', (turn) => ['POST', `/books/${drafts[turn]}/publish`, {}]),
  ];
}

/** Bodies with very many values; those beyond the limit of the sandbox are refused. */
function largeBodies({ send }: Caller, drafts: readonly string[]): readonly Row[] {
  const keywords = (count: number): Row => {
    const book = newBook('ebook', { keyword: Array.from({ length: count }, (_one, n) => n) });
    const ask = async () => (await send('POST', '/books', book)).status;
    return { name: `create with ${count} numbers as keywords`, ask };
  };
  const descriptors = (count: number): Row => {
    const files = Array.from({ length: count }, (_one, n) => ({
      referenceId: `${n}`,
      role: 'ebook_content',
      filename: `${n}.epub`,
      hashSha256: createHash('sha256').update(`${n}`).digest('hex'),
    }));
    const ask = async (turn: number) =>
      (await send('POST', `/books/${drafts[turn]}/upload`, files)).status;
    return { name: `upload request with ${count} files`, ask };
  };
  return [keywords(16_000), keywords(9_000), descriptors(8_000), descriptors(1_900)];
}
