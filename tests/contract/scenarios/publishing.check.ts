/** Publishes of incomplete and complete audiobooks, and deletes of drafts. */
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import type { Book, Stage } from '../../../src/harness/stage/index.ts';
import { author, editor, narrator } from '../../../src/harness/arbitraries/index.ts';
import {
  isAccepted,
  createChapters,
  findListItem,
  createMixedDraft,
  fetchStatus,
  attachFiles,
} from '../steps/index.ts';

const needs = ['read', 'write', 'publish'] as const;

/**
 * Publishes an audiobook without chapters, without a narrator in both editions, and complete. At the end,
 * deletes it in the shops and, if that is refused, after its withdrawal.
 */
const completeAudiobook: CaseBody = async (t) => {
  const book = await createMixedDraft(t, { format: 'audio', turn: 2 });
  const files = await attachFiles(t, book, ['audio_content', 'audio_cover']);
  await t.ask.update(book.id, { isFinalVersion: true });
  // A single track needs a chapter too.
  await t.ask.publish(book.id);
  const others = await attachFiles(t, book, ['audio_content']);
  await t.ask.publish(book.id);
  await t.ask.read(book.id);
  const chapters = createChapters([...files, ...others]);
  await t.ask.update(book.id, { chapters });
  for (const audioEdition of ['UBR', 'ABR'] as const) {
    // An editor is not a narrator, and the role of a narrator is "Narrated by".
    const nonNarrator = audioEdition === 'ABR' ? { ...narrator, role: 'Narrator' } : editor;
    const contributor = [author, nonNarrator];
    const fields = { contributor, audioDetails: { audioLength: 60, audioEdition } };
    if (!isAccepted(await t.ask.update(book.id, fields))) continue;
    // Shows that the service replaces the list, and that the narrator is gone.
    await t.ask.read(book.id);
    await t.ask.publish(book.id);
  }
  await t.ask.read(book.id);
  await t.ask.update(book.id, { contributor: [author, narrator] });
  await t.ask.publish(book.id);
  await t.ask.read(book.id);
  // A final version may have any date, even one in the distant past.
  await t.ask.update(book.id, { publicationDate: t.clock.day(-400), isFinalVersion: true });
  await t.ask.publish(book.id);
  await deletePublished(t, book);
};

/** Deletes a book in the shops, which a service may refuse, and then the withdrawn book. */
async function deletePublished(t: Stage, book: Book): Promise<void> {
  const mayDelete = t.target.allow.has('delete');
  const isGone = mayDelete && isAccepted(await t.ask.delete(book.id));
  await t.ask.read(book.id);
  if (isGone) return;
  await t.ask.unpublish(book.id);
  await t.ask.read(book.id);
  if (!mayDelete || !isAccepted(await t.ask.delete(book.id))) return;
  await t.ask.read(book.id);
  await t.ask.lookUp(book.externalId);
}

/** Deletes a draft and asserts that a read, a lookup or the list stops showing it. */
const deleteDraft: CaseBody = async (t) => {
  const book = await createMixedDraft(t, { format: 'ebook', turn: 0 });
  const { id, externalId } = book;
  if (!isAccepted(await t.ask.delete(id))) return;
  const isThere = async (): Promise<boolean> =>
    isAccepted(await t.ask.read(id)) &&
    isAccepted(await t.ask.lookUp(externalId)) &&
    (await fetchStatus(t, id)) === 'draft' &&
    (await findListItem(t, id)) !== undefined;
  const isStillThere = await t.eventually(isThere, (still) => !still);
  t.expect.that(!isStillThere, {
    expected: 'a book that read, lookup or list no longer shows, or that has another status',
    actual: 'the same draft everywhere',
  });
  await t.ask.lookUp(externalId);
};

export const publishing = section('Publishing, withdrawing and deleting', [
  check(
    'publish.chapters-present',
    { 'publishes an audiobook only with chapters and a narrator': completeAudiobook },
    {
      covers: [
        'publish.',
        'unpublish.',
        'chapters.',
        'contributor.narrator',
        'delete.refus',
        'flow.withdraw',
      ],
      needs,
      depth: 'quick',
    },
  ),
  check(
    'delete.deletes',
    { 'deletes a draft': deleteDraft },
    { covers: ['delete.', 'flow.withdraw'], needs: ['write', 'delete'], depth: 'quick' },
  ),
]);
