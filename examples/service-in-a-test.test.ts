import { createDistribution, type EbookCreate } from 'book-distribution-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testingService, type TestingService } from '../src/testing/index.ts';

const book: EbookCreate = {
  format: 'ebook',
  title: 'The Salt Road',
  externalId: 'salt-road',
  language: ['en'],
  description: 'A trader walks the salt road.',
  category: ['FIC014000'],
  copyright: 'SELF',
  saleTerritory: ['ALL'],
  publicationDate: '2031-03-15',
  contributor: [{ firstName: 'Ines', lastName: 'Aldana', role: 'Author' }],
  price: [{ currency: 'USD', price: 9.99 }],
};

let service: TestingService;
beforeAll(async () => {
  service = await testingService();
});
afterAll(async () => service.close());

it('creates a book once, also if the first response is lost', async () => {
  const { books } = createDistribution(service.connection);
  service.intercept('createBook', async (request, send) => {
    await send(request);
    throw new TypeError('fetch failed');
  });
  await books.create(book).catch(() => undefined);
  expect(await service.books()).toHaveLength(1);
});
