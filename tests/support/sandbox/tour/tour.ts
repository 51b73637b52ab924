/** The stops of the tour, which share no books, and those at which each id of the ledger can have an effect. */
import { type SentFile, valueAt, descriptor, sha256 } from '../test-client.ts';
import { type Stop, type Guide, walk } from './guide.ts';
import type { SandboxOptions } from '../../../../src/sandbox/sandbox-options.ts';
import { tourReads, tourCreates, tourEmptyList, tourRepeatedCreates } from './values.ts';

const person = (role: string) => ({ firstName: 'A', lastName: 'B', role });

const updates: readonly (readonly [string, object])[] = [
  ['title', { title: 'New' }],
  ['title again', { title: 'New' }],
  ['nothing', {}],
  ['null subtitle', { subtitle: null }],
  ['null title', { title: null }],
  ['isbn checksum', { isbn: '9780306406158', subtitle: 'Half' }],
  ['impossible date', { publicationDate: '2026-02-30' }],
  ['date in the window', { publicationDate: '2026-11-25' }],
  ['a later date', { publicationDate: '2030-01-01' }],
  ['format', { format: 'print' }],
  ['status and imprint', { status: 'published', imprint: { id: 'x' } }],
  ['categories', { category: ['B'] }],
  [
    'chapters',
    { chapters: [{ fileId: '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90', sequence: 1, title: 'x' }] },
  ],
  ['date number', { publicationDate: 5 }],
];

const tourUpdates: Stop = async ({ client, note, create, show, sandbox }) => {
  const id = await create('to be changed', 'ebook', { subtitle: 'Old', keyword: ['salt'] });
  for (const status of ['draft', 'published', 'in_review', 'withdrawn']) {
    // In the other statuses, one change is enough: it shows whether a book in this status can be changed.
    const changes = ['draft', 'published'].includes(status) ? updates : updates.slice(0, 1);
    for (const [name, change] of changes) {
      await sandbox.settle(id, status);
      await note(`${status}: ${name}`, client.patch(`/books/${id}`, change));
      await show(`${status}: ${name}, read`, id);
    }
  }
  const audio = await create('audio', 'audio');
  await note('one detail', client.patch(`/books/${audio}`, { audioDetails: { audioLength: 2 } }));
  const badEdition = { audioDetails: { audioEdition: 'X' } };
  await note('bad edition', client.patch(`/books/${audio}`, badEdition));
  await note('no narrator', client.patch(`/books/${audio}`, { contributor: [person('Author')] }));
  await note('a title', client.patch(`/books/${audio}`, { title: 'T' }));
  await show('audio, read', audio);
  await note('list', client.get('/books'));
};

const tourChapters: Stop = async ({ client, note, create, show }) => {
  const id = await create('with chapters', 'audio');
  const tracks: SentFile[] = [];
  for (const bytes of ['a', 'b', 'c'])
    tracks.push(await client.addFile(id, 'audio_content', bytes));
  const cover = await client.addFile(id, 'audio_cover');
  const unattachedFile = await client.grant(id, 'audio_content', 'not attached');
  const chapter = (sequence: number, track = 0, changes: object = {}) => ({
    fileId: tracks[track]?.id,
    sequence,
    title: `Chapter ${sequence}`,
    ...changes,
  });
  const steps: readonly (readonly [string, unknown])[] = [
    ['an ASCII title that is none', [chapter(1, 0, { titleAscii: 'é' })]],
    ['a gap', [chapter(2, 1)]],
    ['two', [chapter(2, 1), chapter(1, 0, { titleAscii: 'One' })]],
    ['one again', [chapter(1, 0, { title: 'Another' })]],
    ['another file', [chapter(2, 2)]],
    ['back again', [chapter(2, 1)]],
    ['swapped', [chapter(1, 1), chapter(2, 0)]],
    ['a third', [chapter(3, 2)]],
    ['none', []],
    ['null', null],
    ['the same twice', [chapter(4), chapter(4)]],
    ['a shared file', [chapter(5)]],
    ['the cover', [chapter(6, 0, { fileId: cover.id })]],
    ['not attached', [chapter(7, 0, { fileId: unattachedFile.id })]],
    ['sequence 0', [chapter(0)]],
    ['no title', [{ sequence: 1, fileId: tracks[1]?.id }]],
  ];
  for (const [name, chapters] of steps) {
    await note(name, client.patch(`/books/${id}`, { chapters }));
    await show(`${name}, read`, id);
  }
};

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

