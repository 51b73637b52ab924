import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createTestClient,
  valueAt,
  descriptor,
  sha256,
  type TestClient,
} from '../scenes/ask-in-process.ts';
import { type SettableClock, createClock } from '../parts/index.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';

/** Matches any string; Vitest's own matcher has the type any. */
const anyText: unknown = expect.any(String);
const storageUrl: unknown = expect.stringMatching(/^http:\/\/storage\.sandbox\.invalid\/uploads\//);

let sandbox: Sandbox;
let clock: SettableClock;
let ask: TestClient;
let book: string;

beforeEach(async () => {
  clock = createClock();
  clock.freeze(Date.UTC(2026, 10, 21, 12));
  sandbox = await createSandbox({ clock, uploadLifetimeMs: 60_000 });
  ask = createTestClient(sandbox);
  book = await ask.create('ebook');
});

afterEach(() => sandbox.close());

const request = (...descriptors: unknown[]) => ask.post(`/books/${book}/upload`, descriptors);
const files = async () => valueAt((await ask.get(`/books/${book}`)).body, 'data.attributes.files');
const names = (body: unknown) => valueAt(body, 'invalidParams.0.name');

test('each descriptor gets a grant in order, with its label, role, URL and deadline', async () => {
  const cover = descriptor({ referenceId: 'two', role: 'ebook_cover' });
  const { status, body } = await request(descriptor(), cover);
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
])('%j gets 400 and names what is wrong', async (descriptors, name) => {
  const response = await request(...descriptors);
  expect([response.status, names(response.body)]).toEqual([400, name]);
});

test('one descriptor outside an array gets 400', async () => {
  expect((await ask.post(`/books/${book}/upload`, descriptor())).status).toBe(400);
});

test('requesting URLs never changes the status', async () => {
  for (const status of ['draft', 'published', 'in_review', 'withdrawn', 'action_needed']) {
    await sandbox.settle(book, status);
    expect((await request(descriptor())).status).toBe(201);
    expect(await ask.status(book)).toBe(status);
  }
});

test('bytes go once to a URL; the second try gets 409 and changes nothing', async () => {
  const granted = await ask.grant(book, 'ebook_content', 'bytes');
  expect((await ask.put(granted.url, 'bytes')).status).toBe(200);
  const again = await ask.put(granted.url, 'other bytes');
  expect([again.status, again.requirement]).toEqual([409, 'put.used-url']);
  expect((await ask.attach(book, granted)).status).toBe(200);
  expect((await ask.put(granted.url, 'other bytes')).status).toBe(409);
});

test('of forty concurrent uploads to one URL, one is stored', async () => {
  const granted = await ask.grant(book, 'ebook_content', 'bytes');
  const responses = await Promise.all(
    Array.from({ length: 40 }, () => ask.put(granted.url, 'bytes')),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(39);
  expect((await ask.attach(book, granted)).status).toBe(200);
});

test('the deadline is the last moment', async () => {
  const late = await ask.grant(book, 'ebook_content', 'late');
  const inTime = await ask.grant(book, 'ebook_content', 'bytes');
  clock.advance(60_000);
  expect((await ask.put(inTime.url, 'bytes')).status).toBe(200);
  clock.advance(1);
  const response = await ask.put(late.url, 'late');
  expect([response.status, response.requirement]).toEqual([403, 'put.deadline']);
  expect((await ask.attach(book, late)).status).toBe(422);
  expect((await ask.attach(book, inTime)).status).toBe(200);
  const fresh = await ask.grant(book, 'ebook_content', 'late');
  expect((await ask.put(fresh.url, 'late')).status).toBe(200);
});

test('a changed URL is refused', async () => {
  const { url } = await ask.grant(book, 'ebook_content', 'bytes');
  const other = await ask.grant(book, 'ebook_content', 'other');
  for (const change of [
    url.replace(/expires=([0-9]+)/, 'expires=$19'),
    url.replace(/nonce=./, 'nonce=x'),
    url.replace(/signature=.*/, ''),
    url.replace(/signature=.*/, 'signature=é'),
    url.replace(/uploads\/[^?]+/, `uploads/${other.id}`),
    url.replace(/uploads\/.*/, ''),
  ]) {
    expect((await ask.put(change, 'bytes')).status).toBe(403);
  }
  expect((await ask.put(url, 'bytes')).status).toBe(200);
});

test('a key is not for storage', async () => {
  const granted = await ask.grant(book, 'ebook_content', 'bytes');
  const response = await ask.put(granted.url, 'bytes', { apikey: 'sandbox-key' });
  expect([response.status, response.requirement]).toEqual([400, 'auth.put-with-key']);
  expect((await ask.put(granted.url, 'bytes')).status).toBe(200);
});

test('a file is part of the book once it is attached, and not before', async () => {
  const granted = await ask.grant(book, 'ebook_content', 'bytes');
  const early = await ask.attach(book, granted);
  expect([early.status, early.requirement]).toEqual([422, 'attach.before-put']);
  await ask.put(granted.url, 'bytes');
  expect(await files()).toEqual([]);
  const response = await ask.attach(book, granted);
  expect([response.status, response.text]).toEqual([200, '{}']);
  expect(await files()).toEqual([
    { id: granted.id, role: 'ebook_content', filename: 'ebook_content.bin' },
  ]);
  expect((await ask.attach(book, granted)).status).toBe(200);
});

test('other bytes, another hash or another name are refused, and nothing changes', async () => {
  const granted = await ask.grant(book, 'ebook_content', 'bytes');
  await sandbox.settle(book, 'published');
  await ask.put(granted.url, 'other bytes');
  const before = await sandbox.books();
  const wrongBytes = await ask.attach(book, granted);
  const theirHash = await ask.attach(book, { ...granted, hashSha256: sha256('other bytes') });
  const right = await ask.grant(book, 'ebook_content', 'bytes');
  await ask.put(right.url, 'bytes');
  const wrongHash = await ask.attach(book, { ...right, hashSha256: sha256('x') });
  const wrongName = await ask.attach(book, { ...right, filename: 'other' });
  const responses = [wrongBytes, theirHash, wrongHash, wrongName];
  expect(responses.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
  expect(wrongBytes.requirement).toBe('attach.hash-mismatch-422');
  expect(await sandbox.books()).toEqual(before);
  expect(
    (await ask.attach(book, { ...right, hashSha256: right.hashSha256.toUpperCase() })).status,
  ).toBe(200);
});

test.each(['published', 'in_review', 'withdrawn', 'action_needed'])(
  'a book that is %s is a draft once a file is attached',
  async (status) => {
    const granted = await ask.grant(book, 'ebook_content', 'bytes');
    await ask.put(granted.url, 'bytes');
    await sandbox.settle(book, status);
    expect((await ask.attach(book, granted)).status).toBe(200);
    expect(await ask.status(book)).toBe('draft');
  },
);

test.each([{ filename: 'x' }, { hashSha256: sha256('x') }, { filename: 5, hashSha256: 'x' }])(
  'attach with %j alone gets 400',
  async (json) => {
    const { id } = await ask.grant(book, 'ebook_content', 'bytes');
    expect((await ask.patch(`/books/${book}/file/${id}/attach`, json)).status).toBe(400);
  },
);

test('an unknown file, and a file of another book, get 404', async () => {
  const other = await ask.create('ebook');
  const foreign = await ask.grant(other, 'ebook_content', 'bytes');
  await ask.put(foreign.url, 'bytes');
  const unknown = { ...foreign, id: '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90' };
  expect((await ask.attach(book, unknown)).body).toEqual({ message: 'File not found.' });
  expect((await ask.attach(book, foreign)).status).toBe(404);
  expect((await ask.attach(other, foreign)).status).toBe(200);
});

test('twenty concurrent attaches leave twenty files', async () => {
  const audio = await ask.create('audio');
  const granted = await Promise.all(
    Array.from({ length: 20 }, async (_none, index) => {
      const grant = await ask.grant(audio, 'audio_content', `track ${index}`);
      await ask.put(grant.url, `track ${index}`);
      return grant;
    }),
  );
  const responses = await Promise.all(granted.map((grant) => ask.attach(audio, grant)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  const { body } = await ask.get(`/books/${audio}`);
  expect(valueAt(body, 'data.attributes.files')).toHaveLength(20);
});

test('under same-id, only the newest URL of a file accepts its bytes', async () => {
  const own = await createSandbox({ readings: { 'upload.refresh': 'same-id' } });
  const asks = createTestClient(own);
  const id = await asks.create('ebook');
  const first = await asks.grant(id, 'ebook_content', 'bytes');
  const second = await asks.grant(id, 'ebook_content', 'bytes');
  expect(second.id).toBe(first.id);
  const old = await asks.put(first.url, 'bytes');
  expect([old.status, old.requirement]).toEqual([403, 'upload.grant-url']);
  expect((await asks.put(second.url, 'bytes')).status).toBe(200);
  expect((await asks.attach(id, second)).status).toBe(200);
  await own.close();
});

test('under same-id, an upload in progress does not delay the URL that replaces it', async () => {
  const own = await createSandbox({ readings: { 'upload.refresh': 'same-id' } });
  const asks = createTestClient(own);
  const id = await asks.create('ebook');
  const first = await asks.grant(id, 'ebook_content', 'bytes');
  expect(await own.parts.store.claimGrant(first.id, 'held', false)).toBe(true);
  const second = await asks.grant(id, 'ebook_content', 'bytes');
  expect((await asks.put(second.url, 'bytes')).status).toBe(200);
  await own.close();
});
