/** Update where the document is silent. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { observe, section, watch } from '../../../src/harness/suite/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { author } from '../../../src/harness/values/index.ts';
import { getDocumentedShape } from './observed-create.check.ts';
import {
  isAccepted,
  fetchBook,
  createOncePerFormat,
  getRefusal,
  fetchStatus,
  getScratchBook,
  withdrawAndEdit,
  withPublished,
  getWorkbench,
} from '../steps/index.ts';

const write = { needs: ['write'] } as const;
const publish = { needs: ['write', 'publish'] } as const;

async function sendUpdate(t: Stage, id: string, json: unknown) {
  return t.wire({ method: 'PATCH', path: `/books/${id}`, json });
}

/** Returns the result of updating one field of a book with a subtitle: a status, or the book as read afterwards. */
async function updateScratchBook(
  t: Stage,
  json: Readonly<Record<string, unknown>>,
): Promise<{
  refused: string | undefined;
  book: Readonly<Record<string, unknown>>;
  title: string;
}> {
  const { id, sent } = await getScratchBook(t);
  const refused = getRefusal(t, await sendUpdate(t, id, json));
  return { refused, book: await fetchBook(t, id), title: sent.title };
}

/** An audiobook on which observations try odd values. */
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
    const { body } = exchange.request;
    const withChapters = isObject(body) && Array.isArray(body['chapters']);
    return withChapters && getDocumentedShape(exchange) !== undefined ? 'both' : undefined;
  }),
  observe(
    'update.same-shape-as-create',
    async (t) => {
      const { answer } = await createOncePerFormat(t, 'ebook');
      const { id } = await getWorkbench(t, 'ebook');
      const changed = t.need.accepted(await t.ask.update(id, { subtitle: 'Shape' }));
      return getDocumentedShape(t.need.accepted(answer)) === getDocumentedShape(changed)
        ? 'same'
        : 'mixed';
    },
    write,
  ),
  observe(
    'update.empty-patch',
    async (t) => {
      const { id } = await getScratchBook(t);
      const refused = getRefusal(t, await t.ask.update(id, {}));
      if (refused !== undefined) return refused;
      t.need.that(t.target.allow.has('publish'), 'needs --allow publish');
      return withPublished(t, async (published) => {
        t.need.accepted(await t.ask.update(published.id, {}));
        return (await fetchStatus(t, published.id)) === 'draft' ? '200-draft' : '200-unchanged';
      });
    },
    write,
  ),
  observe(
    'update.no-effect',
    async (t) =>
      withPublished(t, async ({ id, sent }) => {
        const { copyright } = sent;
        t.need.accepted(await t.ask.update(id, { copyright }));
        return (await fetchStatus(t, id)) === 'draft' ? 'draft' : 'unchanged';
      }),
    publish,
  ),
  observe(
    'update.null-clears',
    async (t) => {
      const { refused, book } = await updateScratchBook(t, { subtitle: null });
      if (refused !== undefined) return refused;
      return (book['subtitle'] ?? null) === null ? 'clears' : 'ignored';
    },
    write,
  ),
  observe(
    'update.null-on-required',
    async (t) => {
      const { refused, book, title } = await updateScratchBook(t, { title: null });
      if (refused !== undefined) return refused;
      return book['title'] === title ? 'ignored' : 'clears';
    },
    write,
  ),
  observe(
    'update.format',
    async (t) => {
      const { id } = await t.make.draft('ebook');
      const refused = getRefusal(t, await t.ask.update(id, { format: 'print' }));
      if (refused !== undefined) return refused;
      return (await fetchBook(t, id))['format'] === 'print' ? 'accepted' : 'ignored';
    },
    write,
  ),
  observe(
    'update.read-only-keys',
    async (t) => {
      const { refused, book } = await updateScratchBook(t, { status: 'withdrawn' });
      if (refused !== undefined) return refused;
      return book['status'] === 'draft' ? 'ignored' : 'taken';
    },
    write,
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
    write,
  ),
  observe(
    'update.audio-details-merge',
    async (t) => {
      const { id } = await getScratchAudiobook(t);
      t.need.accepted(await sendUpdate(t, id, { audioDetails: { audioLength: 60 } }));
      const { audioDetails: shown } = await fetchBook(t, id);
      return isObject(shown) && shown['audioEdition'] === 'ABR' ? 'merged' : 'replaced';
    },
    write,
  ),
  observe(
    'update.atomic',
    async (t) => {
      const title = `${t.make.body('ebook').title} in part`;
      const { refused, book } = await updateScratchBook(t, {
        title,
        publicationDate: '2031-13-41',
      });
      t.need.that(refused !== undefined, 'a string that is not a date was accepted');
      return book['title'] === title ? 'partial' : 'all-or-nothing';
    },
    write,
  ),
  observe(
    'update.narrator-removal',
    async (t) => {
      const { id } = await getScratchAudiobook(t);
      return getRefusal(t, await t.ask.update(id, { contributor: [author] })) ?? 'at-publish';
    },
    write,
  ),
  observe(
    'update.window-edit',
    async (t) => {
      const { id } = await getScratchBook(t);
      const publicationDate = t.clock.day(5);
      return getRefusal(t, await t.ask.update(id, { publicationDate })) ?? 'accepted';
    },
    write,
  ),
  observe(
    'update.any-status',
    async (t) => {
      const { status, edited } = await withdrawAndEdit(t);
      // Editing a book in review is another silence.
      t.need.that(status !== 'draft', 'the withdrawn book is a draft already');
      return edited ?? 'accepted';
    },
    publish,
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
    publish,
  ),
  observe(
    'update.failed-keeps-status',
    async (t) =>
      withPublished(t, async ({ id }) => {
        const refused = getRefusal(t, await sendUpdate(t, id, { publicationDate: '2031-13-41' }));
        t.need.that(refused !== undefined, 'a string that is not a date was accepted');
        return (await fetchStatus(t, id)) === 'draft' ? 'moves-to-draft' : 'keeps';
      }),
    publish,
  ),
]);
