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
