/** Calls that race for one thing, through every process at once. */
import type { Caller } from './caller.ts';

/** A race: its subject, how often it was won, and how often it had to be. */
export interface Race {
  readonly name: string;
  readonly won: number;
  readonly wanted: number;
}

export async function runRaces(caller: Caller): Promise<readonly Race[]> {
  return [
    await oneCreate(caller),
    await onePublish(caller),
    await onePut(caller),
    await everyChapter(caller),
  ];
}

const together = <T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_one, index) => act(index)));

async function oneCreate({ create }: Caller): Promise<Race> {
  const made = await together(40, () => create('ebook', { externalId: 'raced' }));
  const won = made.filter((id) => id !== undefined).length;
  return { name: '40 creates with one external id', won, wanted: 1 };
}

/** A published book changes its version with each publish that counts. */
async function onePublish(caller: Caller): Promise<Race> {
  const book = await readyBook(caller);
  const answers = await together(40, () => caller.send('POST', `/books/${book}/publish`, {}));
  const won = answers.filter(({ status }) => status < 300).length;
  return { name: '40 publishes of one draft', won, wanted: 1 };
}

async function onePut({ create, grant, put }: Caller): Promise<Race> {
  const book = (await create('ebook')) ?? '';
  const bytes = Buffer.alloc(200_000, 'x');
  const file = await grant(book, 'ebook_content', bytes);
  const statuses = await together(40, () => put(file?.url ?? '', bytes));
  return {
    name: '40 PUTs to one URL',
    won: statuses.filter((one) => one === 200).length,
    wanted: 1,
  };
}

async function everyChapter(caller: Caller): Promise<Race> {
  const book = (await caller.create('audio')) ?? '';
  const files = await together(20, async (index) => {
    const bytes = Buffer.from(`chapter ${index}`);
    const file = await caller.grant(book, 'audio_content', bytes);
    if (file === undefined) return '';
    await caller.put(file.url, bytes);
    return (await caller.attach(book, file)) ? file.id : '';
  });
  await together(20, (index) =>
    caller.send('PATCH', `/books/${book}`, {
      chapters: [{ fileId: files[index], sequence: index + 1, title: `Chapter ${index + 1}` }],
    }),
  );
  const { text } = await caller.send('GET', `/books/${book}`);
  const won = files.filter((id) => id !== '' && chaptersOf(text).includes(id)).length;
  return { name: '20 chapter PATCHes of one book', won, wanted: 20 };
}

function chaptersOf(text: string): string {
  return /"chapters":\[[^\]]*\]/.exec(text)?.[0] ?? '';
}

/** Creates a draft that has all it needs to be published. */
export async function readyBook(caller: Caller): Promise<string> {
  const book = (await caller.create('ebook', { isFinalVersion: true })) ?? '';
  for (const role of ['ebook_content', 'ebook_cover']) {
    const bytes = Buffer.from(`${role} of ${book}`);
    const file = await caller.grant(book, role, bytes);
    if (file === undefined) continue;
    await caller.put(file.url, bytes);
    await caller.attach(book, file);
  }
  await caller.send('PATCH', `/books/${book}`, { isFinalVersion: true });
  return book;
}
