/** Tests the calls that have the same effect twice as once under the faults of networks and gateways. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox/index.ts';
import { readOutcome } from '../scenes/end-of-call.ts';
import { proxyResponse } from '../scenes/faulty-fetch.ts';
import {
  canary,
  problemResponse,
  unclearWithEffectFaults,
  unclearWithoutEffectFaults,
  withoutEffectFaults,
} from '../scenes/known-faults.ts';
import { always, namedBook, createScene, sceneStart, type Faults } from '../scenes/scene.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await createSandbox({ key: canary.apiKey });
});
beforeEach(async () => sandbox.reset());
afterAll(async () => sandbox.close());

const sceneWith = (faults: Faults) => createScene(sandbox.fetch, faults);

async function draftOf(): Promise<string> {
  return (await createScene(sandbox.fetch).books.create(namedBook)).id;
}

describe('calls that can be retried', () => {
  const faults = [
    ...withoutEffectFaults,
    ...unclearWithoutEffectFaults,
    ...unclearWithEffectFaults,
  ];

  it.each(faults)('succeed when %s', async (_, fault) => {
    const id = await draftOf();
    const scene = sceneWith({
      'GET /books/{id}': [fault, fault],
      'GET /books/external-id/{id}': [fault],
      'GET /books': [fault],
      'PATCH /books/{id}': [fault],
      'POST /books/{id}/upload': [fault],
    });
    const { books } = scene;
    expect(await readOutcome(books.get(id), scene)).toMatchObject({ id });
    expect(await readOutcome(books.findByExternalId('backlist/0042'), scene)).toMatchObject({ id });
    expect(
      await readOutcome(books.list().byPage()[Symbol.asyncIterator]().next(), scene),
    ).toMatchObject({
      value: { data: [{ id }] },
    });
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
    expect(scene.requests).toHaveLength(11);
  });

  it.each(faults)('end in time with a reason when it happens every time: %s', async (_, fault) => {
    const scene = sceneWith({ 'GET /books/{id}': always(fault) });
    const error = await readOutcome(scene.books.get(await draftOf()), scene);
    expect(error).toMatchObject({ operation: 'readBook', attempts: 3 });
    expect(scene.time.now() - sceneStart).toBeLessThanOrEqual(300_000);
  });

  it.each([
    [400, 'problem'],
    [401, 'response'],
    [404, 'problem'],
    [409, 'problem'],
    [422, 'problem'],
    [501, 'problem'],
  ])('are never repeated after a %i', async (status, kind) => {
    const scene = sceneWith({
      'GET /books/{id}': always(proxyResponse(() => problemResponse(status))),
    });
    expect(await readOutcome(scene.books.get(await draftOf()), scene)).toMatchObject({
      type: kind,
      attempts: 1,
    });
  });
});
