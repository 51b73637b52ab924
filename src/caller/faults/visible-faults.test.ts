/** Tests that a fault counts as visible only if the calls of a test suite can see it. */
import { expect, it } from 'vitest';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { createRequestRecorder } from './record-requests.ts';
import { findVisibleFaults, publishDoesNothing } from './visible-faults.ts';

it('a publish that does nothing is visible to tests that read the published book', async () => {
  const { alteration, requests } = createRequestRecorder();
  const { client } = await openTestSandbox({ faults: [alteration] });
  const findNames = async () => {
    const visible = await findVisibleFaults(requests, new AbortController().signal, [
      publishDoesNothing,
    ]);
    return visible.map(({ fault, operations }) => [fault.name, operations]);
  };
  const { id } = await client.createReady('ebook');
  expect((await client.post(`/books/${id}/publish`, {})).status).toBe(204);
  expect(await findNames()).toEqual([]);
  await client.get(`/books/${id}`);
  expect(await findNames()).toEqual([['publish-does-nothing', ['readBook']]]);
});
