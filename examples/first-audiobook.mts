/** Publishes an audiobook of three tracks and lists the books that need action: `npx tsx first-audiobook.mts FOLDER`. */
import { join } from 'node:path';
import { createDistribution, type AudiobookCreate } from 'book-distribution-client';

const [folder = '.'] = process.argv.slice(2);
// By default, the client reads DISTRIBUTION_URL and DISTRIBUTION_API_KEY.
const { books } = createDistribution();

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
  contributor: [
    { firstName: 'Ada', lastName: 'Reed', role: 'Author' },
    { firstName: 'Bo', lastName: 'Lind', role: 'Narrated by' },
  ],
  price: [{ currency: 'EUR', price: 14.99 }],
  audioDetails: { audioLength: 10_800, audioEdition: 'UBR' },
};

const { id } = await books.create(book);
const { chapters } = await books.upload(id, [
  track('01.mp3', 1, 'The harbour'),
  track('02.mp3', 2, 'The road'),
  track('03.mp3', 3, 'The winter'),
  { role: 'audio_cover', path: join(folder, 'cover.jpg') },
]);
await books.publish(id);
console.log(`${id} is on its way to the shops with ${chapters.length} chapters`);

for await (const item of books.list()) {
  const { status, title } = item.attributes;
  if (status === 'action_needed') console.log(`${item.id} awaits action: ${title}`);
}

function track(name: string, sequence: number, title: string) {
  return { role: 'audio_content', path: join(folder, name), chapter: { sequence, title } } as const;
}
