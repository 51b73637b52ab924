/** Tests calls under faults: attach, publish, unpublish and delete read the book before they are sent again; idempotent calls are repeated. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { isAmbiguousOutcomeError } from '../errors/index.ts';
import {
  proxyResponse,
  lateEffect,
  lostResponse,
  lostRequest,
  unsentRequest,
  noResponse,
} from '../../../tests/support/client/faulty-fetch.ts';
import {
  canary,
  htmlResponse,
  unclearWithEffectFaults,
  unclearWithoutEffectFaults,
  withoutEffectFaults,
  problemResponse,
} from '../../../tests/support/client/known-faults.ts';
import {
  always,
  ebookWithExternalId,
  createScene,
  type Faults,
  sceneStart,
} from '../../../tests/support/client/scene.ts';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { readOutcome } from '../../../tests/support/client/scripted-client.ts';
import type { UploadedFile } from './index.ts';

const { sandbox } = await openTestSandbox({ key: canary.apiKey });
beforeEach(async () => sandbox.reset());

const createFaultyScene = (faults: Faults = {}) => createScene(sandbox.fetch, faults);

/** Creates a book, and uploads its files without attaching them. */
async function createBookWithFiles(): Promise<{ id: string; files: UploadedFile[] }> {
  const { books } = createFaultyScene();
  const { id } = await books.create(ebookWithExternalId);
  const files: UploadedFile[] = [];
  for (const role of ['ebook_content', 'ebook_cover'] as const) {
    const bytes = new TextEncoder().encode(role);
    const hashSha256 = createHash('sha256').update(bytes).digest('hex');
    const filename = `${role}.bin`;
    const [grant] = await books.requestUploads(id, [
      { referenceId: role, role, filename, hashSha256 },
    ]);
    if (grant === undefined) throw new Error('no grant');
    const headers = { 'content-type': 'application/epub+zip' };
    const request = new Request(grant.url, { method: 'PUT', body: bytes, headers });
    expect((await sandbox.storageFetch(request)).ok).toBe(true);
    files.push({ fileId: grant.id, filename, hashSha256 });
  }
  return { id, files };
}

async function createReadyBook(): Promise<string> {
  const { id, files } = await createBookWithFiles();
  for (const file of files) await createFaultyScene().books.attach(id, file);
  return id;
}

/** Returns the status of a book that was not deleted. */
const readStatus = async (id: string) =>
  (await sandbox.books()).find((book) => book.id === id && book.deletedAt === undefined)?.status;
const attachCall = 'PATCH /books/{id}/file/{id}/attach';
const publishCall = 'POST /books/{id}/publish';
const unpublishCall = 'POST /books/{id}/unpublish';
const readCall = 'GET /books/{id}';
const deleteCall = 'DELETE /books/{id}';

describe('attach', () => {
  it.each([...withoutEffectFaults, ...unclearWithoutEffectFaults, ...unclearWithEffectFaults])(
    'attaches the file: %s',
    async (_, fault) => {
      const { id, files } = await createBookWithFiles();
      const [file] = files;
      if (file === undefined) throw new Error('no file');
      const scene = createFaultyScene({ [attachCall]: [fault] });
      await scene.books.attach(id, file);
      const { attributes } = await scene.books.get(id);
      expect(JSON.stringify(attributes.files)).toContain(file.fileId);
    },
  );

  it.each([404, 409, 422])(
    'accepts a %i for the second request only if the book has the file',
    async (status) => {
      const { id, files } = await createBookWithFiles();
      const [file] = files;
      if (file === undefined) throw new Error('no file');
      const refusal = proxyResponse(() =>
        Response.json({ message: 'already attached' }, { status }),
      );
      await createFaultyScene({ [attachCall]: [lostResponse(), refusal] }).books.attach(id, file);
      const sceneWithLostRequest = createFaultyScene({ [attachCall]: [lostRequest(), refusal] });
      const unattachedFile = { ...file, fileId: '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90' };
      const call = sceneWithLostRequest.books.attach(id, unattachedFile);
      await expect(call).rejects.toMatchObject({ type: 'message', status });
      expect(sceneWithLostRequest.count(readCall)).toBe(1);
    },
  );
});

async function createPublishedBook(): Promise<string> {
  const id = await createReadyBook();
  await createFaultyScene().books.publish(id);
  await sandbox.settle(id, 'published');
  return id;
}

