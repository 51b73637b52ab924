/** Tests attach, publish, unpublish and delete under faults: they read the book before they send a request again. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UploadedFile } from './index.ts';
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
} from '../../../tests/support/client/known-faults.ts';
import {
  always,
  ebookWithExternalId,
  createScene,
  type Faults,
} from '../../../tests/support/client/scene.ts';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';

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
