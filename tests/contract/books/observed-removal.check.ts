/** Unpublish and delete where the document is silent. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { observe, section, watch } from '../../../src/harness/suite/index.ts';
import { isDeletedBookListed } from '../../property/lists/index.ts';
import {
  isAccepted,
  attachFile,
  deleteSharedDraft,
  getRefusal,
  withdrawAndEdit,
  withPublished,
} from '../steps/index.ts';

const publish = { needs: ['write', 'publish'] } as const;
const remove = { needs: ['write', 'delete'] } as const;
const both = { needs: ['write', 'publish', 'delete'] } as const;

export const observedRemoval = section('Unpublish and delete, where the document is silent', [
  watch('unpublish.success', (exchange) =>
    exchange.operation === 'unpublishBook' && isAccepted(exchange)
      ? String(exchange.status)
      : undefined,
  ),
  watch('delete.success', (exchange) =>
    exchange.operation === 'deleteBook' && isAccepted(exchange)
      ? String(exchange.status)
      : undefined,
  ),
  watch('delete.invalid-params', ({ operation, status, body }) => {
    if (operation !== 'deleteBook' || status !== 409 || !isObject(body)) return undefined;
    const { invalidParams: list } = body;
    if (list === undefined) return 'absent';
    // Anything but a list breaks a requirement and does not answer a silence.
    if (!Array.isArray(list)) return undefined;
    return list.length === 0 ? 'empty' : 'filled';
  }),
  observe('unpublish.next-status', async (t) => (await withdrawAndEdit(t)).status, publish),
  observe(
    'unpublish.from-other',
    async (t) => {
      const { id } = await t.make.draft('ebook');
      return getRefusal(t, await t.ask.unpublish(id)) ?? 'no-op';
    },
    publish,
  ),
  observe(
    'unpublish.then-edit',
    async (t) => {
      const { edited, statusAfterEdit } = await withdrawAndEdit(t);
      return edited === undefined ? statusAfterEdit : 'refused';
    },
    publish,
  ),
  observe(
    'delete.refused-states',
    async (t) =>
      withPublished(t, async ({ id }) => {
        if (getRefusal(t, await t.ask.delete(id)) === undefined) return 'no status that was met';
        t.need.accepted(await t.ask.unpublish(id));
        const refused = getRefusal(t, await t.ask.delete(id));
        return refused === undefined ? 'published-and-in-review' : 'all-but-draft';
      }),
    both,
  ),
  observe(
    'delete.effect',
    async (t) => {
      // Reading it by its id is another silence.
      return (await isDeletedBookListed(t)) ? 'tombstone' : 'gone';
    },
    remove,
  ),
  observe(
    'delete.twice',
    async (t) => getRefusal(t, await t.ask.delete((await deleteSharedDraft(t)).book.id)) ?? '2xx',
    remove,
  ),
  observe(
    'delete.body',
    async (t) => {
      const { id } = await t.make.draft('ebook');
      const answer = await t.wire({ method: 'DELETE', path: `/books/${id}` });
      return getRefusal(t, answer) === undefined ? 'optional' : 'required';
    },
    remove,
  ),
  observe(
    'delete.grants',
    async (t) => {
      const { book, grant } = await deleteSharedDraft(t);
      return getRefusal(t, await attachFile(t, book, grant)) ?? 'accepted';
    },
    remove,
  ),
]);