const createDraft = async () => (await createFaultyScene().books.create(ebookWithExternalId)).id;

describe.each([
  { name: 'publish', call: publishCall, prepare: createReadyBook, left: 'in_review' },
  { name: 'unpublish', call: unpublishCall, prepare: createPublishedBook, left: 'withdrawn' },
  { name: 'delete', call: deleteCall, prepare: createDraft, left: undefined },
] as const)('$name', ({ name, call, prepare, left }) => {
  it.each([...withoutEffectFaults, ...unclearWithoutEffectFaults])(
    'is sent twice: %s',
    async (_, fault) => {
      const id = await prepare();
      const scene = createFaultyScene({ [call]: [fault] });
      await scene.books[name](id);
      expect(scene.count(call)).toBe(2);
      expect(await readStatus(id)).toBe(left);
    },
  );

  it.each(unclearWithEffectFaults)('is sent once: %s', async (_, fault) => {
    const id = await prepare();
    const scene = createFaultyScene({ [call]: [fault] });
    await scene.books[name](id);
    expect(scene.count(call)).toBe(1);
    expect(scene.count(readCall)).toBe(1);
  });
});

describe('publish', () => {
  it.each([
    ['draft', 3],
    ['withdrawn', 1],
    ['action_needed', 1],
  ])('is ambiguous if the book stays %s', async (status, attempts) => {
    const id = await createReadyBook();
    if (status !== 'draft') await sandbox.settle(id, status);
    const scene = createFaultyScene({ [publishCall]: always(lostRequest()) });
    const error: unknown = await scene.books.publish(id).catch((thrown: unknown) => thrown);
    if (!isAmbiguousOutcomeError(error)) throw error;
    expect(error.attempts).toBe(attempts);
    expect(await error.reconcile()).toMatchObject({ id, attributes: { status } });
  });

  it('is ambiguous if reading the book fails too', async () => {
    const scene = createFaultyScene({
      [publishCall]: [lostResponse()],
      [readCall]: always(unsentRequest('ECONNREFUSED')),
    });
    const call = scene.books.publish(await createReadyBook());
    await expect(call).rejects.toMatchObject({ type: 'ambiguous-outcome' });
  });

  it('throws the refusal of the second request if the first one was lost', async () => {
    const { id } = await createFaultyScene().books.create({
      ...ebookWithExternalId,
      publicationDate: '2020-01-01',
    });
    const scene = createFaultyScene({ [publishCall]: [lostRequest()] });
    await expect(scene.books.publish(id)).rejects.toMatchObject({ type: 'problem', status: 422 });
  });
});

describe('delete', () => {
  it('succeeds if the first request takes effect late, and the second one finds no book', async () => {
    const id = await createDraft();
    const scene = createFaultyScene({ [deleteCall]: [lateEffect(100)] });
    await scene.books.delete(id);
    expect(scene.count(deleteCall)).toBe(2);
  });

  it('is not sent again after a 409', async () => {
    const { id } = await createFaultyScene().books.create(ebookWithExternalId);
    const refusal = proxyResponse(() => Response.json({ message: 'published' }, { status: 409 }));
    const scene = createFaultyScene({ [deleteCall]: always(refusal) });
    await expect(scene.books.delete(id)).rejects.toMatchObject({ status: 409, attempts: 1 });
  });

  it("is ambiguous if a proxy's 404 answers the read of the book", async () => {
    const id = await createDraft();
    const scene = createFaultyScene({
      [deleteCall]: always(noResponse('not-received')),
      [readCall]: always(proxyResponse(() => htmlResponse(404))),
    });
    await expect(scene.books.delete(id)).rejects.toMatchObject({ type: 'ambiguous-outcome' });
  });
});

