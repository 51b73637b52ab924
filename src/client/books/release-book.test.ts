/** Takes attach, publish, unpublish and delete through the faults: they look before they repeat. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox/index.ts';
import type { UploadedFile } from './index.ts';
import { isAmbiguousOutcomeError } from '../errors/index.ts';
import {
  proxyResponse,
  lateWork,
  lostResponse,
  lostRequest,
  neverSent,
  noResponse,
} from '../scenes/faulty-fetch.ts';
import {
  canary,
  htmlResponse,
  unclearWithEffectFaults,
  unclearWithoutEffectFaults,
  withoutEffectFaults,
} from '../scenes/known-faults.ts';
import { always, namedBook, createScene, type Faults } from '../scenes/scene.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await createSandbox({ key: canary.apiKey });
});
beforeEach(async () => sandbox.reset());
afterAll(async () => sandbox.close());

const sceneWith = (faults: Faults) => createScene(sandbox.fetch, faults);

/** A book whose files were put but not attached. */
async function bookWithFiles(): Promise<{ id: string; files: UploadedFile[] }> {
  const { books } = sceneWith({});
  const { id } = await books.create(namedBook);
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
    const put = new Request(grant.url, { method: 'PUT', body: bytes, headers });
    expect((await sandbox.storageFetch(put)).ok).toBe(true);
    files.push({ fileId: grant.id, filename, hashSha256 });
  }
  return { id, files };
}

async function readyBook(): Promise<string> {
  const { id, files } = await bookWithFiles();
  for (const file of files) await sceneWith({}).books.attach(id, file);
  return id;
}

const statusOf = async (id: string) => (await sceneWith({}).books.get(id)).attributes.status;
const publishCall = 'POST /books/{id}/publish';
const unpublishCall = 'POST /books/{id}/unpublish';
const readCall = 'GET /books/{id}';
const deleteCall = 'DELETE /books/{id}';

describe('attach', () => {
  it.each([...withoutEffectFaults, ...unclearWithoutEffectFaults, ...unclearWithEffectFaults])(
    'is done when %s',
    async (_, fault) => {
      const { id, files } = await bookWithFiles();
      const [file] = files;
      if (file === undefined) throw new Error('no file');
      const scene = sceneWith({ 'PATCH /books/{id}/file/{id}/attach': [fault] });
      await scene.books.attach(id, file);
      const { attributes } = await scene.books.get(id);
      expect(JSON.stringify(attributes.files)).toContain(file.fileId);
    },
  );

  it.each([404, 409, 422])(
    'is done when it was, and the second request gets %i',
    async (status) => {
      const { id, files } = await bookWithFiles();
      const [file] = files;
      if (file === undefined) throw new Error('no file');
      const refused = proxyResponse(() =>
        Response.json({ message: 'already attached' }, { status }),
      );
      const call = 'PATCH /books/{id}/file/{id}/attach';
      await sceneWith({ [call]: [lostResponse(), refused] }).books.attach(id, file);
      const lost = sceneWith({ [call]: [lostRequest(), refused] });
      const other = { ...file, fileId: '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90' };
      await expect(lost.books.attach(id, other)).rejects.toMatchObject({ type: 'message', status });
      expect(lost.count(readCall)).toBe(1);
    },
  );
});

