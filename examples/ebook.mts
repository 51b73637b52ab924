/** Publishes an ebook from a folder with book.epub and cover.jpg: `npx tsx ebook.mts FOLDER`. */
import { join } from 'node:path';
import { createDistribution, isProblemError } from 'book-distribution-client';

const [folder = '.'] = process.argv.slice(2);
const { DISTRIBUTION_URL: baseUrl = '', DISTRIBUTION_API_KEY: apiKey = '' } = process.env;
const { books } = createDistribution({ baseUrl, apiKey });

// Thanks to your own id, a lost response creates no second book, and a second run continues with the same book.
const externalId = 'backlist-0042';
const existingBook = await books.findByExternalId(externalId);
const { id } =
  existingBook ??
  (await books.create({
    format: 'ebook',
    title: 'The Salt Road',
    externalId,
    language: ['en'],
    description: 'Nine letters from the coast.',
    category: ['FIC000000'],
    copyright: 'SELF',
    saleTerritory: ['ALL'],
    publicationDate: '2030-05-01',
    contributor: [{ firstName: 'Ada', lastName: 'Reed', role: 'Author' }],
    price: [{ currency: 'EUR', price: 9.99 }],
  }));

await books.upload(id, [
  { role: 'ebook_content', path: join(folder, 'book.epub') },
  { role: 'ebook_cover', path: join(folder, 'cover.jpg') },
]);

try {
  await books.publish(id);
  console.log(`${id} is on its way to the shops`);
} catch (error) {
  if (!isProblemError(error)) throw error;
  console.error(error.problem.detail);
  for (const { name, reason } of error.invalidParams) console.error(`  ${name}: ${reason}`);
  process.exitCode = 1;
}
