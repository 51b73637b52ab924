/** Brings a printed book to the shops soon: `npx tsx print.mts interior.pdf cover.pdf 2026-12-01`. */
import { createDistribution, type BookCreate } from 'book-distribution-client';

const [interior = '', cover = '', publicationDate = ''] = process.argv.slice(2);
const { DISTRIBUTION_URL: baseUrl = '', DISTRIBUTION_API_KEY: apiKey = '' } = process.env;
const { books } = createDistribution({ baseUrl, apiKey });

const book: BookCreate = {
  format: 'print',
  title: 'Tides',
  externalId: 'print-0007',
  isbn: '9780306406157',
  language: ['en'],
  description: 'What the moon does to the sea.',
  category: ['NAT000000'],
  copyright: 'SELF',
  saleTerritory: ['ALL'],
  publicationDate,
  contributor: [
    { firstName: 'Cy', lastName: 'Moran', role: 'Author' },
    { firstName: 'Ada', lastName: 'Reed', role: 'Editor' },
  ],
  price: [
    { currency: 'EUR', price: 24 },
    { currency: 'USD', price: 26.5 },
  ],
};

// A refusal as a value: no try, and the compiler knows what each status brings.
const created = await books.create(book).safe();
if (created.ok) await complete(created.data.id);
else if (created.status === 422) fail(created.error.message);
else throw created.error;

async function complete(id: string): Promise<void> {
  await books.upload(id, [
    { role: 'pod_content', path: interior },
    { role: 'pod_cover', path: cover },
  ]);
  // A book that comes out within two weeks can only be published once it is said to be final.
  await books.update(id, { isFinalVersion: true });
  const published = await books.publish(id).safe();
  if (published.ok) console.log(`${id} is on its way to the shops`);
  else fail(published.error.message);
}

function fail(why: string): void {
  console.error(why);
  process.exitCode = 1;
}
