/** Groups of sample calls, which share no books, and those on which each id of the ledger can have an effect. */
import { type SentFile, valueAt, descriptor, sha256 } from '../test-client.ts';
import { type SampleCalls, type CallRecorder, recordCalls } from './record-calls.ts';
import type { SandboxOptions } from '../../../../src/sandbox/sandbox-options.ts';
import { tryReads, tryCreates, tryEmptyList, tryRepeatedCreates } from './value-calls.ts';

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

const tryUpdates: SampleCalls = async ({ client, record, create, show, sandbox }) => {
  const id = await create('to be changed', 'ebook', { subtitle: 'Old', keyword: ['salt'] });
  for (const status of ['draft', 'published', 'in_review', 'withdrawn']) {
    // In the other statuses, one change is enough: it shows whether a book in this status can be changed.
    const changes = ['draft', 'published'].includes(status) ? updates : updates.slice(0, 1);
    for (const [name, change] of changes) {
      await sandbox.settle(id, status);
      await record(`${status}: ${name}`, client.patch(`/books/${id}`, change));
      await show(`${status}: ${name}, read`, id);
    }
  }
  const audio = await create('audio', 'audio');
  await record('one detail', client.patch(`/books/${audio}`, { audioDetails: { audioLength: 2 } }));
  const badEdition = { audioDetails: { audioEdition: 'X' } };
  await record('bad edition', client.patch(`/books/${audio}`, badEdition));
  await record('no narrator', client.patch(`/books/${audio}`, { contributor: [person('Author')] }));
  await record('a title', client.patch(`/books/${audio}`, { title: 'T' }));
  await show('audio, read', audio);
  await record('list', client.get('/books'));
};

