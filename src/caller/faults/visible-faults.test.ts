/** Tests that a fault counts as visible only if the calls of a test suite can see it. */
import { expect, it } from 'vitest';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { callerFaults } from '../../faults/index.ts';
import { createRequestRecorder } from './record-requests.ts';
import { findVisibleFaults } from './visible-faults.ts';

it('a publish and an update that do nothing are visible to tests that read the book afterwards', async () => {
  const { alteration, requests } = createRequestRecorder();
  const { client } = await openTestSandbox({ faults: [alteration] });
  const findNames = async () => {
    const { signal } = new AbortController();
    const visible = await findVisibleFaults(requests, signal, callerFaults);
    return visible.map(({ fault, operations }) => [fault.name, operations]);
  };
  const { id } = await client.createReady('ebook', { publicationDate: '2099-01-01' });
  expect((await client.post(`/books/${id}/publish`, {})).status).toBe(204);
  expect(await findNames()).toEqual([]);
  await client.get(`/books/${id}`);
  expect(await findNames()).toEqual([
    ['publish-does-nothing', ['readBook']],
    ['update-stores-nothing', ['readBook']],
  ]);
});
