/** Tests the client against a whole service, in process: a book's life, in both forms of every answer. */
import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox/index.ts';
import { createDistribution } from '../create-distribution.ts';
import { namedBook as ebook } from '../scenes/scene.ts';

const open: Sandbox[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
});

async function clientWith(form: 'reference' | 'walkthrough', apiKey = 'sandbox-key') {
  const readings = { 'create.response': form, 'update.response': form, 'upload.response': form };
  const sandbox = await createSandbox({ readings });
  open.push(sandbox);
  const { fetch } = sandbox;
  const { books } = createDistribution({ baseUrl: 'http://sandbox.example', apiKey, fetch });
  return { books, sandbox };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe.each(['reference', 'walkthrough'] as const)('in the %s form', (form) => {
  it('a book is created, read, looked up, changed, listed and deleted', async () => {
    const { books } = await clientWith(form);
    const { id, book } = await books.create(ebook);
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

  it('files are granted, put, attached, and the book is published and withdrawn', async () => {
    const { books, sandbox } = await clientWith(form);
    const { id } = await books.create(ebook);
    const files = (['ebook_content', 'ebook_cover'] as const).map((role) => {
      const bytes = new TextEncoder().encode(`the bytes of ${role}`);
      const named = { filename: `${role}.bin`, hashSha256: sha256(bytes) };
      return { bytes, named, descriptor: { referenceId: role, role, ...named } };
    });
    const grants = await books.requestUploads(
      id,
      files.map(({ descriptor }) => descriptor),
    );
    for (const [index, { bytes, named }] of files.entries()) {
      const grant = grants[index];
      if (grant === undefined) throw new Error('a file has no grant');
      const headers = { 'content-type': 'application/epub+zip' };
      const put = new Request(grant.url, { method: 'PUT', body: bytes, headers });
      expect((await sandbox.storageFetch(put)).ok).toBe(true);
      await books.attach(id, { fileId: grant.id, ...named });
    }
    await books.publish(id);
    expect((await books.get(id)).attributes.status).not.toBe('draft');
    await sandbox.settle(id, 'published');
    await books.unpublish(id);
    expect((await books.get(id)).attributes.status).toBe('withdrawn');
  });
});

describe('error responses from the service', () => {
  it('name the field', async () => {
    const { books } = await clientWith('reference');
    const creating = books.create({ ...ebook, isbn: '9780000000000' });
    await expect(creating).rejects.toMatchObject({ type: 'problem', status: 422 });
    await expect(creating).rejects.toSatisfy((error: { param: (name: string) => unknown }) =>
      Boolean(error.param('isbn')),
    );
  });

  it('are refused with a wrong key, on every call', async () => {
    const { books } = await clientWith('reference', 'another-key');
    const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
    const file = { fileId: id, filename: 'a', hashSha256: '0'.repeat(64) };
    const calls = [
      books.create(ebook),
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
    const settled: unknown[] = await Promise.allSettled(calls);
    for (const one of settled) expect(one).toMatchObject({ reason: { type: 'response' } });
  });
});

it('walks every page of a long list once', async () => {
  const { books } = await clientWith('walkthrough');
  for (let n = 0; n < 7; n += 1) await books.create({ ...ebook, externalId: `n${n}` });
  const ids = new Set<string>();
  let steps = 0;
  for await (const { id } of books.list({ perPage: 3 })) {
    ids.add(id);
    steps += 1;
  }
  expect([steps, ids.size]).toEqual([7, 7]);
});
