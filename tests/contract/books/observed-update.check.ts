/** Observes updates where the document is silent. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { observe, section, watch } from '../../../src/harness/suite/index.ts';
import { getSentJson } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { author } from '../../../src/harness/arbitraries/index.ts';
import {
  isAccepted,
  fetchBook,
  getRefusal,
  fetchStatus,
  getDocumentedShape,
} from '../steps/steps.ts';
import {
  createOncePerFormat,
  getScratchBook,
  withdrawAndEdit,
  withPublished,
  getSharedDraft,
} from '../steps/shared-books.ts';

const needsWrite = { needs: ['write'] } as const;
const needsPublish = { needs: ['write', 'publish'] } as const;

async function sendUpdate(t: Stage, id: string, json: unknown) {
  return t.wire({ method: 'PATCH', path: `/books/${id}`, json });
}

/** Updates the scratch book; returns the status of a refusal, the book as read afterwards, and its original title. */
async function updateScratchBook(
  t: Stage,
  json: Readonly<Record<string, unknown>>,
): Promise<{
  refusal: string | undefined;
  book: Readonly<Record<string, unknown>>;
  title: string;
}> {
  const { id, body } = await getScratchBook(t);
  const refusal = getRefusal(t, await sendUpdate(t, id, json));
  return { refusal, book: await fetchBook(t, id), title: body.title };
}

/** Returns an audiobook for observations of unusual values. */
const getScratchAudiobook = oncePerRun(async (t) => {
  const audioDetails = { audioLength: 5400, audioEdition: 'ABR' } as const;
  return t.make.draft('audio', { audioDetails });
});

export const observedUpdate = section('Update, where the document is silent', [
  watch('update.response', (exchange) =>
    exchange.operation === 'updateBook' && isAccepted(exchange)
      ? getDocumentedShape(exchange)
      : undefined,
  ),
  watch('update.same-applies', (exchange) => {
    if (exchange.operation !== 'updateBook' || !isAccepted(exchange)) return undefined;
    const body = getSentJson(exchange.request);
    const withChapters = isObject(body) && Array.isArray(body['chapters']);
    return withChapters && getDocumentedShape(exchange) !== undefined ? 'both' : undefined;
  }),
  observe(
    'update.same-shape-as-create',
    async (t) => {
      const { response } = await createOncePerFormat(t, 'ebook');
      const { id } = await getSharedDraft(t, 'ebook');
      const updateResponse = t.need.accepted(await t.ask.update(id, { subtitle: 'Shape' }));
      return getDocumentedShape(t.need.accepted(response)) === getDocumentedShape(updateResponse)
        ? 'same'
        : 'mixed';
    },
    needsWrite,
  ),
  observe(
    'update.empty-patch',
    async (t) => {
      const { id } = await getScratchBook(t);
      const refusal = getRefusal(t, await t.ask.update(id, {}));
      if (refusal !== undefined) return refusal;
      t.need.that(t.target.allow.has('publish'), 'needs --allow publish');
      return withPublished(t, async (published) => {
        t.need.accepted(await t.ask.update(published.id, {}));
        return (await fetchStatus(t, published.id)) === 'draft' ? '200-draft' : '200-unchanged';
      });
    },
    needsWrite,
  ),
  observe(
    'update.null-clears',
    async (t) => {
      const { refusal, book } = await updateScratchBook(t, { subtitle: null });
      if (refusal !== undefined) return refusal;
      return (book['subtitle'] ?? null) === null ? 'clears' : 'ignored';
    },
    needsWrite,
  ),
  observe(
    'update.null-on-required',
    async (t) => {
      const { refusal, book, title } = await updateScratchBook(t, { title: null });
      if (refusal !== undefined) return refusal;
      return book['title'] === title ? 'ignored' : 'clears';
    },
    needsWrite,
  ),
  observe(
    'update.format',
    async (t) => {
      const { id } = await t.make.draft('ebook');
      const refusal = getRefusal(t, await t.ask.update(id, { format: 'print' }));
      if (refusal !== undefined) return refusal;
      return (await fetchBook(t, id))['format'] === 'print' ? 'accepted' : 'ignored';
    },
    needsWrite,
  ),
  observe(
    'update.read-only-keys',
    async (t) => {
      const { refusal, book } = await updateScratchBook(t, { status: 'withdrawn' });
      if (refusal !== undefined) return refusal;
      return book['status'] === 'draft' ? 'ignored' : 'taken';
    },
    needsWrite,
  ),
  observe(
    'update.arrays',
    async (t) => {
      const { id } = await getScratchBook(t);
      t.need.accepted(await t.ask.update(id, { category: ['FIC002000'] }));
      const { category } = await fetchBook(t, id);
      const size = Array.isArray(category) ? category.length : 0;
      return size > 1 ? 'merged' : 'replaced';
    },
    needsWrite,
  ),
  observe(
    'update.audio-details-merge',
    async (t) => {
      const { id } = await getScratchAudiobook(t);
      t.need.accepted(await sendUpdate(t, id, { audioDetails: { audioLength: 60 } }));
      const { audioDetails } = await fetchBook(t, id);
      return isObject(audioDetails) && audioDetails['audioEdition'] === 'ABR'
        ? 'merged'
        : 'replaced';
    },
    needsWrite,
  ),
  observe(
    'update.atomic',
    async (t) => {
      const title = `${t.make.body('ebook').title} in part`;
      const { refusal, book } = await updateScratchBook(t, {
        title,
        publicationDate: '2031-13-41',
      });
      t.need.that(refusal !== undefined, 'a string that is not a date was accepted');
      return book['title'] === title ? 'partial' : 'all-or-nothing';
    },
    needsWrite,
  ),
  observe(
    'update.narrator-removal',
    async (t) => {
      const { id } = await getScratchAudiobook(t);
      return getRefusal(t, await t.ask.update(id, { contributor: [author] })) ?? 'at-publish';
    },
    needsWrite,
  ),
  observe(
    'update.window-edit',
    async (t) => {
      const { id } = await getScratchBook(t);
      const publicationDate = t.clock.day(5);
      return getRefusal(t, await t.ask.update(id, { publicationDate })) ?? 'accepted';
    },
    needsWrite,
  ),
  observe(
    'update.any-status',
    async (t) => {
      const { status, editRefusal } = await withdrawAndEdit(t);
      // Updating a book in review is another silence.
      t.need.that(status !== 'draft', 'the withdrawn book is a draft already');
      return editRefusal ?? 'accepted';
    },
    needsPublish,
  ),
  observe(
    'status.in-review-lock',
    async (t) =>
      withPublished(t, async ({ id }) => {
        t.need.that(
          (await fetchStatus(t, id)) === 'in_review',
          'the book was never seen in review',
        );
        return getRefusal(t, await t.ask.update(id, { description: 'Edited in review.' })) ?? 'no';
      }),
    needsPublish,
  ),
]);
