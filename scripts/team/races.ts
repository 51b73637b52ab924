/** Concurrent calls through several processes that compete for one resource. */
import { valueAt } from '../../src/sandbox/scenes/ask-in-process.ts';
import { ifAcknowledged, type Caller } from './caller.ts';

/** A race: its subject, how often it was won, and how often it had to be. */
export interface Race {
  readonly name: string;
  readonly won: number;
  readonly expected: number;
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
  Promise.all(Array.from({ length: count }, (_one, index) => act(index)));

async function raceCreates({ create }: Caller): Promise<Race> {
  const made = await runTogether(40, () =>
    ifAcknowledged(create('ebook', { externalId: 'raced' })),
  );
  const won = made.filter((id) => id !== undefined).length;
  return { name: '40 creates with one external id', won, expected: 1 };
}

/** A published book changes its version with each publish that counts. */
async function racePublishes({ ready, post }: Caller): Promise<Race> {
  const { id } = await ready('ebook');
  const answers = await runTogether(40, () => post(`/books/${id}/publish`, {}));
  const won = answers.filter(({ status }) => status < 300 && status > 0).length;
  return { name: '40 publishes of one draft', won, expected: 1 };
}

async function racePuts({ create, grant, put }: Caller): Promise<Race> {
  const bytes = 'x'.repeat(200_000);
  const { url } = await grant(await create('ebook'), 'ebook_content', bytes);
  const answers = await runTogether(40, () => put(url, bytes));
  const won = answers.filter(({ status }) => status === 200).length;
  return { name: '40 PUTs to one URL', won, expected: 1 };
}

async function raceChapters({ create, file, patch, get }: Caller): Promise<Race> {
  const book = await create('audio');
  const files = await runTogether(20, (index) => file(book, 'audio_content', `chapter ${index}`));
  await runTogether(20, (index) =>
    patch(`/books/${book}`, {
      chapters: [{ fileId: files[index]?.id, sequence: index + 1, title: `Chapter ${index + 1}` }],
    }),
  );
  const chapters = JSON.stringify(
    valueAt((await get(`/books/${book}`)).body, 'data.attributes.chapters'),
  );
  const won = files.filter(({ id }) => chapters.includes(id)).length;
  return { name: '20 chapter PATCHes of one book', won, expected: 20 };
}
