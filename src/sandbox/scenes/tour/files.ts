/** Tour stops that exercise files: upload URLs, the bytes, and attaching them. */
import { valueAt, descriptor, sha256 } from '../ask-in-process.ts';
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

export const tourGrants: Stop = async ({ ask, note, create, show, sandbox }) => {
  const id = await create('with files', 'ebook');
  for (const status of ['draft', 'published']) {
    for (const [name, batch] of batches) {
      await sandbox.settle(id, status);
      await note(`${status}: ${name}`, ask.post(`/books/${id}/upload`, batch));
      await show(`${status}: ${name}, read`, id);
    }
  }
};

export const tourUploads: Stop = async ({ ask, note, create, clock }) => {
  const id = await create('with bytes', 'ebook');
  const once = await ask.grant(id, 'ebook_content', 'once');
  await note('with a key', ask.put(once.url, 'once', { apikey: 'sandbox-key' }));
  await note('another type', ask.put(once.url, 'once', { 'content-type': 'text/plain' }));
  const typed = await ask.grant(id, 'ebook_content', 'typed');
  await note('bytes', ask.put(typed.url, 'typed'));
  await note('bytes again', ask.put(typed.url, 'typed'));
  await note('attached', ask.attach(id, typed));
  await note('bytes after that', ask.put(typed.url, 'other'));
  const again = [descriptor({ hashSha256: sha256('typed') })];
  await note('asked for again', ask.post(`/books/${id}/upload`, again));
  const empty = await ask.grant(id, 'ebook_cover', '');
  await note('no bytes', ask.put(empty.url, ''));
  const wrong = await ask.grant(id, 'ebook_cover', 'wrong');
  await note('other bytes', ask.put(wrong.url, 'others'));
  await note('other bytes attached', ask.attach(id, wrong));
  const late = await ask.grant(id, 'ebook_cover', 'late');
  const punctual = await ask.grant(id, 'ebook_cover', 'kept');
  await ask.put(punctual.url, 'kept');
  clock.advance(24 * 3_600_000);
  await note('too late', ask.put(late.url, 'late'));
  await note('attached late', ask.attach(id, punctual));
};

export const tourAttach: Stop = async ({ ask, note, create, show, sandbox }) => {
  const id = await create('to attach to', 'ebook');
  const other = await create('another', 'ebook');
  const file = await ask.grant(id, 'ebook_content', 'bytes');
  await note('before the bytes', ask.attach(id, file));
  await ask.put(file.url, 'bytes');
  await note('to another book', ask.attach(other, file));
  await note('under another name', ask.attach(id, { ...file, filename: 'x' }));
  await note('under another hash', ask.attach(id, { ...file, hashSha256: sha256('x') }));
  const similar = `${file.hashSha256.slice(0, 60)}0000`;
  await note('under a similar hash', ask.attach(id, { ...file, hashSha256: similar }));
  await note('no hash', ask.patch(`/books/${id}/file/${file.id}/attach`, { filename: 'x' }));
  await sandbox.settle(id, 'published');
  await note('attached', ask.attach(id, file));
  await show('attached, read', id);
  await note('again', ask.attach(id, file));
  const announced = await ask.grant(id, 'ebook_cover', 'announced');
  await ask.put(announced.url, 'others');
  await note('fits the bytes only', ask.attach(id, { ...announced, hashSha256: sha256('others') }));
  const second = await ask.grant(id, 'ebook_content', 'second');
  await ask.put(second.url, 'second');
  await note('a second content', ask.attach(id, second));
  const { body } = await show('two contents, read', id);
  await note('unknown', ask.attach(id, { ...file, id: '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90' }));
  if (valueAt(body, 'data.id') !== id) await show('lost', id);
};
