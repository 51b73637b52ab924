/** Observes unpublish and delete where the document is silent. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { observe, section, watch } from '../../../src/harness/suite/index.ts';
import { isDeletedBookListed } from '../../property/lists/index.ts';
import {
  isAccepted,
  attachFile,
  deleteDraftWithUpload,
  getRefusal,
  withdrawAndEdit,
  withPublished,
} from '../steps/index.ts';

const needsPublish = { needs: ['write', 'publish'] } as const;
const needsDelete = { needs: ['write', 'delete'] } as const;
const needsPublishAndDelete = { needs: ['write', 'publish', 'delete'] } as const;

export const observedRemoval = section('Unpublish and delete, where the document is silent', [
  watch('unpublish.success', (exchange) =>
    exchange.operation === 'unpublishBook' && isAccepted(exchange)
      ? String(exchange.response.status)
      : undefined,
  ),
  watch('delete.success', (exchange) =>
    exchange.operation === 'deleteBook' && isAccepted(exchange)
      ? String(exchange.response.status)
      : undefined,
  ),
  watch('delete.invalid-params', ({ operation, response: { status, body } }) => {
    if (operation !== 'deleteBook' || status !== 409 || !isObject(body)) return undefined;
    const { invalidParams } = body;
    if (invalidParams === undefined) return 'absent';
    // A value that is not a list breaks a requirement and is not a reading.
    if (!Array.isArray(invalidParams)) return undefined;
    return invalidParams.length === 0 ? 'empty' : 'filled';
  }),
  observe('unpublish.next-status', async (t) => (await withdrawAndEdit(t)).status, needsPublish),
  observe(
    'unpublish.from-other',
    async (t) => {
      const { id } = await t.make.draft('ebook');
      return getRefusal(t, await t.ask.unpublish(id)) ?? 'no-op';
    },
    needsPublish,
  ),
  observe(
    'unpublish.then-edit',
    async (t) => {
      const { editRefusal, statusAfterEdit } = await withdrawAndEdit(t);
      return editRefusal === undefined ? statusAfterEdit : 'refused';
    },
    needsPublish,
  ),
  observe(
    'delete.refused-states',
    async (t) =>
      withPublished(t, async ({ id }) => {
        if (getRefusal(t, await t.ask.delete(id)) === undefined) return 'no status that was met';
        t.need.accepted(await t.ask.unpublish(id));
        const refusal = getRefusal(t, await t.ask.delete(id));
        return refusal === undefined ? 'published-and-in-review' : 'all-but-draft';
      }),
    needsPublishAndDelete,
  ),
  observe(
    'delete.effect',
    async (t) => {
      // Whether a read by id finds the book is another silence.
      return (await isDeletedBookListed(t)) ? 'tombstone' : 'gone';
    },
    needsDelete,
  ),
  observe(
    'delete.twice',
    async (t) =>
      getRefusal(t, await t.ask.delete((await deleteDraftWithUpload(t)).book.id)) ?? '2xx',
    needsDelete,
  ),
  observe(
    'delete.body',
    async (t) => {
      const { id } = await t.make.draft('ebook');
      const response = await t.wire({ method: 'DELETE', path: `/books/${id}` });
      return getRefusal(t, response) === undefined ? 'optional' : 'required';
    },
    needsDelete,
  ),
  observe(
    'delete.grants',
    async (t) => {
      const { book, grant } = await deleteDraftWithUpload(t);
      return getRefusal(t, await attachFile(t, book, grant)) ?? 'accepted';
    },
    needsDelete,
  ),
]);