describe('idempotent calls', () => {
  const faults = [
    ...withoutEffectFaults,
    ...unclearWithoutEffectFaults,
    ...unclearWithEffectFaults,
  ];

  it.each(faults)('succeed on a retry after this fault: %s', async (_, fault) => {
    const id = await createDraft();
    const scene = createFaultyScene({
      'GET /books/{id}': [fault, fault],
      'GET /books/external-id/{id}': [fault],
      'GET /books': [fault],
      'PATCH /books/{id}': [fault],
      'POST /books/{id}/upload': [fault],
    });
    const { books } = scene;
    expect(await readOutcome(books.get(id), scene)).toMatchObject({ id });
    expect(await readOutcome(books.findByExternalId('backlist/0042'), scene)).toMatchObject({ id });
    expect(await readOutcome(books.list().page(), scene)).toMatchObject({ data: [{ id }] });
    expect(await readOutcome(books.update(id, { title: 'Tides' }), scene)).toMatchObject({ id });
    const file = {
      referenceId: 'a',
      role: 'ebook_cover',
      filename: 'a.png',
      hashSha256: 'a'.repeat(64),
    } as const;
    expect(await readOutcome(books.requestUploads(id, [file]), scene)).toMatchObject([
      { referenceId: 'a' },
    ]);
    // Five calls, and six retries: two for the read, one for each other call.
    expect(scene.requests).toHaveLength(11);
  });

  it.each(faults)(
    'throw after two retries, before the deadline, if it repeats: %s',
    async (_, fault) => {
      const scene = createFaultyScene({ 'GET /books/{id}': always(fault) });
      const error = await readOutcome(scene.books.get(await createDraft()), scene);
      expect(error).toMatchObject({ operation: 'readBook', attempts: 3 });
      expect(scene.time.now() - sceneStart).toBeLessThanOrEqual(300_000);
    },
  );

  it.each([
    [400, 'problem'],
    [401, 'response'],
    [404, 'problem'],
    [409, 'problem'],
    [422, 'problem'],
    [501, 'problem'],
  ])('are not retried after a %i', async (status, type) => {
    const scene = createFaultyScene({
      'GET /books/{id}': always(proxyResponse(() => problemResponse(status))),
    });
    expect(await readOutcome(scene.books.get(await createDraft()), scene)).toMatchObject({
      type,
      attempts: 1,
    });
  });
});

it('a refused attach throws the refusal, even if the book cannot be read afterwards', async () => {
  const refusal = proxyResponse(() => problemResponse(422));
  const scene = createFaultyScene({
    'PATCH /books/{id}/file/{id}/attach': always(refusal),
    'GET /books/{id}': always(proxyResponse(() => problemResponse(500))),
  });
  const id = await createDraft();
  const file = { fileId: id, filename: 'a.epub', hashSha256: '0'.repeat(64) };
  const error = await readOutcome(scene.books.attach(id, file), scene);
  expect(error).toMatchObject({ type: 'problem', status: 422 });
});

describe('waitForStatus', () => {
  const createStatusScene = (statuses: readonly (string | number)[]) => {
    const left = [...statuses];
    return createScene(async () => {
      const status = left.length > 1 ? left.shift() : left[0];
      if (typeof status === 'number') return new Response(null, { status });
      return Response.json({ data: { id: 'a', type: 'book', attributes: { status } } });
    });
  };

  it('reads until the book has a status, reports each one, and survives a failure', async () => {
    const scene = createStatusScene(['draft', 'in_review', 500, 500, 500, 'published']);
    const seen: string[] = [];
    const book = await scene.books.waitForStatus('a', ['published', 'action_needed'], {
      onStatus: ({ status }) => void seen.push(status),
    });
    expect(book.attributes.status).toBe('published');
    expect(seen).toEqual(['draft', 'in_review', 'published']);
  });

  it('ends with its deadline, its signal, or an error that cannot pass', async () => {
    const scene = createStatusScene(['in_review']);
    const limited = scene.books.waitForStatus('a', 'published', { deadlineMs: 600_000 });
    await expect(limited).rejects.toThrow('still shows the status in_review after 600000 ms');
    // A minute between two reads, in the end.
    expect(scene.requests.length).toBeLessThan(25);
    const stop = new AbortController();
    scene.time.after(5_000, () => stop.abort());
    const aborted = scene.books.waitForStatus('a', 'published', { signal: stop.signal });
    await expect(aborted).rejects.toMatchObject({ type: 'aborted' });
    const missing = createStatusScene([401]).books.waitForStatus('a', 'published');
    await expect(missing).rejects.toMatchObject({ status: 401 });
    for (const statuses of [[], undefined, 7]) {
      // @ts-expect-error: a status is required
      await expect(scene.books.waitForStatus('a', statuses)).rejects.toThrow('Nothing was sent');
    }
  });
});
