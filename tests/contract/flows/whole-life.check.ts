/**
 * A book from draft to the shops and back, held to every sentence it meets on its way. Each of them
 * has cases of its own; one life asks many of them with few requests, so that a drift shows early.
 */
import { blame, blameAsync } from '../../../src/harness/evidence/index.ts';
import { check, section } from '../../../src/harness/suite/index.ts';
import type { Book, GrantedFile, Stage } from '../../../src/harness/stage/index.ts';
import type { StatedId } from '../../../src/contract/requirements.ts';
import type { FileRole } from '../../../src/harness/values/index.ts';
import { chaptersOf } from '../../property/chapters/index.ts';
import { edgesOf, expectPassing, expectRefused } from '../../property/publishing/index.ts';
import {
  attachOf,
  bookNow,
  expectMismatch,
  fileCount,
  mismatched,
  onItsWay,
  sorted,
  statusNow,
  uploadedAll,
} from '../steps/index.ts';
import { expectNarratorMissed, expectWithdrawn } from '../publishing/index.ts';

const needs = { needs: ['write', 'publish'] } as const;

/** Sends the files of a book, which must not show before they are attached. */
async function sentFiles(t: Stage, book: Book, roles: readonly FileRole[]): Promise<GrantedFile[]> {
  const grants = await uploadedAll(t, book, roles);
  const shown = fileCount(await bookNow(t, book.id));
  blame('attach.references-only-after', () =>
    t.expect.equal(shown, 0, 'files before any was attached'),
  );
  return grants;
}

/** Attaches files that were sent, and expects the book to show as many more. */
async function attachAll(t: Stage, book: Book, grants: readonly GrantedFile[]): Promise<void> {
  // Grants without labels, in an order that is open, may have got each other's bytes.
  for (const grant of grants) t.need.accepted(await attachOf(t, book, grant));
  const shown = fileCount(await bookNow(t, book.id));
  blame('attach.references-file', () =>
    t.expect.that(shown >= grants.length, {
      expected: `${grants.length} files once all were attached`,
      actual: `${shown}`,
    }),
  );
}

async function expectDraft(t: Stage, { id }: Book, because: StatedId): Promise<void> {
  const now = await statusNow(t, id);
  blame(because, () => t.expect.equal(now, 'draft', 'status of the book'));
}

async function liveAsEbook(t: Stage): Promise<void> {
  const book = await t.make.draft('ebook', { publicationDate: t.clock.day(40) });
  await attachAll(t, book, await sentFiles(t, book, ['ebook_content', 'ebook_cover']));
  const { lastInside, firstOutside } = edgesOf(t);
  for (const days of [lastInside, 0, -30]) {
    await blameAsync('publish.final-version-window', async () =>
      expectRefused(t, book.id, { days, final: false }),
    );
  }
  await expectDraft(t, book, 'publish.refused-keeps-status');
  const published = await blameAsync('publish.outside-window', async () =>
    expectPassing(t, book.id, { days: firstOutside, final: false }),
  );
  blame('publish.answers-204', () => t.expect.status(published, 204));
  await onItsWay(t, book);
  t.need.accepted(await t.ask.update(book.id, { price: [{ currency: 'GBP', price: 3.5 }] }));
  await expectDraft(t, book, 'update.returns-to-draft');
  await blameAsync('publish.final-any-date', async () =>
    expectPassing(t, book.id, { days: 0, final: true }),
  );
  await onItsWay(t, book);
  await blameAsync('unpublish.withdraws', async () => expectWithdrawn(t, book.id));
}

async function liveAsAudiobook(t: Stage): Promise<void> {
  const book = await t.make.draft('audio');
  const [first, second, ...rest] = await sentFiles(t, book, [
    'audio_content',
    'audio_content',
    'audio_cover',
    'audio_content',
  ]);
  const [cover, later] = rest;
  if (!first || !second || !cover || !later) return;
  const odd = await attachOf(t, book, await mismatched(t, book));
  blame('attach.hash-mismatch-422', () => expectMismatch(t, odd));
  const kept = fileCount(await bookNow(t, book.id));
  blame('attach.refused-changes-nothing', () =>
    t.expect.equal(kept, 0, 'files after a refused attach'),
  );
  await attachAll(t, book, [first, second, cover]);
  t.need.accepted(await t.ask.update(book.id, { isFinalVersion: true }));
  const early = await t.ask.publish(book.id);
  blame('publish.chapters-present', () => t.expect.problem(early, 422));
  await expectDraft(t, book, 'publish.refused-keeps-status');
  const tracks = [first, second];
  await blameAsync('chapters.read-back', async () =>
    setChapters(t, book, { tracks, title: 'One' }),
  );
  await blameAsync('chapters.replace', async () => setChapters(t, book, { tracks, title: 'Anew' }));
  await blameAsync('publish.narrator', async () => expectNarratorMissed(t, book.id));
  const published = await t.ask.publish(book.id);
  blame('publish.from-draft', () => t.expect.accepted(published, 'for a complete audiobook'));
  await onItsWay(t, book);
  t.need.accepted(await attachOf(t, book, later));
  await expectDraft(t, book, 'attach.returns-to-draft');
}

/** Sets a chapter for each track, and expects the book to show just these. */
async function setChapters(
  t: Stage,
  { id }: Book,
  { tracks, title }: { readonly tracks: readonly GrantedFile[]; readonly title: string },
): Promise<void> {
  const chapters = tracks.map(({ fileId }, index) => ({ fileId, sequence: index + 1, title }));
  t.expect.accepted(await t.ask.update(id, { chapters }), 'to chapters of its tracks');
  const shown = (await chaptersOf(t, id)).map((one) => ({
    fileId: one.fileId,
    sequence: one.sequence,
    title: one.title,
  }));
  t.expect.equal(sorted(shown), sorted(chapters), 'chapters as they were set');
}

export const wholeLife = section('A whole life', [
  check(
    'flow.ebook',
    { 'takes an ebook through refusals to the shops, to an edit and back out': liveAsEbook },
    needs,
  ),
  check(
    'flow.audiobook',
    { 'takes an audiobook through refusals to the shops and to an edit': liveAsAudiobook },
    needs,
  ),
]);
