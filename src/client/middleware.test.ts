/** Tests which requests and responses the middleware added with `raw.use` sees and can replace. */
import { expect, it } from 'vitest';
import { createDistribution } from './create-distribution.ts';
import { createFile, ebook } from '../../tests/support/client/scene.ts';
import { openTestSandbox } from '../../tests/support/fixtures.ts';

async function createClient() {
  const { sandbox } = await openTestSandbox();
  const distribution = createDistribution({
    baseUrl: 'http://sandbox.example',
    apiKey: 'sandbox-key',
    fetch: sandbox.fetch,
    storageFetch: async (url, init) => sandbox.storageFetch(new Request(url, init)),
  });
  const events: string[] = [];
  distribution.raw.use({
    onRequest: ({ request, schemaPath }) => {
      events.push(`${request.method} ${schemaPath}`);
      request.headers.set('x-trace', '7');
      return request;
    },
    onResponse: ({ response }) => void events.push(String(response.status)),
  });
  return { ...distribution, events };
}

it('middleware sees every request that a flow sends to the service, but none that it sends to the storage', async () => {
  const { flows, events } = await createClient();
  const { format: _format, ...fields } = { ...ebook, externalId: 'backlist-1' };
  await flows.ebook(
    {
      book: fields,
      files: [createFile('ebook_content', 'a.epub'), createFile('ebook_cover', 'a.jpg')],
      isFinalVersion: true,
    },
    { concurrency: 1 },
  );
  expect(events).toEqual([
    'GET /books/external-id/{bookExternalId}',
    '422',
    'POST /books',
    '201',
    ...[1, 2].flatMap(() => [
      'POST /books/{bookPublicId}/upload',
      '201',
      'PATCH /books/{bookPublicId}/file/{fileId}/attach',
      '200',
    ]),
    'PATCH /books/{bookPublicId}',
    '200',
    'POST /books/{bookPublicId}/publish',
    '204',
  ]);
});

it('middleware can respond instead of the service, or replace its response', async () => {
  const { books, raw, events } = await createClient();
  const { id } = await books.create(ebook);
  const attributes = { title: 'from a cache' };
  raw.use({
    onRequest: ({ schemaPath }) =>
      schemaPath === '/books/{bookPublicId}'
        ? Response.json({ data: { id, type: 'book', attributes } })
        : undefined,
  });
  expect((await books.get(id)).attributes).toEqual(attributes);
  raw.use({ onResponse: () => Response.json({ message: 'closed' }, { status: 404 }) });
  await expect(books.publish(id)).rejects.toMatchObject({ type: 'message', status: 404 });
  expect(events).toContain('POST /books/{bookPublicId}/publish');
});

it('a response that middleware replaced can be read after the call, of a success and of an error', async () => {
  const { books, raw } = await createClient();
  const { id } = await books.create(ebook);
  const replace = async (response: Response) => new Response(await response.text(), response);
  raw.use({ onResponse: async ({ response }) => replace(response) });
  const { data, response } = await books.get(id).withResponse();
  expect(response.bodyUsed).toBe(false);
  expect(await response.json()).toEqual({ data });
  const outcome = await books.update(id, { isbn: '1' }).safe();
  expect(outcome).toMatchObject({ ok: false, type: 'problem' });
  if (!outcome.ok) expect(await outcome.error.response?.json()).toMatchObject({ status: 422 });
});
