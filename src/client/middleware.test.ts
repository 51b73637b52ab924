/** Tests that middleware registered on `raw` sees the calls through `books`, `flows` and `upload`. */
import { afterEach, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../sandbox/index.ts';
import { createDistribution } from './create-distribution.ts';
import { namelessBook } from './scenes/scene.ts';

const open: Sandbox[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
});

async function world() {
  const sandbox = await createSandbox({});
  open.push(sandbox);
  const distribution = createDistribution({
    baseUrl: 'http://sandbox.example',
    apiKey: 'sandbox-key',
    fetch: sandbox.fetch,
    storageFetch: async (url, init) => sandbox.storageFetch(new Request(url, init)),
  });
  const seen: string[] = [];
  distribution.raw.use({
    onRequest: ({ request, schemaPath }) => {
      seen.push(`${request.method} ${schemaPath}`);
      request.headers.set('x-trace', '7');
      return request;
    },
    onResponse: ({ response }) => void seen.push(String(response.status)),
  });
  return { ...distribution, seen };
}

const file = <Role extends string>(role: Role, filename: string) => ({
  role,
  filename,
  blob: new Blob([filename]),
});

it('sees every call of a flow and of its uploads, but no request to the storage', async () => {
  const { flows, seen } = await world();
  const { format: _format, ...fields } = { ...namelessBook, externalId: 'backlist-1' };
  await flows.ebook(
    {
      book: fields,
      files: [file('ebook_content', 'a.epub'), file('ebook_cover', 'a.jpg')],
      isFinalVersion: true,
    },
    { concurrency: 1 },
  );
  expect(seen).toEqual([
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

it('may respond in place of the service, or change its response', async () => {
  const { books, raw, seen } = await world();
  const { id } = await books.create(namelessBook);
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
  expect(seen).toContain('POST /books/{bookPublicId}/publish');
});

it('returns the last response from the service with an upload and a flow, and their outcome as a value', async () => {
  const { books } = await world();
  const { id } = await books.create(namelessBook);
  const files = [file('ebook_cover', 'a.jpg')];
  const { data, response, attempts } = await books.upload(id, files).withResponse();
  expect([data.ok, response?.status, attempts]).toEqual([true, 200, 2]);
  const missing = [{ role: 'ebook_cover', path: '/nowhere/a.jpg' }] as const;
  const outcome = await books.upload(id, missing).safe();
  expect(outcome).toMatchObject({ ok: false, type: 'upload-batch' });
  await expect(
    books.upload(id, [{ role: 'ebook_cover', blob: new Blob() }]).safe(),
  ).rejects.toThrow(TypeError);
});