const tourGrants: Stop = async ({ client, note, create, show, sandbox }) => {
  const id = await create('with files', 'ebook');
  for (const status of ['draft', 'published']) {
    for (const [name, batch] of batches) {
      await sandbox.settle(id, status);
      await note(`${status}: ${name}`, client.post(`/books/${id}/upload`, batch));
      await show(`${status}: ${name}, read`, id);
    }
  }
};

const tourUploads: Stop = async ({ client, note, create, clock }) => {
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

const tourAttach: Stop = async ({ client, note, create, show, sandbox }) => {
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

const days = '1999-01-01 2026-11-20 2026-11-30 2026-12-05 2026-12-08 2028-01-01'.split(' ');

const tourPublish: Stop = async (guide) => {
  const { client, note, show, create, clock, sandbox } = guide;
  const { id } = await client.createReady('ebook');
  const publish = (name: string, book = id) =>
    note(name, client.post(`/books/${book}/publish`, {}));
  for (const day of days) {
    for (const isFinalVersion of [false, true]) {
      await client.patch(`/books/${id}`, { publicationDate: day, isFinalVersion });
      await publish(`dated ${day}, final ${isFinalVersion}`);
      await show(`dated ${day}, final ${isFinalVersion}, read`, id);
    }
  }
  clock.set(Date.UTC(2026, 10, 21, 20));
  await client.patch(`/books/${id}`, { publicationDate: '2026-12-06', isFinalVersion: false });
  await publish('late in the day');
  clock.set(Date.UTC(2026, 10, 22, 3));
  await publish('early in the day');
  const laterDate = { publicationDate: '2031-01-01' };
  await note('with another date', client.post(`/books/${id}/publish`, laterDate));
  await client.patch(`/books/${id}`, { isFinalVersion: true });
  await publish('final');
  await show('published, read', id);
  clock.advance(60_000);
  await show('reviewed, read', id);
  await publish('again');
  await sandbox.settle(id, 'withdrawn');
  await publish('withdrawn');
  await note('no body', client.sendRequest('POST', `/books/${id}/publish`));
  await note(
    'text',
    client.sendRequest('POST', `/books/${id}/publish`, { text: '{}', contentType: 'text/plain' }),
  );
  await publish('bare print', await create('bare print', 'print', { isbn: null }));
  await publishIncomplete(guide);
};

async function publishIncomplete({ client, note, create }: Guide) {
  const publish = (name: string, id: string) => note(name, client.post(`/books/${id}/publish`, {}));
  const bare = await create('bare audio', 'audio', { audioDetails: undefined });
  await publish('bare audio', bare);
  const { id, content } = await client.createReady('audio');
  const track = await client.addFile(id, 'audio_content', 'unmapped');
  await publish('unmapped', id);
  await client.patch(`/books/${id}`, { chapters: [{ fileId: track.id, sequence: 3, title: 'x' }] });
  await publish('with a gap', id);
  const authors = [{ firstName: 'A', lastName: 'B', role: 'Author' }];
  await client.patch(`/books/${id}`, { contributor: authors });
  await publish('without narrator', id);
  const coverless = await create('coverless', 'ebook');
  await client.addFile(coverless, 'ebook_content');
  await publish('coverless', coverless);
  if (content.id === '') throw new Error('The audiobook has no track.');
}

const tourWithdraw: Stop = async ({ client, note, show, sandbox }) => {
  const { id } = await client.createReady('ebook');
  for (const status of ['draft', 'published', 'withdrawn', 'action_needed', 'in_review']) {
    await sandbox.settle(id, status);
    await note(`withdrawn from ${status}`, client.post(`/books/${id}/unpublish`, {}));
    await show(`withdrawn from ${status}, read`, id);
  }
  await note('no body', client.sendRequest('POST', `/books/${id}/unpublish`));
  await note('edited', client.patch(`/books/${id}`, { title: 'x' }));
};

const tourDelete: Stop = async ({ client, note, show, create, sandbox }) => {
  for (const status of ['published', 'in_review', 'withdrawn', 'draft']) {
    const id = await create(`to delete: ${status}`, 'ebook', { externalId: `gone ${status}` });
    const file = await client.grant(id, 'ebook_content', 'bytes');
    await client.upload(file.url, 'bytes');
    await sandbox.settle(id, status);
    await note(`${status}, no body`, client.sendRequest('DELETE', `/books/${id}`));
    await note(`${status} deleted`, client.remove(`/books/${id}`));
    await note(`${status} deleted again`, client.remove(`/books/${id}`));
    await show(`${status} deleted, read`, id);
    await note(`${status} deleted, attach`, client.attach(id, file));
    await note(`${status} looked up`, client.get(`/books/external-id/gone%20${status}`));
    await create(`${status} made again`, 'ebook', { externalId: `gone ${status}` });
  }
  await note('list', client.get('/books'));
};

const allStops: readonly Stop[] = [
  tourEmptyList,
  tourCreates,
  tourReads,
  tourUpdates,
  tourChapters,
  tourGrants,
  tourUploads,
  tourAttach,
  tourPublish,
  tourWithdraw,
  tourDelete,
];

/** The stops at which ids of an area can have an effect. Any other area has `defaultStops`. */
const byArea: Readonly<Record<string, readonly Stop[]>> = {
  path: [tourReads],
  error: [tourCreates, tourReads],
  route: [tourReads],
  timestamps: [tourCreates],
  tenancy: [tourReads],
  consistency: [tourReads],
  uuid: [tourReads],
  location: [tourReads],
  idempotency: [tourRepeatedCreates],
  auth: [tourReads, tourUploads],
  'not-found': [tourReads, tourDelete],
  external: [tourReads, tourDelete],
  problem: [tourCreates, tourReads],
  list: [tourEmptyList, tourCreates],
  create: [tourCreates, tourReads, tourUpdates, tourPublish],
  isbn: [tourCreates, tourUpdates],
  date: [tourCreates, tourUpdates],
  update: [tourUpdates],
  chapters: [tourChapters, tourUpdates, tourPublish],
  upload: [tourGrants],
  put: [tourUploads],
  attach: [tourAttach, tourUploads, tourPublish],
  file: [tourAttach],
  message: [tourAttach],
  publish: [tourPublish],
  unpublish: [tourWithdraw],
  delete: [tourDelete],
  flow: [tourChapters, tourPublish],
  status: [tourCreates, tourUpdates, tourPublish],
};

const defaultStops: readonly Stop[] = [tourCreates, tourReads, tourPublish, tourGrants];

/** Returns the notes of the whole tour in a sandbox with these options; see `walk`. */
export function tour(
  options: SandboxOptions = {},
  usualNotes?: readonly string[],
): Promise<readonly string[]> {
  return walk(allStops, options, usualNotes);
}

/** Returns the notes of the stops at which an id of the ledger can have an effect. */
export function tourFor(
  id: string,
  options: SandboxOptions = {},
  usualNotes?: readonly string[],
): Promise<readonly string[]> {
  return walk(byArea[id.split('.')[0] ?? ''] ?? defaultStops, options, usualNotes);
}
