/** Tests which common mistakes the types refuse, and what finds the others. */
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

/** Never called: `npm run check` fails if one of the marked lines compiles. */
export async function makeMistakes({ books, flows }: Distribution): Promise<void> {
  // @ts-expect-error: the format is `audio`
  await books.create({ ...book, format: 'audiobook' });
  // @ts-expect-error: an audiobook needs audioDetails
  await books.create({ ...book, audioDetails: undefined });
  // @ts-expect-error: a length in seconds is a number
  await books.create({ ...book, audioDetails: { audioLength: '3:00:00' } });
  // @ts-expect-error: languages are an array
  await books.create({ ...book, language: 'en' });
  // @ts-expect-error: a date is a string such as 2030-05-01
  await books.create({ ...book, publicationDate: new Date() });
  // @ts-expect-error: prices are an array of amounts with their currencies
  await books.create({ ...book, price: 14.99 });
  // @ts-expect-error: create returns an object that contains the id
  await books.publish(await books.create(book));
  // @ts-expect-error: the role is `audio_content`
  await books.upload('id', [{ role: 'audio', path }]);
  // @ts-expect-error: a file has a path, a blob or a stream
  await books.upload('id', [{ role: 'audio_content', file: path }]);
  // @ts-expect-error: a chapter needs a sequence
  await books.upload('id', [{ role: 'audio_content', path, chapter: { title: 'One' } }]);
  // @ts-expect-error: a list has no filter for the status
  books.list({ status: 'action_needed' });
  // @ts-expect-error: an audiobook has no ebook cover
  await flows.audiobook({ book, files: [{ role: 'ebook_cover', path }] });
}

let server: ServedSandbox;
beforeAll(async () => {
  server = await serveSandbox({});
});
afterAll(async () => server.close());

const createClient = () => createDistribution({ baseUrl: server.url, apiKey: server.key });

it('a date in another format compiles, and the pre-flight or the service refuses it', async () => {
  const bookWithWrongDate = { ...book, publicationDate: '01.05.2030' };
  await expect(createClient().books.create(bookWithWrongDate)).rejects.toSatisfy(isProblemError);
  const checkingClient = createClient().withOptions({ preflight: preflight() });
  await expect(checkingClient.books.create(bookWithWrongDate)).rejects.toSatisfy(isPreflightError);
});

it('a misspelt contributor role compiles, and the pre-flight or the service refuses to publish the book', async () => {
  const contributor = [{ firstName: 'Bo', lastName: 'Lind', role: 'Narrator' }];
  const { id } = await createClient().books.create({ ...book, externalId: 'a', contributor });
  await expect(createClient().books.publish(id)).rejects.toSatisfy(isProblemError);
  const checkingClient = createClient().withOptions({ preflight: preflight() });
  await expect(checkingClient.books.publish(id)).rejects.toSatisfy(isPreflightError);
});

it('a cover with a chapter does not compile, and upload throws a TypeError', async () => {
  const cover = { role: 'audio_cover', blob: new Blob(['a']), filename: 'a.jpg', chapter } as const;
  // @ts-expect-error: only audio_content takes a chapter
  await expect(createClient().books.upload('id', [cover])).rejects.toThrow(TypeError);
});

it('a file of another format compiles in upload, and the service refuses it', async () => {
  const { id } = await createClient().books.create({ ...book, externalId: 'b' });
  const files = [{ role: 'ebook_cover', blob: new Blob(['a']), filename: 'a.jpg' }] as const;
  await expect(createClient().books.upload(id, files)).rejects.toThrow('was not uploaded');
});

it('an external id instead of an id compiles, and the service refuses it', async () => {
  await expect(createClient().books.get('audio-0001')).rejects.toMatchObject({
    operation: 'readBook',
    status: 400,
  });
});

it('a comparison with a misspelt status compiles, and is false', async () => {
  const { id } = await createClient().books.create({ ...book, externalId: 'c' });
  const { status } = (await createClient().books.get(id)).attributes;
  expect(status === 'action-needed').toBe(false);
});
