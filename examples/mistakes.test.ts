/** Mistakes that a first program makes: which of them the types refuse, and who notices the others. */
import {
  createDistribution,
  isPreflightError,
  isProblemError,
  type AudiobookCreate,
  type Distribution,
} from 'book-distribution-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { preflight } from '../src/preflight/index.ts';
import { serveSandbox, type ServedSandbox } from '../src/sandbox/index.ts';

const book: AudiobookCreate = {
  format: 'audio',
  title: 'The Harbour Year',
  externalId: 'audio-0001',
  language: ['en'],
  description: 'Three stories from the coast.',
  category: ['FIC029000'],
  copyright: 'SELF',
  saleTerritory: ['ALL'],
  publicationDate: '2030-05-01',
  contributor: [{ firstName: 'Bo', lastName: 'Lind', role: 'Narrated by' }],
  price: [{ currency: 'EUR', price: 14.99 }],
  audioDetails: { audioLength: 10_800, audioEdition: 'UBR' },
};
const chapter = { sequence: 1, title: 'The harbour' };
const path = '01.mp3';

/** Never called: `npm run check` fails when one of the marked lines compiles. */
export async function makeRefusedCalls({ books, flows }: Distribution): Promise<void> {
  // @ts-expect-error: the format is called audio
  await books.create({ ...book, format: 'audiobook' });
  // @ts-expect-error: an audiobook has audioDetails
  await books.create({ ...book, audioDetails: undefined });
  // @ts-expect-error: a length in seconds is a number
  await books.create({ ...book, audioDetails: { audioLength: '3:00:00' } });
  // @ts-expect-error: languages are a list
  await books.create({ ...book, language: 'en' });
  // @ts-expect-error: a date is a string such as 2030-05-01
  await books.create({ ...book, publicationDate: new Date() });
  // @ts-expect-error: prices are a list, each with its currency
  await books.create({ ...book, price: 14.99 });
  // @ts-expect-error: create returns an object with the id
  await books.publish(await books.create(book));
  // @ts-expect-error: the role is called audio_content
  await books.upload('id', [{ role: 'audio', path }]);
  // @ts-expect-error: a file has a path, a blob or a stream
  await books.upload('id', [{ role: 'audio_content', file: path }]);
  // @ts-expect-error: a chapter has its place in the book
  await books.upload('id', [{ role: 'audio_content', path, chapter: { title: 'One' } }]);
  // @ts-expect-error: a list has no filter for the status
  books.list({ status: 'action_needed' });
  // @ts-expect-error: an audiobook has no files of an ebook
  await flows.audiobook({ book, files: [{ role: 'ebook_cover', path }] });
}

let served: ServedSandbox;
beforeAll(async () => {
  served = await serveSandbox({});
});
afterAll(async () => served.close());

const client = () => createDistribution({ baseUrl: served.url, apiKey: served.key });

it('a date in another format compiles, and the pre-flight or the service refuses it', async () => {
  const wrong = { ...book, publicationDate: '01.05.2030' };
  await expect(client().books.create(wrong)).rejects.toSatisfy(isProblemError);
  const careful = client().withOptions({ preflight: preflight() });
  await expect(careful.books.create(wrong)).rejects.toSatisfy(isPreflightError);
});

it('a misspelt role of a contributor compiles, because the document does not close the list', async () => {
  const contributor = [{ firstName: 'Bo', lastName: 'Lind', role: 'Narrator' }];
  const { id } = await client().books.create({ ...book, externalId: 'a', contributor });
  await expect(client().books.publish(id)).rejects.toSatisfy(isProblemError);
  const careful = client().withOptions({ preflight: preflight() });
  await expect(careful.books.publish(id)).rejects.toSatisfy(isPreflightError);
});

it('a cover with a chapter does not compile, and upload refuses it before it sends anything', async () => {
  const cover = { role: 'audio_cover', blob: new Blob(['a']), filename: 'a.jpg', chapter } as const;
  // @ts-expect-error: only audio_content takes a chapter
  await expect(client().books.upload('id', [cover])).rejects.toThrow(TypeError);
});

it('a file of another format compiles in upload, and the service refuses it', async () => {
  const { id } = await client().books.create({ ...book, externalId: 'b' });
  const files = [{ role: 'ebook_cover', blob: new Blob(['a']), filename: 'a.jpg' }] as const;
  await expect(client().books.upload(id, files)).rejects.toThrow('was not uploaded');
});

it('an external id given for an id compiles, and the service knows no such book', async () => {
  await expect(client().books.get('audio-0001')).rejects.toMatchObject({ operation: 'readBook' });
});

it('a misspelt status compiles and matches nothing, because the list of statuses is open', async () => {
  const { id } = await client().books.create({ ...book, externalId: 'c' });
  const { status } = (await client().books.get(id)).attributes;
  expect(status === 'action-needed').toBe(false);
});
