/** Tests the retries of idempotent calls under the faults of networks and gateways. */
import { beforeEach, describe, expect, it } from 'vitest';
import { readOutcome } from '../../../tests/support/client/scripted-client.ts';
import { proxyResponse } from '../../../tests/support/client/faulty-fetch.ts';
import {
  canary,
  problemResponse,
  unclearWithEffectFaults,
  unclearWithoutEffectFaults,
  withoutEffectFaults,
} from '../../../tests/support/client/known-faults.ts';
import {
  always,
  ebookWithExternalId,
  createScene,
  sceneStart,
  type Faults,
} from '../../../tests/support/client/scene.ts';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';

const { sandbox } = await openTestSandbox({ key: canary.apiKey });
beforeEach(async () => sandbox.reset());

const createFaultyScene = (faults: Faults) => createScene(sandbox.fetch, faults);

async function createDraft(): Promise<string> {
  return (await createScene(sandbox.fetch).books.create(ebookWithExternalId)).id;
}

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
