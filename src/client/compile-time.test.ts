/** Tests at compile time which mistakes the types refuse: `npm run check` fails if one of them compiles. */
import { expect, it } from 'vitest';
import { createDistribution, type Distribution } from './create-distribution.ts';
import type { BookAttributes, BookCreate, BookUpdate } from './contract.ts';

const fields = {
  title: 'Tides',
  externalId: 'backlist-1',
  language: ['en'],
  description: 'Nine letters.',
  category: ['FIC000000'],
  copyright: 'SELF',
  saleTerritory: ['ALL'],
  publicationDate: '2030-05-01',
  contributor: [{ firstName: 'Ada', lastName: 'Reed', role: 'Author' }],
  price: [{ currency: 'EUR', price: 9.99 }],
};
const constantFields = {
  ...fields,
  language: ['en'],
  contributor: [{ firstName: 'Ada', lastName: 'Reed', role: 'Author' }],
} as const;
const constantChapters = [{ fileId: 'f', sequence: 1, title: 'One' }] as const;
const audiobookFields = { ...fields, audioDetails: { audioLength: 60 } };
const chapter = { sequence: 1, title: 'One' };
const blob = new Blob();
const path = 'a';

/** Never called, like the functions below: only their types matter. */
export async function create({ books, flows }: Distribution): Promise<void> {
  await books.create({ ...fields, format: 'ebook' });
  await books.create({ ...fields, format: 'print', isbn: '9780306406157' });
  await books.create({ ...audiobookFields, format: 'audio' });
  await books.create({ ...constantFields, format: 'ebook' });
  await flows.ebook({ book: constantFields, files: [{ role: 'ebook_content', path }] as const });
  // @ts-expect-error: a print book needs an ISBN
  await books.create({ ...fields, format: 'print' });
  // @ts-expect-error: an audiobook needs audioDetails
  await books.create({ ...fields, format: 'audio' });
  // @ts-expect-error: an ebook has no audioDetails
  await books.create({ ...fields, format: 'ebook', audioDetails: { audioLength: 60 } });
  // @ts-expect-error: a length in seconds is a number
  await books.create({ ...fields, format: 'audio', audioDetails: { audioLength: '3:00:00' } });
  // @ts-expect-error: there is no such format
  await books.create({ ...fields, format: 'comic' });
  // @ts-expect-error: title is required
  await books.create({ ...fields, format: 'ebook', title: undefined });
  // @ts-expect-error: a date is a string such as 2030-05-01
  await books.create({ ...fields, format: 'ebook', publicationDate: new Date() });
  // @ts-expect-error: prices are an array of amounts with their currencies
  await books.create({ ...fields, format: 'ebook', price: 9.99 });
  // @ts-expect-error: a price is a number
  await books.create({ ...fields, format: 'ebook', price: [{ currency: 'EUR', price: '9.99' }] });
  // @ts-expect-error: languages are an array
  await books.create({ ...fields, format: 'ebook', language: 'en' });
  // @ts-expect-error: a contributor needs a last name
  await books.create({ ...fields, format: 'ebook', contributor: [{ name: 'A', role: 'Author' }] });
  // @ts-expect-error: there is no such field
  await books.create({ ...fields, format: 'ebook', releaseDate: '2030-05-01' });
  await flows.ebook({ book: fields, files: [{ role: 'ebook_content', path }] });
  // @ts-expect-error: an ebook has no print files
  await flows.ebook({ book: fields, files: [{ role: 'pod_content', path }] });
  // @ts-expect-error: an ebook has no chapters
  await flows.ebook({ book: fields, files: [{ role: 'ebook_content', path, chapter }] });
  // @ts-expect-error: a flow finds its book by externalId
  await flows.ebook({ book: { ...fields, externalId: undefined }, files: [] });
  // @ts-expect-error: a print book needs an ISBN
  await flows.print({ book: fields, files: [] });
  await flows.audiobook({
    book: audiobookFields,
    files: [{ role: 'audio_content', path, chapter }],
  });
  // @ts-expect-error: an audiobook has no ebook cover
  await flows.audiobook({ book: audiobookFields, files: [{ role: 'ebook_cover', path }] });
  // @ts-expect-error: a cover has no chapter
  await flows.audiobook({ book: audiobookFields, files: [{ role: 'audio_cover', path, chapter }] });
}

