/** Publishes an audiobook, one track for each chapter: `npx tsx audiobook.mts FOLDER`. Run it again after a crash. */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createDistribution, type FileToUpload } from 'book-distribution-client';

const [folder = '.'] = process.argv.slice(2);
const { DISTRIBUTION_URL: baseUrl = '', DISTRIBUTION_API_KEY: apiKey = '' } = process.env;
const { books } = createDistribution({ baseUrl, apiKey });

const externalId = basename(folder);
const existingBook = await books.findByExternalId(externalId);
const { id } =
  existingBook ??
  (await books.create({
    format: 'audio',
    title: 'Letters from the Coast',
    externalId,
    language: ['en'],
    description: 'Read by the author.',
    category: ['FIC000000'],
    copyright: 'SELF',
    saleTerritory: ['ALL'],
    publicationDate: '2030-05-01',
    contributor: [
      { firstName: 'Ada', lastName: 'Reed', role: 'Author' },
      { firstName: 'Ada', lastName: 'Reed', role: 'Narrated by' },
    ],
    price: [{ currency: 'EUR', price: 19.99 }],
    audioDetails: { audioLength: 32_400, audioEdition: 'UBR' },
  }));

// The names give the order and the titles: "01 The harbour.mp3", "02 The road.mp3".
const names = (await readdir(folder)).filter((name) => name.endsWith('.mp3')).toSorted();
const tracks = names.map((name, index): FileToUpload => {
  const title = name.replace(/^\d+ (.*)\.mp3$/, '$1');
  return {
    role: 'audio_content',
    path: join(folder, name),
    chapter: { sequence: index + 1, title },
  };
});

await books.upload(id, [...tracks, { role: 'audio_cover', path: join(folder, 'cover.jpg') }], {
  // The journal records the progress, so that the next run sends only the rest.
  journal: join(folder, 'upload.journal'),
  onProgress: ({ filename, stage, bytes, size }) => {
    if (stage === 'put') console.error(`${filename} ${Math.floor((bytes / size) * 100)} %`);
  },
});
await books.publish(id);
console.log(`${id} is on its way to the shops with ${tracks.length} chapters`);
