/** Tests at compile time which mistakes the types refuse: `npm run check` fails when one of them compiles. */
import { expect, it } from 'vitest';
import { createDistribution, type Distribution } from './create-distribution.ts';
import type { BookAttributes, BookCreate, BookUpdate } from './contract.ts';

const shared = {
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
const spoken = { ...shared, audioDetails: { audioLength: 60 } };
const chapter = { sequence: 1, title: 'One' };
const blob = new Blob();
const path = 'a';

/** Never called, as all of these: only their types matter. */
export async function create({ books, flows }: Distribution): Promise<void> {
  await books.create({ ...shared, format: 'ebook' });
  await books.create({ ...shared, format: 'print', isbn: '9780306406157' });
  await books.create({ ...spoken, format: 'audio' });
  // @ts-expect-error: a print book has an ISBN
  await books.create({ ...shared, format: 'print' });
  // @ts-expect-error: an audiobook has audioDetails
  await books.create({ ...shared, format: 'audio' });
  // @ts-expect-error: an ebook has no audioDetails
  await books.create({ ...shared, format: 'ebook', audioDetails: { audioLength: 60 } });
  // @ts-expect-error: there is no such format
  await books.create({ ...shared, format: 'comic' });
  // @ts-expect-error: title is required
  await books.create({ ...shared, format: 'ebook', title: undefined });
  // @ts-expect-error: a price is a number
  await books.create({ ...shared, format: 'ebook', price: [{ currency: 'EUR', price: '9.99' }] });
  // @ts-expect-error: a language is a list
  await books.create({ ...shared, format: 'ebook', language: 'en' });
  // @ts-expect-error: a contributor has a last name
  await books.create({ ...shared, format: 'ebook', contributor: [{ name: 'A', role: 'Author' }] });
  // @ts-expect-error: there is no such field
  await books.create({ ...shared, format: 'ebook', releaseDate: '2030-05-01' });
  await flows.ebook({ book: shared, files: [{ role: 'ebook_content', path }] });
  // @ts-expect-error: an ebook has no print files
  await flows.ebook({ book: shared, files: [{ role: 'pod_content', path }] });
  // @ts-expect-error: an ebook has no chapters
  await flows.ebook({ book: shared, files: [{ role: 'ebook_content', path, chapter }] });
  // @ts-expect-error: a flow finds its book by externalId
  await flows.ebook({ book: { ...shared, externalId: undefined }, files: [] });
  // @ts-expect-error: a print book has an ISBN
  await flows.print({ book: shared, files: [] });
  await flows.audiobook({ book: spoken, files: [{ role: 'audio_content', path, chapter }] });
  // @ts-expect-error: a cover is not a chapter
  await flows.audiobook({ book: spoken, files: [{ role: 'audio_cover', path, chapter }] });
}

export async function upload({ books }: Distribution): Promise<void> {
  await books.upload('id', [{ role: 'audio_content', path, chapter }]);
  // @ts-expect-error: there is no such role
  await books.upload('id', [{ role: 'ebook_kover', blob }]);
  // @ts-expect-error: a cover is not a chapter
  await books.upload('id', [{ role: 'audio_cover', path, chapter }]);
  // @ts-expect-error: a chapter has a number
  await books.upload('id', [{ role: 'audio_content', path, chapter: { title: 'One' } }]);
  const numbered = { ...chapter, sequence: '1' };
  // @ts-expect-error: its number is not a string
  await books.upload('id', [{ role: 'audio_content', path, chapter: numbered }]);
  // @ts-expect-error: files are a list
  await books.upload('id', { role: 'audio_content', path });
  // @ts-expect-error: a file has bytes
  await books.upload('id', [{ role: 'audio_content', filename: 'a.mp3' }]);
  // @ts-expect-error: they come from one place
  await books.upload('id', [{ role: 'audio_content', path, blob }]);
  // @ts-expect-error: a stream can be read more than once
  await books.upload('id', [{ role: 'audio_content', stream: blob.stream(), size: 5 }]);
  // @ts-expect-error: a stream has a size
  await books.upload('id', [{ role: 'audio_content', stream: () => blob.stream() }]);
  // @ts-expect-error: there is no such option
  await books.upload('id', [], { retries: 5 });
  // @ts-expect-error: attach compares a hash
  await books.attach('id', { fileId: 'f', filename: 'a.mp3' });
}

export async function change({ books }: Distribution): Promise<void> {
  await books.update('id', { title: 'Tides' });
  // @ts-expect-error: the format of a book stays what it is
  await books.update('id', { format: 'print' });
  // @ts-expect-error: a status is reached by publish and unpublish
  await books.update('id', { status: 'published' });
  // @ts-expect-error: a flag is not a string
  await books.update('id', { isFinalVersion: 'true' });
  // @ts-expect-error: there is no such option
  await books.get('id', { timeout: 5 });
  // @ts-expect-error: an id is a string
  await books.publish({ id: 'id' });
  // @ts-expect-error: there may be no such book
  void (await books.findByExternalId('backlist-1')).attributes;
  // @ts-expect-error: the call may have failed
  void (await books.get('id').safe()).data;
}

export async function list({ books }: Distribution): Promise<void> {
  // @ts-expect-error: there is no such filter
  books.list({ formats: 'audio' });
  // @ts-expect-error: there is no such order
  books.list({ sort: 'created' });
  // @ts-expect-error: all books may be very many
  await books.list().toArray();
  // @ts-expect-error: books arrive page by page
  for (const book of books.list()) void book;
  // @ts-expect-error: after the last page there is none
  void (await (await books.list().page()).getNextPage()).data;
  // @ts-expect-error: a book's fields are its attributes
  for await (const book of books.list()) void book.status;
  // @ts-expect-error: the option is baseUrl
  createDistribution({ baseURL: 'https://staging.example.com' });
}

/** Mistakes that compile: the document leaves the values open, or a type cannot tell. */
export async function unnoticed({ books }: Distribution): Promise<void> {
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

it('leaves unions open that the document does not close', () => {
  const role = 'Illustrator';
  const contributor = [{ firstName: 'Cy', lastName: 'Moran', role }];
  const book: BookCreate = { ...shared, format: 'ebook', contributor, copyright: 'OTHER' };
  const update: BookUpdate = { saleTerritory: ['DE'], contributor };
  const status: BookAttributes['status'] = 'in_translation';
  expect([book.copyright, update.saleTerritory, status]).toEqual([
    'OTHER',
    ['DE'],
    'in_translation',
  ]);
});
