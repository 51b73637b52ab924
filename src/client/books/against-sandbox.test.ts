/** Tests a book's lifecycle against the sandbox in the same process, with both forms of every response. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createDistribution } from '../create-distribution.ts';
import { isProblemError } from '../errors/index.ts';
import { ebookWithExternalId } from '../../../tests/support/client/scene.ts';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';

async function createClient(form: 'reference' | 'walkthrough', apiKey = 'sandbox-key') {
  const readings = { 'create.response': form, 'update.response': form, 'upload.response': form };
  const { sandbox } = await openTestSandbox({ readings });
  const { fetch } = sandbox;
  const { books } = createDistribution({ baseUrl: 'http://sandbox.example', apiKey, fetch });
  return { books, sandbox };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe.each(['reference', 'walkthrough'] as const)('with responses in the %s form', (form) => {
  it('creates, reads, looks up, updates, lists and deletes a book', async () => {
    const { books } = await createClient(form);
    const { id, book } = await books.create(ebookWithExternalId);
    expect(book?.attributes.status).toBe(form === 'reference' ? 'draft' : undefined);
    expect((await books.get(id)).attributes.title).toBe('The Salt Road');
    expect((await books.findByExternalId('backlist/0042'))?.id).toBe(id);
    expect((await books.update(id, { title: 'Tides' })).id).toBe(id);
    const titles: string[] = [];
    for await (const { attributes } of books.list({ format: 'ebook' }))
      titles.push(attributes.title);
    expect(titles).toEqual(['Tides']);
    await books.delete(id);
    await expect(books.get(id)).rejects.toMatchObject({ status: 404 });
    expect(await books.findByExternalId('backlist/0042')).toBeNull();
  });

  it('uploads and attaches files, publishes the book and withdraws it', async () => {
    const { books, sandbox } = await createClient(form);
    const { id } = await books.create(ebookWithExternalId);
    const files = (['ebook_content', 'ebook_cover'] as const).map((role) => {
      const bytes = new TextEncoder().encode(`the bytes of ${role}`);
      const attachment = { filename: `${role}.bin`, hashSha256: sha256(bytes) };
      return { bytes, attachment, descriptor: { referenceId: role, role, ...attachment } };
    });
    const grants = await books.requestUploads(
      id,
      files.map(({ descriptor }) => descriptor),
    );
    for (const [index, { bytes, attachment }] of files.entries()) {
      const grant = grants[index];
      if (grant === undefined) throw new Error('a file has no grant');
      const headers = { 'content-type': 'application/epub+zip' };
      const request = new Request(grant.url, { method: 'PUT', body: bytes, headers });
      expect((await sandbox.storageFetch(request)).ok).toBe(true);
      await books.attach(id, { fileId: grant.id, ...attachment });
    }
    await books.publish(id);
    expect((await books.get(id)).attributes.status).not.toBe('draft');
    await sandbox.settle(id, 'published');
    await books.unpublish(id);
    expect((await books.get(id)).attributes.status).toBe('withdrawn');
  });
});

it('throws a ProblemError that names the invalid field', async () => {
  const { books } = await createClient('reference');
  const call = books.create({ ...ebookWithExternalId, isbn: '9780000000000' });
  await expect(call).rejects.toMatchObject({ type: 'problem', status: 422 });
  await expect(call).rejects.toSatisfy(
    (error) => isProblemError(error) && Boolean(error.param('isbn')),
  );
});

it('throws a ResponseError from every call if the key is wrong', async () => {
  const { books } = await createClient('reference', 'another-key');
  const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
  const file = { fileId: id, filename: 'a', hashSha256: '0'.repeat(64) };
  const calls = [
    books.create(ebookWithExternalId),
    books.get(id),
    books.findByExternalId('x'),
    books.update(id, {}),
    books.list()[Symbol.asyncIterator]().next(),
    books.requestUploads(id, []),
    books.attach(id, file),
    books.publish(id),
    books.unpublish(id),
    books.delete(id),
  ];
  const results: unknown[] = await Promise.allSettled(calls);
  for (const result of results) expect(result).toMatchObject({ reason: { type: 'response' } });
});

it('lists every book of several pages once', async () => {
  const { books } = await createClient('walkthrough');
  for (let n = 0; n < 7; n += 1)
    await books.create({ ...ebookWithExternalId, externalId: `n${n}` });
  const ids: string[] = [];
  for await (const { id } of books.list({ perPage: 3 })) ids.push(id);
  expect([ids.length, new Set(ids).size]).toEqual([7, 7]);
});
