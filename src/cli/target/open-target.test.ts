/** Tests what a run may do to the sandbox that it started. */
import { expect, test } from 'vitest';
import { apiPrefix } from '../../contract/spec.ts';
import { cleanUpWith } from '../../../tests/support/fixtures.ts';
import { createRemoteClient, valueAt } from '../../../tests/support/sandbox/test-client.ts';
import { openTarget } from './index.ts';

test('a run ends the review of a book in our own sandbox, so that it need not wait', async () => {
  const target = await openTarget({ kind: 'own sandbox', faults: [] });
  cleanUpWith(target.close);
  const origin = target.baseUrl.slice(0, -apiPrefix.length);
  const { createReady, post, get } = createRemoteClient(origin, target.apiKey);
  const { id } = await createReady('ebook');
  await post(`/books/${id}/publish`, {});
  await target.knownState?.endReview?.(id);
  const { body } = await get(`/books/${id}`);
  expect(valueAt(body, 'data.attributes.status')).toBe('published');
  // With a fault, a service may show a book that it does not have.
  await target.knownState?.endReview?.('unknown');
});
