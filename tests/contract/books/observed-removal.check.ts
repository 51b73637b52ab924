/** Observes unpublish and delete where the document is silent. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { oncePerRun } from '../../../src/harness/stage/index.ts';
import { check, observe, section, watch } from '../../../src/harness/suite/index.ts';
import { isDeletedBookListed } from '../../property/lists/french-books.ts';
import { isAccepted, attachFile, getRefusal } from '../steps/steps.ts';
import { deleteDraftWithUpload, withdrawAndEdit } from '../steps/shared-books.ts';

const needsPublish = { needs: ['write', 'publish'] } as const;
const needsDelete = { needs: ['write', 'delete'] } as const;
const needsPublishAndDelete = { needs: ['write', 'publish', 'delete'] } as const;

/** Deletes a published book, and then a withdrawn one, if the service refuses; returns the refusals. */
const deletePublished = oncePerRun(async (t) => {
  // The status of a book that was published twice may still change, so the monitor cannot tell whether its delete must be refused.
  const { id } = await t.make.published('ebook');
  t.need.accepted(await t.ask.read(id));
  const ofPublished = getRefusal(t, await t.ask.delete(id));
  if (ofPublished === undefined) return { ofPublished, ofWithdrawn: undefined };
  t.need.accepted(await t.ask.unpublish(id));
  return { ofPublished, ofWithdrawn: getRefusal(t, await t.ask.delete(id)) };
});

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
    async (t) => {
      const { ofPublished, ofWithdrawn } = await deletePublished(t);
      if (ofPublished === undefined) return 'no status that was met';
      return ofWithdrawn === undefined ? 'published-and-in-review' : 'all-but-draft';
    },
    needsPublishAndDelete,
  ),
  check(
    'delete.refused-409',
    {
      'refuses to delete a published book with 409, unless it never refuses a delete': async (
        t,
      ) => {
        const { ofPublished } = await deletePublished(t);
        t.need.that(
          ofPublished !== undefined,
          'the service deletes published books, which the document permits unless it refuses to delete others',
        );
        t.expect.equal(ofPublished, '409', 'the refusal');
      },
    },
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