export async function upload({ books }: Distribution): Promise<void> {
  await books.upload('id', [{ role: 'audio_content', path, chapter }]);
  // @ts-expect-error: there is no such role
  await books.upload('id', [{ role: 'ebook_kover', blob }]);
  // @ts-expect-error: a cover has no chapter
  await books.upload('id', [{ role: 'audio_cover', path, chapter }]);
  // @ts-expect-error: a chapter needs a sequence
  await books.upload('id', [{ role: 'audio_content', path, chapter: { title: 'One' } }]);
  const stringChapter = { ...chapter, sequence: '1' };
  // @ts-expect-error: a sequence is a number
  await books.upload('id', [{ role: 'audio_content', path, chapter: stringChapter }]);
  // @ts-expect-error: files are an array
  await books.upload('id', { role: 'audio_content', path });
  // @ts-expect-error: the member is `path`
  await books.upload('id', [{ role: 'audio_content', file: path }]);
  // @ts-expect-error: a file needs a path, a blob or a stream
  await books.upload('id', [{ role: 'audio_content', filename: 'a.mp3' }]);
  // @ts-expect-error: a file has a path or a blob, not both
  await books.upload('id', [{ role: 'audio_content', path, blob }]);
  // @ts-expect-error: a stream is given as a function
  await books.upload('id', [{ role: 'audio_content', stream: blob.stream(), size: 5 }]);
  // @ts-expect-error: a stream needs a size
  await books.upload('id', [{ role: 'audio_content', stream: () => blob.stream() }]);
  // @ts-expect-error: there is no such option
  await books.upload('id', [], { retries: 5 });
  // @ts-expect-error: attach needs a hash
  await books.attach('id', { fileId: 'f', filename: 'a.mp3' });
}

export async function change({ books }: Distribution): Promise<void> {
  await books.update('id', { title: 'Tides' });
  await books.update('id', { ...constantFields, chapters: constantChapters });
  // @ts-expect-error: the format of a book cannot change
  await books.update('id', { format: 'print' });
  // @ts-expect-error: only publish and unpublish change the status
  await books.update('id', { status: 'published' });
  // @ts-expect-error: the flag is a boolean
  await books.update('id', { isFinalVersion: 'true' });
  // @ts-expect-error: there is no such option
  await books.get('id', { timeout: 5 });
  // @ts-expect-error: an id is a string
  await books.publish({ id: 'id' });
  // @ts-expect-error: findByExternalId may return null
  void (await books.findByExternalId('backlist-1')).attributes;
  // @ts-expect-error: the call may have failed
  void (await books.get('id').safe()).data;
}

export async function list({ books }: Distribution): Promise<void> {
  // @ts-expect-error: there is no such filter
  books.list({ formats: 'audio' });
  // @ts-expect-error: there is no such order
  books.list({ sort: 'created' });
  // @ts-expect-error: toArray needs a limit
  await books.list().toArray();
  // @ts-expect-error: a list needs `for await`
  for (const book of books.list()) void book;
  // @ts-expect-error: getNextPage may return null
  void (await (await books.list().page()).getNextPage()).data;
  // @ts-expect-error: a book's fields are in its attributes
  for await (const book of books.list()) void book.status;
  // @ts-expect-error: the option is baseUrl
  createDistribution({ baseURL: 'https://staging.example.com' });
}

/** Mistakes that compile, because the document leaves the values open or a type cannot express the rule. */
export async function makeUncaughtMistakes({ books }: Distribution): Promise<void> {
  const contributor = [{ firstName: 'Ada', lastName: 'Reed', role: 'Auther' }];
  await books.update('id', { contributor, publicationDate: '24.12.2030' });
  await books.upload('id', [
    { role: 'audio_content', path, chapter },
    { role: 'audio_content', path, chapter },
  ]);
  for await (const { attributes } of books.list({ perPage: 1_000 })) {
    if (attributes.status === 'action_neded') attributes.title.trim();
  }
}

it('the types accept values that the document does not name', () => {
  const role = 'Illustrator';
  const contributor = [{ firstName: 'Cy', lastName: 'Moran', role }];
  const book: BookCreate = { ...fields, format: 'ebook', contributor, copyright: 'OTHER' };
  const update: BookUpdate = { saleTerritory: ['DE'], contributor };
  const status: BookAttributes['status'] = 'in_translation';
  expect([book.copyright, update.saleTerritory, status]).toEqual([
    'OTHER',
    ['DE'],
    'in_translation',
  ]);
});
