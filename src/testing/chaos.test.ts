/** Tests that our client creates only one book despite chaos rules. */
import { expect, test } from 'vitest';
import { createDistribution } from '../client/create-distribution.ts';
import { ebook } from '../../tests/support/client/scene.ts';
import { sandboxControl } from './sandbox-control.ts';
import { serveTestSandbox } from '../../tests/support/fixtures.ts';

const server = await serveTestSandbox({ control: { port: 0 } });

const createBooks = () => createDistribution({ baseUrl: server.url, apiKey: server.key }).books;

async function createReadyBook(externalId: string): Promise<string> {
  const { id } = await createBooks().create({ ...ebook, externalId });
  await createBooks().upload(id, [
    { role: 'ebook_content', filename: 'a.epub', blob: new Blob([`text of ${externalId}`]) },
    { role: 'ebook_cover', filename: 'a.jpg', blob: new Blob([`cover of ${externalId}`]) },
  ]);
  return id;
}

test('our client creates one book and publishes it despite refused, truncated and lost responses', async () => {
  const tooManyRequests = { kind: 'status', status: 429, retryAfterSeconds: 1 } as const;
  const control = sandboxControl(server.controlUrl ?? '');
  await control.chaos([
    { operation: 'createBook', nth: 1, effect: tooManyRequests },
    { operation: 'createBook', nth: 2, effect: { kind: 'truncated-body' } },
    { operation: 'publishBook', nth: 1, effect: { kind: 'reset' } },
    { operation: 'publishBook', nth: 2, effect: { kind: 'status', status: 502 } },
    { operation: 'publishBook', nth: 3, effect: { kind: 'lost-response' } },
  ]);
  const id = await createReadyBook('backlist-0042');
  await createBooks().publish(id);
  const books = await server.sandbox.books();
  expect(books.map((book) => [book.id, book.status])).toEqual([[id, 'in_review']]);
  const requests = await control.requests();
  const countPosts = (end: string) =>
    requests.filter(({ method, path }) => method === 'POST' && path.endsWith(end)).length;
  // Each fault hits one request. After the last one, the client reads the book instead of sending it again.
  expect([countPosts('/books'), countPosts('/publish')]).toEqual([2, 3]);
});