const tryChapters: SampleCalls = async ({ client, record, create, show }) => {
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
    await record(name, client.patch(`/books/${id}`, { chapters }));
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

const tryGrants: SampleCalls = async ({ client, record, create, show, sandbox }) => {
  const id = await create('with files', 'ebook');
  for (const status of ['draft', 'published']) {
    for (const [name, batch] of batches) {
      await sandbox.settle(id, status);
      await record(`${status}: ${name}`, client.post(`/books/${id}/upload`, batch));
      await show(`${status}: ${name}, read`, id);
    }
  }
};

const tryUploads: SampleCalls = async ({ client, record, create, clock }) => {
  const id = await create('with bytes', 'ebook');
  const emptyGrant = await client.grant(id, 'ebook_content', 'once');
  await record('with a key', client.upload(emptyGrant.url, 'once', { apikey: 'sandbox-key' }));
  const plainText = { 'content-type': 'text/plain' };
  await record('another type', client.upload(emptyGrant.url, 'once', plainText));
  const grant = await client.grant(id, 'ebook_content', 'typed');
  await record('bytes', client.upload(grant.url, 'typed'));
  await record('bytes again', client.upload(grant.url, 'typed'));
  await record('attached', client.attach(id, grant));
  await record('bytes after that', client.upload(grant.url, 'other'));
  const repeatedDescriptors = [descriptor({ hashSha256: sha256('typed') })];
  await record('asked for again', client.post(`/books/${id}/upload`, repeatedDescriptors));
  const empty = await client.grant(id, 'ebook_cover', '');
  await record('no bytes', client.upload(empty.url, ''));
  const wrongGrant = await client.grant(id, 'ebook_cover', 'wrong');
  await record('other bytes', client.upload(wrongGrant.url, 'others'));
  await record('other bytes attached', client.attach(id, wrongGrant));
  const lateGrant = await client.grant(id, 'ebook_cover', 'late');
  const punctualGrant = await client.grant(id, 'ebook_cover', 'kept');
  await client.upload(punctualGrant.url, 'kept');
  clock.advance(24 * 3_600_000);
  await record('too late', client.upload(lateGrant.url, 'late'));
  await record('attached late', client.attach(id, punctualGrant));
};

const tryAttach: SampleCalls = async ({ client, record, create, show, sandbox }) => {
  const id = await create('to attach to', 'ebook');
  const other = await create('another', 'ebook');
  const file = await client.grant(id, 'ebook_content', 'bytes');
  await record('before the bytes', client.attach(id, file));
  await client.upload(file.url, 'bytes');
  await record('to another book', client.attach(other, file));
  await record('under another name', client.attach(id, { ...file, filename: 'x' }));
  await record('under another hash', client.attach(id, { ...file, hashSha256: sha256('x') }));
  const similar = `${file.hashSha256.slice(0, 60)}0000`;
  await record('under a similar hash', client.attach(id, { ...file, hashSha256: similar }));
  await record('no hash', client.patch(`/books/${id}/file/${file.id}/attach`, { filename: 'x' }));
  await sandbox.settle(id, 'published');
  await record('attached', client.attach(id, file));
  await show('attached, read', id);
  await record('again', client.attach(id, file));
  const coverGrant = await client.grant(id, 'ebook_cover', 'announced');
  await client.upload(coverGrant.url, 'others');
  const otherHash = { ...coverGrant, hashSha256: sha256('others') };
  await record('fits the bytes only', client.attach(id, otherHash));
  const secondGrant = await client.grant(id, 'ebook_content', 'second');
  await client.upload(secondGrant.url, 'second');
  await record('a second content', client.attach(id, secondGrant));
  const { body } = await show('two contents, read', id);
  await record(
    'unknown',
    client.attach(id, { ...file, id: '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90' }),
  );
  if (valueAt(body, 'data.id') !== id) await show('lost', id);
};

const days = '1999-01-01 2026-11-20 2026-11-30 2026-12-05 2026-12-08 2028-01-01'.split(' ');

const tryPublish: SampleCalls = async (recorder) => {
  const { client, record, show, create, clock, sandbox } = recorder;
  const { id } = await client.createReady('ebook');
  const publish = (name: string, book = id) =>
    record(name, client.post(`/books/${book}/publish`, {}));
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
  await record('with another date', client.post(`/books/${id}/publish`, laterDate));
  await client.patch(`/books/${id}`, { isFinalVersion: true });
  await publish('final');
  await show('published, read', id);
  clock.advance(60_000);
  await show('reviewed, read', id);
  await publish('again');
  await sandbox.settle(id, 'withdrawn');
  await publish('withdrawn');
  await record('no body', client.sendRequest('POST', `/books/${id}/publish`));
  await record(
    'text',
    client.sendRequest('POST', `/books/${id}/publish`, { text: '{}', contentType: 'text/plain' }),
  );
  await publish('bare print', await create('bare print', 'print', { isbn: null }));
  await publishIncomplete(recorder);
};

async function publishIncomplete({ client, record, create }: CallRecorder) {
  const publish = (name: string, id: string) =>
    record(name, client.post(`/books/${id}/publish`, {}));
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

const tryWithdraw: SampleCalls = async ({ client, record, show, sandbox }) => {
  const { id } = await client.createReady('ebook');
  for (const status of ['draft', 'published', 'withdrawn', 'action_needed', 'in_review']) {
    await sandbox.settle(id, status);
    await record(`withdrawn from ${status}`, client.post(`/books/${id}/unpublish`, {}));
    await show(`withdrawn from ${status}, read`, id);
  }
  await record('no body', client.sendRequest('POST', `/books/${id}/unpublish`));
  await record('edited', client.patch(`/books/${id}`, { title: 'x' }));
};

const tryDelete: SampleCalls = async ({ client, record, show, create, sandbox }) => {
  for (const status of ['published', 'in_review', 'withdrawn', 'draft']) {
    const id = await create(`to delete: ${status}`, 'ebook', { externalId: `gone ${status}` });
    const file = await client.grant(id, 'ebook_content', 'bytes');
    await client.upload(file.url, 'bytes');
    await sandbox.settle(id, status);
    await record(`${status}, no body`, client.sendRequest('DELETE', `/books/${id}`));
    await record(`${status} deleted`, client.remove(`/books/${id}`));
    await record(`${status} deleted again`, client.remove(`/books/${id}`));
    await show(`${status} deleted, read`, id);
    await record(`${status} deleted, attach`, client.attach(id, file));
    await record(`${status} looked up`, client.get(`/books/external-id/gone%20${status}`));
    await create(`${status} made again`, 'ebook', { externalId: `gone ${status}` });
  }
  await record('list', client.get('/books'));
};

const allCalls: readonly SampleCalls[] = [
  tryEmptyList,
  tryCreates,
  tryReads,
  tryUpdates,
  tryChapters,
  tryGrants,
  tryUploads,
  tryAttach,
  tryPublish,
  tryWithdraw,
  tryDelete,
];

/** The groups on which ids of an area can have an effect. Any other area has `defaultCalls`. */
const byArea: Readonly<Record<string, readonly SampleCalls[]>> = {
  path: [tryReads],
  error: [tryCreates, tryReads],
  route: [tryReads],
  timestamps: [tryCreates],
  tenancy: [tryReads],
  consistency: [tryReads],
  uuid: [tryReads],
  location: [tryReads],
  idempotency: [tryRepeatedCreates],
  auth: [tryReads, tryUploads],
  'not-found': [tryReads, tryDelete],
  external: [tryReads, tryDelete],
  problem: [tryCreates, tryReads],
  list: [tryEmptyList, tryCreates],
  create: [tryCreates, tryReads, tryUpdates, tryPublish],
  isbn: [tryCreates, tryUpdates],
  date: [tryCreates, tryUpdates],
  update: [tryUpdates],
  chapters: [tryChapters, tryUpdates, tryPublish],
  upload: [tryGrants],
  put: [tryUploads],
  attach: [tryAttach, tryUploads, tryPublish],
  file: [tryAttach],
  message: [tryAttach],
  publish: [tryPublish],
  unpublish: [tryWithdraw],
  delete: [tryDelete],
  flow: [tryChapters, tryPublish],
  status: [tryCreates, tryUpdates, tryPublish],
};

const defaultCalls: readonly SampleCalls[] = [tryCreates, tryReads, tryPublish, tryGrants];

/** Returns the responses to all sample calls of a sandbox with these options; see `recordCalls`. */
export function recordSampleCalls(
  options: SandboxOptions = {},
  usualResponses?: readonly string[],
): Promise<readonly string[]> {
  return recordCalls(allCalls, options, usualResponses);
}

/** Returns the responses to the groups on which an id of the ledger can have an effect. */
export function recordCallsFor(
  id: string,
  options: SandboxOptions = {},
  usualResponses?: readonly string[],
): Promise<readonly string[]> {
  return recordCalls(byArea[id.split('.')[0] ?? ''] ?? defaultCalls, options, usualResponses);
}
