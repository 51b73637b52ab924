import { beforeEach, expect, test } from 'vitest';
import { answerUpload } from '../http/index.ts';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { valueAt } from '../../../tests/support/sandbox/test-client.ts';
import { createClock } from '../replaceable-parts/index.ts';

const clock = createClock();
const { sandbox, client } = await openTestSandbox({ clock, uploadLifetimeMs: 60_000 });
let book: string;

beforeEach(async () => {
  clock.freeze(Date.UTC(2026, 10, 21, 12));
  await sandbox.reset();
  book = await client.create('ebook');
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

test('twenty concurrent attaches leave twenty files, and twenty concurrent updates twenty chapters', async () => {
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
  const updates = grants.map(({ id: fileId }, index) => {
    const chapter = { fileId, sequence: index + 1, title: `Chapter ${index + 1}` };
    return client.patch(`/books/${audio}`, { chapters: [chapter] });
  });
  expect(new Set((await Promise.all(updates)).map(({ status }) => status))).toEqual(new Set([200]));
  const changed = (await client.get(`/books/${audio}`)).body;
  expect(valueAt(changed, 'data.attributes.chapters')).toHaveLength(20);
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
