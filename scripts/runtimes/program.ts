/** The program that every runtime runs. It must do the same everywhere. */
import {
  createDistribution,
  isAbortedError,
  isNetworkError,
  isProblemError,
  isUnauthorizedError,
  type BookCreate,
  type FileToUpload,
} from 'book-distribution-client';

export interface Connection {
  readonly baseUrl: string;
  /** The path of a file, if there is a file system. */
  readonly path?: string | undefined;
}

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

/** Uses the client and returns the names of the steps. Throws if a result is wrong. */
export async function tryOut({ baseUrl, path }: Connection): Promise<readonly string[]> {
  const apiKey = 'sandbox-key';
  const { books } = createDistribution({ baseUrl, apiKey });
  const externalId = `runtime-${Math.random()}`;
  const { id } = await books.create({ ...draft, externalId });
  const listed = await books.list({ format: 'audio', perPage: 1 }).toArray({ limit: Infinity });
  assertTrue(listed.some((book) => book.id === id));
  assertTrue((await books.findByExternalId(externalId))?.id === id);

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
  assertTrue((await books.get(id)).attributes.chapters?.length === 1);

  const otherAccount = createDistribution({ baseUrl, apiKey: 'another-key' }).books;
  const unreachable = createDistribution({ baseUrl: 'http://127.0.0.1:1', apiKey, maxRetries: 0 });
  const aborted = AbortSignal.abort();
  assertTrue(isProblemError(await catchError(books.update(id, { isbn: '9780000000000' }))));
  assertTrue(isUnauthorizedError(await catchError(otherAccount.get(id))));
  assertTrue(isNetworkError(await catchError(unreachable.books.get(id))));
  assertTrue(isAbortedError(await catchError(books.get(id, { signal: aborted }))));
  const upload = path === undefined ? 'sent a Blob' : 'sent a file';
  return ['created', 'listed', 'found', upload, 'published', 'distinguished four errors'];
}

function assertTrue(condition: boolean): void {
  if (!condition) throw new Error('A check failed; the stack trace says which.');
}

async function catchError(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}
