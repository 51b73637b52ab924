/** A program that uses the installed client. It must do the same in every runtime, so it uses only web globals. */
import {
  createDistribution,
  isAbortedError,
  isNetworkError,
  isProblemError,
  isUnauthorizedError,
  type BookCreate,
  type FileToUpload,
} from 'book-distribution-client';

const draft: BookCreate = {
  format: 'audio',
  title: 'The Salt Road',
  language: ['en'],
  description: 'Nine letters from the coast.',
  category: ['FIC000000'],
  copyright: 'SELF',
  saleTerritory: ['ALL'],
  publicationDate: '2030-05-01',
  contributor: [{ firstName: 'Ada', lastName: 'Reed', role: 'Narrated by' }],
  price: [{ currency: 'EUR', price: 9.99 }],
  audioDetails: { audioLength: 60, audioEdition: 'UBR' },
};

/**
 * Calls a sandbox in every way.
 * @param path of a file to upload; without it, a Blob is uploaded
 * @throws Error if a result is wrong
 */
export async function useClient(baseUrl: string, path?: string): Promise<'as expected'> {
  const apiKey = 'sandbox-key';
  const { books, raw } = createDistribution({ baseUrl, apiKey });
  const externalId = `shelf/../42?${Math.random()}`;
  const { id } = await books.create({ ...draft, externalId });
  expectTrue((await books.findByExternalId(externalId))?.id === id, 'the book is found');
  expectTrue((await books.findByExternalId('none')) === null, 'no other book is found');
  expectTrue((await books.update(id, { subtitle: 'Nine' })).id === id, 'an update returns the id');
  expectTrue((await books.get(id)).attributes.subtitle === 'Nine', 'a read shows the update');
  const other = await books.create({ ...draft, externalId: `other ${Math.random()}` });
  const listed = await books.list({ format: 'audio', perPage: 1 }).toArray({ limit: Infinity });
  expectTrue(listed.some((book) => book.id === id) && listed.length > 1, 'two pages are listed');
  const { data } = await raw.GET('/books', { params: { query: { page: 1 } } });
  expectTrue(data?.meta.total === listed.length, 'a raw call counts the books');
  await books.delete(other.id);
  expectTrue((await books.get(other.id).safe()).status === 404, 'the deleted book is gone');

  const bytes = new Uint8Array(3_000_001).map((_, at) => at % 251);
  const chapter = { sequence: 1, title: 'One' };
  const track: FileToUpload =
    path === undefined
      ? { role: 'audio_content', filename: 'one.mp3', blob: new Blob([bytes]), chapter }
      : { role: 'audio_content', path, chapter };
  const picture = new Blob([bytes.subarray(0, 70_000)], { type: 'image/jpeg' });
  // The service compares the bytes with the hash, so it would refuse a wrong byte.
  await books.upload(id, [track, { role: 'audio_cover', filename: 'one.jpg', blob: picture }]);
  await books.publish(id);
  expectTrue((await books.get(id)).attributes.chapters?.length === 1, 'the book has a chapter');

  const stranger = createDistribution({ baseUrl, apiKey: 'another-key' });
  const unreachable = createDistribution({ baseUrl: 'http://127.0.0.1:1', apiKey, maxRetries: 0 });
  const signal = AbortSignal.abort();
  const refused = await catchError(books.update(id, { isbn: '9780000000000' }));
  expectTrue(isProblemError(refused) && refused.param('isbn') !== undefined, 'the field is named');
  expectTrue(isUnauthorizedError(await catchError(stranger.books.get(id))), 'a key is refused');
  expectTrue(isNetworkError(await catchError(unreachable.books.get(id))), 'no service is there');
  expectTrue(isAbortedError(await catchError(books.get(id, { signal }))), 'a call is aborted');
  return 'as expected';
}

function expectTrue(condition: boolean, statement: string): void {
  if (!condition) throw new Error(`This is wrong: ${statement}.`);
}

async function catchError(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}
