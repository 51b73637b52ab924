/** Tests that the trouble of each story happens to a program that makes every call, and that its words are right. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { newBook } from '../../tests/support/books.ts';
import { operationIds } from '../contract/operations.ts';
import { isObject } from '../contract/json-pointer.ts';
import { readContract } from '../contract/spec.ts';
import { calmStory } from './play-story.ts';
import { serveStory, type StoryServer } from './serve-story.ts';
import { stories } from './stories/index.ts';

it.concurrent.for(stories)('makes the trouble of $name', async (story, { expect: expectHere }) => {
  const server = await serveStory(story);
  server.setCalm(false);
  try {
    const program = makeEveryCall(server);
    await expectHere
      .poll(
        () =>
          server
            .recorder()
            .calls()
            .some(({ isTroubled }) => isTroubled),
        { interval: 20 },
      )
      .toBe(true);
    void program.catch(() => undefined);
  } finally {
    await server.close();
  }
});

it('ends the trouble of readings, too, before the program is run again', async () => {
  const story = stories.find(({ name }) => name === 'missing-is-problem') ?? calmStory;
  const { url, key, setCalm, recorder, close } = await serveStory(story);
  const readMissing = async (): Promise<unknown> => {
    const path = `/v2/distribution/books/${randomUUID()}`;
    return (await fetch(url + path, { headers: { apikey: key } })).json();
  };
  try {
    expect(await readMissing()).toHaveProperty('title');
    setCalm(true);
    expect(await readMissing()).not.toHaveProperty('title');
    expect(recorder().calls()).toHaveLength(1);
  } finally {
    await close();
  }
});

it('lets a program send the whole file before it answers an upload with a refusal', async () => {
  const story = stories.find(({ name }) => name === 'upload-fails-once') ?? calmStory;
  const { url, key, close, recorder } = await serveStory(story);
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const headers = { apikey: key, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${url}/v2/distribution${path}`, init)).json();
  };
  try {
    const id = readId(await post('/books', newBook('ebook'))) ?? '';
    const file = { referenceId: 'a', role: 'ebook_content', filename: 'a.epub' };
    const grants = await post(`/books/${id}/upload`, [{ ...file, hashSha256: 'a'.repeat(64) }]);
    const upload = request(readGrant(grants).uploadUrl, { method: 'PUT' });
    upload.end(Buffer.alloc(16 * 2 ** 20));
    // Sockets buffer less than the file, so this never happens if the service stops reading.
    await Promise.all([once(upload, 'finish'), once(upload, 'response')]);
    upload.destroy();
    const paths = recorder()
      .calls()
      .map(({ path }) => path);
    expect(paths).toContain('(storage, ebook_content)');
  } finally {
    await close();
  }
});

it('has one sentence for each story', () => {
  expect(new Set(stories.map(({ name }) => name)).size).toBe(stories.length);
  for (const { says, name } of stories) {
    expect(says).toMatch(/^[A-Z].*\.$/);
    expect(name).toMatch(/^[a-z][a-z0-9-]*$/);
  }
});

it('has a story for a lost response to each operation that changes something', () => {
  const changing = operationIds.filter((id) => readContract().operations[id].method !== 'GET');
  const lost = stories.flatMap(({ troubles }) =>
    troubles.flatMap(({ on = [], effect }) => (effect?.kind === 'lost-response' ? on : [])),
  );
  expect(changing.filter((id) => !lost.includes(id))).toEqual([]);
});

/** Makes every call and repeats it while it fails, as often as the troubles of a story need. */
async function makeEveryCall({ url, key }: Pick<StoryServer, 'url' | 'key'>): Promise<void> {
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/v2/distribution${path}`, {
      method,
      headers: { apikey: key, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return text === '' ? {} : JSON.parse(text);
  };
  const call = async (...parts: Parameters<typeof send>): Promise<unknown> => {
    await send(...parts).catch(() => undefined);
    return send(...parts).catch(() => undefined);
  };
  const externalId = `id-${Math.random()}`;
  await call('POST', '/books', newBook('ebook', { externalId }));
  for (const page of [1, 2, 3]) await call('GET', `/books?page=${page}&perPage=100`);
  const found = await call('GET', `/books/external-id/${externalId}`);
  const id = readId(found) ?? readId(await call('POST', '/books', newBook('ebook'))) ?? '';
  for (const role of ['ebook_content', 'ebook_cover']) {
    const hashSha256 = createHash('sha256').update(role).digest('hex');
    const file = { referenceId: role, role, filename: `${role}.bin`, hashSha256 };
    const grants = await call('POST', `/books/${id}/upload`, [file]);
    const { fileId, uploadUrl } = readGrant(grants);
    const put = () => fetch(uploadUrl, { method: 'PUT', body: role }).catch(() => undefined);
    await put();
    await put();
    const { filename } = file;
    await call('PATCH', `/books/${id}/file/${fileId}/attach`, { filename, hashSha256 });
  }
  await call('POST', `/books/${id}/publish`, {});
  await call('PATCH', `/books/${id}`, { title: 'The Longer Salt Road' });
  await call('POST', `/books/${id}/publish`, {});
  await new Promise((resolve) => {
    setTimeout(resolve, 1_100);
  });
  await call('GET', `/books/${id}`);
  await call('POST', `/books/${id}/unpublish`, {});
  await call('PATCH', `/books/${id}`, { title: 'The Salt Road' });
  await call('DELETE', `/books/${id}`, {});
  await call('GET', `/books/${id}`);
}

function readId(body: unknown): string | undefined {
  const data = isObject(body) ? (body['data'] ?? { id: body['bookId'] }) : undefined;
  return isObject(data) && typeof data['id'] === 'string' ? data['id'] : undefined;
}

/** Reads the first grant of a response; both documented shapes are the same text here. */
function readGrant(grants: unknown) {
  const text = JSON.stringify(grants) ?? '';
  const [, fileId = ''] = /"id":"([^"]*)"/.exec(text) ?? [];
  const [, uploadUrl = ''] = /"url":"([^"]*)"/.exec(text) ?? [];
  return { fileId, uploadUrl };
}
