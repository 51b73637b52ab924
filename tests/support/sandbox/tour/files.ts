/** Tour stops that exercise files: upload URLs, the bytes, and attaching them. */
import { valueAt, descriptor, sha256 } from '../test-client.ts';
import type { Stop } from './guide.ts';

const batches: readonly (readonly [string, readonly object[]])[] = [
  ['two', [descriptor(), descriptor({ referenceId: 'two', role: 'ebook_cover' })]],
  ['the same again', [descriptor()]],
  ['none', []],
  ['a label twice', [descriptor(), descriptor({ role: 'ebook_cover' })]],
  ['a misfit', [descriptor(), descriptor({ referenceId: 'two', role: 'audio_cover' })]],
  ['of another format', [descriptor({ role: 'audio_content' })]],
  ['no label', [descriptor({ referenceId: undefined })]],
  ['an upper-case hash', [descriptor({ hashSha256: sha256('other').toUpperCase() })]],
  ['a bad hash', [descriptor({ hashSha256: 'abc' })]],
];

export const tourGrants: Stop = async ({ client, note, create, show, sandbox }) => {
  const id = await create('with files', 'ebook');
  for (const status of ['draft', 'published']) {
    for (const [name, batch] of batches) {
      await sandbox.settle(id, status);
      await note(`${status}: ${name}`, client.post(`/books/${id}/upload`, batch));
      await show(`${status}: ${name}, read`, id);
    }
  }
};

export const tourUploads: Stop = async ({ client, note, create, clock }) => {
  const id = await create('with bytes', 'ebook');
  const emptyGrant = await client.grant(id, 'ebook_content', 'once');
  await note('with a key', client.upload(emptyGrant.url, 'once', { apikey: 'sandbox-key' }));
  const plainText = { 'content-type': 'text/plain' };
  await note('another type', client.upload(emptyGrant.url, 'once', plainText));
  const grant = await client.grant(id, 'ebook_content', 'typed');
  await note('bytes', client.upload(grant.url, 'typed'));
  await note('bytes again', client.upload(grant.url, 'typed'));
  await note('attached', client.attach(id, grant));
  await note('bytes after that', client.upload(grant.url, 'other'));
  const repeatedDescriptors = [descriptor({ hashSha256: sha256('typed') })];
  await note('asked for again', client.post(`/books/${id}/upload`, repeatedDescriptors));
  const empty = await client.grant(id, 'ebook_cover', '');
  await note('no bytes', client.upload(empty.url, ''));
  const wrongGrant = await client.grant(id, 'ebook_cover', 'wrong');
  await note('other bytes', client.upload(wrongGrant.url, 'others'));
  await note('other bytes attached', client.attach(id, wrongGrant));
  const lateGrant = await client.grant(id, 'ebook_cover', 'late');
  const punctualGrant = await client.grant(id, 'ebook_cover', 'kept');
  await client.upload(punctualGrant.url, 'kept');
  clock.advance(24 * 3_600_000);
  await note('too late', client.upload(lateGrant.url, 'late'));
  await note('attached late', client.attach(id, punctualGrant));
};

export const tourAttach: Stop = async ({ client, note, create, show, sandbox }) => {
  const id = await create('to attach to', 'ebook');
  const other = await create('another', 'ebook');
  const file = await client.grant(id, 'ebook_content', 'bytes');
  await note('before the bytes', client.attach(id, file));
  await client.upload(file.url, 'bytes');
  await note('to another book', client.attach(other, file));
  await note('under another name', client.attach(id, { ...file, filename: 'x' }));
  await note('under another hash', client.attach(id, { ...file, hashSha256: sha256('x') }));
  const similar = `${file.hashSha256.slice(0, 60)}0000`;
  await note('under a similar hash', client.attach(id, { ...file, hashSha256: similar }));
  await note('no hash', client.patch(`/books/${id}/file/${file.id}/attach`, { filename: 'x' }));
  await sandbox.settle(id, 'published');
  await note('attached', client.attach(id, file));
  await show('attached, read', id);
  await note('again', client.attach(id, file));
  const coverGrant = await client.grant(id, 'ebook_cover', 'announced');
  await client.upload(coverGrant.url, 'others');
  const otherHash = { ...coverGrant, hashSha256: sha256('others') };
  await note('fits the bytes only', client.attach(id, otherHash));
  const secondGrant = await client.grant(id, 'ebook_content', 'second');
  await client.upload(secondGrant.url, 'second');
  await note('a second content', client.attach(id, secondGrant));
  const { body } = await show('two contents, read', id);
  await note('unknown', client.attach(id, { ...file, id: '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90' }));
  if (valueAt(body, 'data.id') !== id) await show('lost', id);
};
