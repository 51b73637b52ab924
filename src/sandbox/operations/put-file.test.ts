import { beforeEach, expect, test } from 'vitest';
import { answerUpload } from '../http/index.ts';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { descriptor, sha256, valueAt } from '../../../tests/support/sandbox/test-client.ts';
import { createClock } from '../parts/index.ts';

/** Matches any string; Vitest's own matcher has the type any. */
const anyText: unknown = expect.any(String);
const storageUrl: unknown = expect.stringMatching(/^http:\/\/storage\.sandbox\.invalid\/uploads\//);

const clock = createClock();
const { sandbox, client } = await openTestSandbox({ clock, uploadLifetimeMs: 60_000 });
let book: string;

beforeEach(async () => {
  clock.freeze(Date.UTC(2026, 10, 21, 12));
  await sandbox.reset();
  book = await client.create('ebook');
});

const requestUploads = (...descriptors: unknown[]) =>
  client.post(`/books/${book}/upload`, descriptors);
const files = async () =>
  valueAt((await client.get(`/books/${book}`)).body, 'data.attributes.files');
const firstName = (body: unknown) => valueAt(body, 'invalidParams.0.name');

test('each descriptor gets a grant, in order, with its label, role, deadline and a URL of its own', async () => {
  const cover = descriptor({ referenceId: 'two', role: 'ebook_cover' });
  const { status, body } = await requestUploads(descriptor(), cover);
  expect(status).toBe(201);
  const attributes = (referenceId: string, role: string) => ({
    referenceId,
    role,
    url: storageUrl,
    expiresAt: '2026-11-21T12:01:00.000Z',
  });
  expect(valueAt(body, 'data.0')).toEqual({
    id: anyText,
    type: 'book-file-upload',
    attributes: attributes('one', 'ebook_content'),
  });
  expect(valueAt(body, 'data.1.attributes')).toEqual(attributes('two', 'ebook_cover'));
  expect(valueAt(body, 'data.1.attributes.url')).not.toBe(valueAt(body, 'data.0.attributes.url'));
});

test.each([
  [[descriptor({ role: 'audio_content' })], '0.role'],
  [[descriptor(), descriptor({ role: 'pod_cover' })], '1.role'],
  [[descriptor({ role: 'poster' })], '0.role'],
  [[descriptor({ referenceId: undefined })], '0.referenceId'],
  [[descriptor({ filename: undefined })], '0.filename'],
  [[descriptor({ role: undefined })], '0.role'],
  [[descriptor({ hashSha256: undefined })], '0.hashSha256'],
  [[descriptor({ referenceId: 5 })], '0.referenceId'],
  [[descriptor({ filename: 5 })], '0.filename'],
  [[descriptor({ hashSha256: 'abc' })], '0.hashSha256'],
  [[descriptor({ hashSha256: 'g'.repeat(64) })], '0.hashSha256'],
  [['text'], '0'],
  [[], undefined],
])('an upload request with %j gets 400 and names the wrong value', async (descriptors, name) => {
  const response = await requestUploads(...descriptors);
  expect([response.status, firstName(response.body)]).toEqual([400, name]);
});

test('one descriptor outside an array gets 400', async () => {
  expect((await client.post(`/books/${book}/upload`, descriptor())).status).toBe(400);
});

test('an upload request does not change the status of a book', async () => {
  for (const status of ['draft', 'published', 'in_review', 'withdrawn', 'action_needed']) {
    await sandbox.settle(book, status);
    expect((await requestUploads(descriptor())).status).toBe(201);
    expect(await client.readStatus(book)).toBe(status);
  }
});

test('a second upload to a URL gets 409, and the first bytes can still be attached', async () => {
  const grant = await client.grant(book, 'ebook_content', 'bytes');
  expect((await client.upload(grant.url, 'bytes')).status).toBe(200);
  const secondResponse = await client.upload(grant.url, 'other bytes');
  expect([secondResponse.status, secondResponse.requirement]).toEqual([409, 'put.used-url']);
  expect((await client.attach(book, grant)).status).toBe(200);
  expect((await client.upload(grant.url, 'other bytes')).status).toBe(409);
});

test('of forty concurrent uploads to one URL, one gets 200 and the others 409', async () => {
  const grant = await client.grant(book, 'ebook_content', 'bytes');
  const responses = await Promise.all(
    Array.from({ length: 40 }, () => client.upload(grant.url, 'bytes')),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(39);
  expect((await client.attach(book, grant)).status).toBe(200);
});

test('a URL works until its deadline, and a new one can be requested afterwards', async () => {
  const lateGrant = await client.grant(book, 'ebook_content', 'late');
  const punctualGrant = await client.grant(book, 'ebook_content', 'bytes');
  clock.advance(60_000);
  expect((await client.upload(punctualGrant.url, 'bytes')).status).toBe(200);
  clock.advance(1);
  const response = await client.upload(lateGrant.url, 'late');
  expect([response.status, response.requirement]).toEqual([403, 'put.deadline']);
  expect((await client.attach(book, lateGrant)).status).toBe(422);
  expect((await client.attach(book, punctualGrant)).status).toBe(200);
  const freshGrant = await client.grant(book, 'ebook_content', 'late');
  expect((await client.upload(freshGrant.url, 'late')).status).toBe(200);
});

test('a manipulated URL gets 403', async () => {
  const { url } = await client.grant(book, 'ebook_content', 'bytes');
  const otherGrant = await client.grant(book, 'ebook_content', 'other');
  for (const changedUrl of [
    url.replace(/expires=([0-9]+)/, 'expires=$19'),
    url.replace(/nonce=./, 'nonce=x'),
    url.replace(/signature=.*/, ''),
    url.replace(/signature=.*/, 'signature=é'),
    url.replace(/uploads\/[^?]+/, `uploads/${otherGrant.id}`),
    url.replace(/uploads\/.*/, ''),
  ]) {
    expect((await client.upload(changedUrl, 'bytes')).status).toBe(403);
  }
  expect((await client.upload(url, 'bytes')).status).toBe(200);
});

test('an upload with an API key gets 400 and leaves the URL unused', async () => {
  const grant = await client.grant(book, 'ebook_content', 'bytes');
  const response = await client.upload(grant.url, 'bytes', { apikey: 'sandbox-key' });
  expect([response.status, response.requirement]).toEqual([400, 'auth.put-with-key']);
  expect((await client.upload(grant.url, 'bytes')).status).toBe(200);
});

test('a book shows a file once it is attached, which needs its bytes and can be repeated', async () => {
  const grant = await client.grant(book, 'ebook_content', 'bytes');
  const earlyResponse = await client.attach(book, grant);
  expect([earlyResponse.status, earlyResponse.requirement]).toEqual([422, 'attach.before-put']);
  await client.upload(grant.url, 'bytes');
  expect(await files()).toEqual([]);
  const response = await client.attach(book, grant);
  expect([response.status, response.text]).toEqual([200, '{}']);
  expect(await files()).toEqual([
    { id: grant.id, role: 'ebook_content', filename: 'ebook_content.bin' },
  ]);
  expect((await client.attach(book, grant)).status).toBe(200);
});

test('an attach with other bytes, another hash or another name gets 422 and changes nothing', async () => {
  const grant = await client.grant(book, 'ebook_content', 'bytes');
  await sandbox.settle(book, 'published');
  await client.upload(grant.url, 'other bytes');
  const before = await sandbox.books();
  const wrongBytes = await client.attach(book, grant);
  const theirHash = await client.attach(book, { ...grant, hashSha256: sha256('other bytes') });
  const rightGrant = await client.grant(book, 'ebook_content', 'bytes');
  await client.upload(rightGrant.url, 'bytes');
  const wrongHash = await client.attach(book, { ...rightGrant, hashSha256: sha256('x') });
  const wrongName = await client.attach(book, { ...rightGrant, filename: 'other' });
  const responses = [wrongBytes, theirHash, wrongHash, wrongName];
  expect(responses.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
  expect(wrongBytes.requirement).toBe('attach.hash-mismatch-422');
  expect(await sandbox.books()).toEqual(before);
  expect(
    (await client.attach(book, { ...rightGrant, hashSha256: rightGrant.hashSha256.toUpperCase() }))
      .status,
  ).toBe(200);
});

test.each(['published', 'in_review', 'withdrawn', 'action_needed'])(
  'a book that is %s becomes a draft when a file is attached',
  async (status) => {
    const grant = await client.grant(book, 'ebook_content', 'bytes');
    await client.upload(grant.url, 'bytes');
    await sandbox.settle(book, status);
    expect((await client.attach(book, grant)).status).toBe(200);
    expect(await client.readStatus(book)).toBe('draft');
  },
);

test.each([{ filename: 'x' }, { hashSha256: sha256('x') }, { filename: 5, hashSha256: 'x' }])(
  'an attach with the body %j gets 400',
  async (json) => {
    const { id } = await client.grant(book, 'ebook_content', 'bytes');
    expect((await client.patch(`/books/${book}/file/${id}/attach`, json)).status).toBe(400);
  },
);

test('an attach of an unknown file, or of a file of another book, gets 404', async () => {
  const otherBook = await client.create('ebook');
  const otherBookFile = await client.grant(otherBook, 'ebook_content', 'bytes');
  await client.upload(otherBookFile.url, 'bytes');
  const unknownFile = { ...otherBookFile, id: '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90' };
  expect((await client.attach(book, unknownFile)).body).toEqual({ message: 'File not found.' });
  expect((await client.attach(book, otherBookFile)).status).toBe(404);
  expect((await client.attach(otherBook, otherBookFile)).status).toBe(200);
});

test('twenty concurrent attaches leave twenty files', async () => {
  const audio = await client.create('audio');
  const grants = await Promise.all(
    Array.from({ length: 20 }, async (_none, index) => {
      const grant = await client.grant(audio, 'audio_content', `track ${index}`);
      await client.upload(grant.url, `track ${index}`);
      return grant;
    }),
  );
  const responses = await Promise.all(grants.map((grant) => client.attach(audio, grant)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  const { body } = await client.get(`/books/${audio}`);
  expect(valueAt(body, 'data.attributes.files')).toHaveLength(20);
});

test('under the reading same-id, only the newest URL of a file accepts its bytes', async () => {
  const sameId = await openTestSandbox({ readings: { 'upload.refresh': 'same-id' } });
  const id = await sameId.client.create('ebook');
  const first = await sameId.client.grant(id, 'ebook_content', 'bytes');
  const second = await sameId.client.grant(id, 'ebook_content', 'bytes');
  expect(second.id).toBe(first.id);
  const response = await sameId.client.upload(first.url, 'bytes');
  expect([response.status, response.requirement]).toEqual([403, 'upload.grant-url']);
  expect((await sameId.client.upload(second.url, 'bytes')).status).toBe(200);
  expect((await sameId.client.attach(id, second)).status).toBe(200);
});

test('under the reading same-id, a new URL works while an upload to the old one is in progress', async () => {
  const { sandbox: sameIdSandbox, client: sameIdClient } = await openTestSandbox({
    readings: { 'upload.refresh': 'same-id' },
  });
  const id = await sameIdClient.create('ebook');
  const first = await sameIdClient.grant(id, 'ebook_content', 'bytes');
  expect(await sameIdSandbox.parts.store.claimGrant(first.id, 'held', false)).toBe(true);
  const second = await sameIdClient.grant(id, 'ebook_content', 'bytes');
  expect((await sameIdClient.upload(second.url, 'bytes')).status).toBe(200);
});

test('a late upload whose URL another upload has taken replaces nothing', async () => {
  const { sandbox: raced, client: racedClient } = await openTestSandbox();
  const { store, bytes } = raced.parts;
  const id = await racedClient.create('ebook');
  const file = await racedClient.grant(id, 'ebook_content', 'bytes');
  const lateBody = async function* lateBody() {
    yield Buffer.from('late ');
    // The store gives the URL to another upload, as if this process had lost its connection.
    await store.renewGrant(
      file.id,
      new URL(file.url).searchParams.get('nonce') ?? '',
      Date.now() + 60_000,
    );
    expect((await racedClient.upload(file.url, 'bytes')).status).toBe(200);
    yield Buffer.from('bytes');
  };
  const late = await answerUpload(
    {
      id: 'late',
      method: 'PUT',
      url: file.url,
      header: () => undefined,
      body: lateBody(),
    },
    raced.parts,
  );
  expect(late.status).toBe(409);
  const key = (await store.readGrant(file.id))?.storedKey ?? '';
  expect(Buffer.from((await bytes.readStart(key)) ?? []).toString()).toBe('bytes');
});

test('files that are not attached within thirty days after their deadline are removed with the next request', async () => {
  const { sandbox: old, client: oldClient } = await openTestSandbox();
  const { store, bytes } = old.parts;
  const id = await oldClient.create('ebook');
  const [kept, abandoned] = [
    await oldClient.addFile(id, 'ebook_content'),
    await oldClient.grant(id, 'ebook_cover', 'cover'),
  ];
  await oldClient.upload(abandoned.url, 'cover');
  const key = (await store.readGrant(abandoned.id))?.storedKey ?? '';
  expect(await bytes.size(key)).toBe(5);
  old.clock.advance(31 * 24 * 3_600_000);
  await oldClient.grant(id, 'ebook_cover', 'cover');
  expect([await store.readGrant(abandoned.id), await bytes.size(key)]).toEqual([
    undefined,
    undefined,
  ]);
  expect(await store.readGrant(kept.id)).toBeDefined();
});
