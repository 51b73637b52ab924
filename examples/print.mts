/** Publishes a print book on a date that may be close: `npx tsx print.mts interior.pdf cover.pdf 2026-12-01`. */
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

// `safe` returns a refusal as a value, without try and catch. The compiler knows the errors of each status.
const createOutcome = await books.create(book).safe();
if (createOutcome.ok) await complete(createOutcome.data.id);
else if (createOutcome.status === 422) fail(createOutcome.error.message);
else throw createOutcome.error;

async function complete(id: string): Promise<void> {
  await books.upload(id, [
    { role: 'pod_content', path: interior },
    { role: 'pod_cover', path: cover },
  ]);
  // A book with a date within two weeks can be published only as a final version.
  await books.update(id, { isFinalVersion: true });
  const publishOutcome = await books.publish(id).safe();
  if (publishOutcome.ok) console.log(`${id} is on its way to the shops`);
  else fail(publishOutcome.error.message);
}

function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}
