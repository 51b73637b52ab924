/** Tests at compile time which mistakes the types refuse: `npm run check` fails when one of them compiles. */
import { expect, it } from 'vitest';
import type { Distribution } from './create-distribution.ts';
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
const blob = new Blob();
const path = 'a';

/** Never called: only its types matter. */
export async function program({ books, flows }: Distribution): Promise<void> {
  await books.create({ ...shared, format: 'ebook' });
  await books.create({ ...shared, format: 'print', isbn: '9780306406157' });
  await books.create({ ...shared, format: 'audio', audioDetails: { audioLength: 60 } });
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
  await books.update('id', { title: 'Tides' });
  // @ts-expect-error: the format of a book stays what it is
  await books.update('id', { format: 'print' });
  // @ts-expect-error: there is no such option
  await books.get('id', { timeout: 5 });
  // @ts-expect-error: there is no such filter
  books.list({ formats: 'audio' });
  // @ts-expect-error: there is no such role
  await books.upload('id', [{ role: 'ebook_kover', blob }]);
  // @ts-expect-error: a cover is not a chapter
  await books.upload('id', [{ role: 'audio_cover', path, chapter }]);
  await flows.ebook({ book: shared, files: [{ role: 'ebook_content', path }] });
  // @ts-expect-error: an ebook has no print files
  await flows.ebook({ book: shared, files: [{ role: 'pod_content', path }] });
  // @ts-expect-error: an ebook has no chapters
  await flows.ebook({ book: shared, files: [{ role: 'ebook_content', path, chapter }] });
  // @ts-expect-error: a flow finds its book by externalId
  await flows.ebook({ book: { ...shared, externalId: undefined }, files: [] });
  // @ts-expect-error: a print book has an ISBN
  await flows.print({ book: shared, files: [] });
  const spoken = { ...shared, audioDetails: { audioLength: 60 } };
  await flows.audiobook({ book: spoken, files: [{ role: 'audio_content', path, chapter }] });
  // @ts-expect-error: a cover is not a chapter
  await flows.audiobook({ book: spoken, files: [{ role: 'audio_cover', path, chapter }] });
}

const chapter = { sequence: 1, title: 'One' };

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
