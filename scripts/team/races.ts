/** Concurrent calls through several processes that compete for one resource. */
import { valueAt } from '../../src/sandbox/scenes/test-client.ts';
import { ifAcknowledged, type Caller } from './caller.ts';

export interface Race {
  readonly name: string;
  /** The number of calls that succeeded, and the number that had to. */
  readonly winCount: number;
  readonly expectedWins: number;
}

export async function runRaces(caller: Caller): Promise<readonly Race[]> {
  return [
    await raceCreates(caller),
    await racePublishes(caller),
    await racePuts(caller),
    await raceChapters(caller),
  ];
}

const runTogether = <T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

async function raceCreates({ create }: Caller): Promise<Race> {
  const bookIds = await runTogether(40, () =>
    ifAcknowledged(create('ebook', { externalId: 'raced' })),
  );
  const winCount = bookIds.filter((id) => id !== undefined).length;
  return { name: '40 creates with one external id', winCount, expectedWins: 1 };
}

/** Publishes one draft 40 times together. Only one of the publishes may succeed. */
async function racePublishes({ createReady, post }: Caller): Promise<Race> {
  const { id } = await createReady('ebook');
  const responses = await runTogether(40, () => post(`/books/${id}/publish`, {}));
  const winCount = responses.filter(({ status }) => status < 300 && status > 0).length;
  return { name: '40 publishes of one draft', winCount, expectedWins: 1 };
}

async function racePuts({ create, grant, upload }: Caller): Promise<Race> {
  const bytes = 'x'.repeat(200_000);
  const { url } = await grant(await create('ebook'), 'ebook_content', bytes);
  const responses = await runTogether(40, () => upload(url, bytes));
  const winCount = responses.filter(({ status }) => status === 200).length;
  return { name: '40 PUTs to one URL', winCount, expectedWins: 1 };
}

async function raceChapters({ create, addFile, patch, get }: Caller): Promise<Race> {
  const book = await create('audio');
  const files = await runTogether(20, (index) =>
    addFile(book, 'audio_content', `chapter ${index}`),
  );
  await runTogether(20, (index) =>
    patch(`/books/${book}`, {
      chapters: [{ fileId: files[index]?.id, sequence: index + 1, title: `Chapter ${index + 1}` }],
    }),
  );
  const chapters = JSON.stringify(
    valueAt((await get(`/books/${book}`)).body, 'data.attributes.chapters'),
  );
  const winCount = files.filter(({ id }) => chapters.includes(id)).length;
  return { name: '20 chapter PATCHes of one book', winCount, expectedWins: 20 };
}