describe('publish', () => {
  it.each([...withoutEffectFaults, ...unclearWithoutEffectFaults])(
    'is sent twice when %s',
    async (_, fault) => {
      const id = await readyBook();
      const scene = sceneWith({ [publishCall]: [fault] });
      await scene.books.publish(id);
      expect(scene.count(publishCall)).toBe(2);
      expect(await statusOf(id)).not.toBe('draft');
    },
  );

  it.each(unclearWithEffectFaults)('is sent once when %s', async (_, fault) => {
    const id = await readyBook();
    const scene = sceneWith({ [publishCall]: [fault] });
    await scene.books.publish(id);
    expect(scene.count(publishCall)).toBe(1);
    expect(scene.count(readCall)).toBe(1);
  });

  it.each([
    ['draft', 3],
    ['withdrawn', 1],
    ['action_needed', 1],
  ])('is ambiguous when the book stays %s', async (status, sent) => {
    const id = await readyBook();
    if (status !== 'draft') await sandbox.settle(id, status);
    const scene = sceneWith({ [publishCall]: always(lostRequest()) });
    const error: unknown = await scene.books.publish(id).catch((thrown: unknown) => thrown);
    if (!isAmbiguousOutcomeError(error)) throw error;
    expect(error.attempts).toBe(sent);
    expect(await error.reconcile()).toMatchObject({ id, attributes: { status } });
  });

  it('is ambiguous when looking fails too', async () => {
    const scene = sceneWith({
      [publishCall]: [lostResponse()],
      [readCall]: always(neverSent('ECONNREFUSED')),
    });
    const publishing = scene.books.publish(await readyBook());
    await expect(publishing).rejects.toMatchObject({ type: 'ambiguous-outcome' });
  });

  it('says why it was refused, even when the first response was lost', async () => {
    const { id } = await sceneWith({}).books.create({
      ...namedBook,
      publicationDate: '2020-01-01',
    });
    const scene = sceneWith({ [publishCall]: [lostRequest()] });
    await expect(scene.books.publish(id)).rejects.toMatchObject({ type: 'problem', status: 422 });
  });
});

describe('unpublish', () => {
  async function publishedBook(): Promise<string> {
    const id = await readyBook();
    await sceneWith({}).books.publish(id);
    await sandbox.settle(id, 'published');
    return id;
  }

  it.each([...withoutEffectFaults, ...unclearWithoutEffectFaults])(
    'is sent twice when %s',
    async (_, fault) => {
      const id = await publishedBook();
      const scene = sceneWith({ [unpublishCall]: [fault] });
      await scene.books.unpublish(id);
      expect(scene.count(unpublishCall)).toBe(2);
      expect(await statusOf(id)).toBe('withdrawn');
    },
  );

  it.each(unclearWithEffectFaults)('is sent once when %s', async (_, fault) => {
    const scene = sceneWith({ [unpublishCall]: [fault] });
    await scene.books.unpublish(await publishedBook());
    expect(scene.count(unpublishCall)).toBe(1);
  });
});

describe('delete', () => {
  it.each([...withoutEffectFaults, ...unclearWithoutEffectFaults])(
    'is sent twice when %s',
    async (_, fault) => {
      const { id } = await sceneWith({}).books.create(namedBook);
      const scene = sceneWith({ [deleteCall]: [fault] });
      await scene.books.delete(id);
      expect(scene.count(deleteCall)).toBe(2);
      expect(await scene.books.findByExternalId('backlist/0042')).toBeNull();
    },
  );

  it.each(unclearWithEffectFaults)('is sent once when %s', async (_, fault) => {
    const { id } = await sceneWith({}).books.create(namedBook);
    const scene = sceneWith({ [deleteCall]: [fault] });
    await scene.books.delete(id);
    expect(scene.count(deleteCall)).toBe(1);
    expect(scene.count(readCall)).toBe(1);
  });

  it('is done if the first request takes effect late, and the second finds no book', async () => {
    const { id } = await sceneWith({}).books.create(namedBook);
    const scene = sceneWith({ [deleteCall]: [lateWork(100)] });
    await scene.books.delete(id);
    expect(scene.count(deleteCall)).toBe(2);
  });

  it('is refused by a 409 once', async () => {
    const { id } = await sceneWith({}).books.create(namedBook);
    const refused = proxyResponse(() => Response.json({ message: 'published' }, { status: 409 }));
    const scene = sceneWith({ [deleteCall]: always(refused) });
    await expect(scene.books.delete(id)).rejects.toMatchObject({ status: 409, attempts: 1 });
  });

  it('does not take the page of a proxy for a book that is gone', async () => {
    const { id } = await sceneWith({}).books.create(namedBook);
    const scene = sceneWith({
      [deleteCall]: always(noResponse('unseen')),
      [readCall]: always(proxyResponse(() => htmlResponse(404))),
    });
    await expect(scene.books.delete(id)).rejects.toMatchObject({ type: 'ambiguous-outcome' });
  });
});
