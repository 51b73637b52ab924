/** Books that may not be published yet, and the ways out of the shops. */
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import type { Book, Stage } from '../../../src/harness/stage/index.ts';
import {
  author,
  editor,
  type Format,
  formats,
  narrator,
} from '../../../src/harness/values/index.ts';
import { accepted, chaptersFor, listed, mixedDraft, statusNow, withFiles } from '../steps/index.ts';
import { look } from './edits.ts';

const needs = ['read', 'write', 'publish'] as const;

/**
 * An audiobook without chapters, then with them; then without its narrator in both editions, then
 * with one again. It is withdrawn and deleted in the end.
 */
const completesAudiobook: CaseBody = async (t) => {
  const book = await mixedDraft(t, { format: 'audio', turn: 2 });
  const files = await withFiles(t, book, ['audio_content', 'audio_cover']);
  await t.ask.update(book.id, { isFinalVersion: true });
  // A single track needs a chapter as well as two of them do.
  await t.ask.publish(book.id);
  const others = await withFiles(t, book, ['audio_content']);
  await t.ask.publish(book.id);
  await t.ask.read(book.id);
  const chapters = chaptersFor([...files, ...others]);
  await t.ask.update(book.id, { chapters });
  for (const audioEdition of ['UBR', 'ABR'] as const) {
    // Neither an editor nor a role that only begins alike is a narrator.
    const other = audioEdition === 'ABR' ? { ...narrator, role: 'Narrator' } : editor;
    const contributor = [author, other];
    const fields = { contributor, audioDetails: { audioLength: 60, audioEdition } };
    if (accepted(await t.ask.update(book.id, fields))) await t.ask.publish(book.id);
  }
  await t.ask.read(book.id);
  await t.ask.update(book.id, { contributor: [author, narrator] });
  await t.ask.publish(book.id);
  await t.ask.read(book.id);
  // A final version may have any date, also one in the far past.
  await t.ask.update(book.id, { publicationDate: t.clock.day(-400), isFinalVersion: true });
  await t.ask.publish(book.id);
  await deletesWithdrawn(t, book);
};

/** Withdraws a book, reads it and deletes it: what was read before must not show again. */
async function deletesWithdrawn(t: Stage, book: Book): Promise<void> {
  await t.ask.unpublish(book.id);
  await t.ask.read(book.id);
  if (t.target.allow.has('delete') && accepted(await t.ask.delete(book.id))) await look(t, book);
}

/** Deletes a draft, and looks for it. */
function deletesDraft(format: Format): CaseBody {
  return async (t) => {
    const book = await mixedDraft(t, { format, turn: formats.indexOf(format) });
    const { id, externalId } = book;
    if (!accepted(await t.ask.delete(id))) return;
    const isThere = async (): Promise<boolean> =>
      accepted(await t.ask.read(id)) &&
      accepted(await t.ask.lookUp(externalId)) &&
      (await statusNow(t, id)) === 'draft' &&
      (await listed(t, id)) !== undefined;
    const stays = await t.eventually(isThere, (still) => !still);
    t.expect.that(!stays, {
      expected: 'a book that is gone from read, lookup or list, or shows another status',
      actual: 'the same draft everywhere',
    });
    await t.ask.lookUp(externalId);
  };
}

export const publishing = section('Into the shops and out of them', [
  check(
    'publish.chapters-present',
    { 'publishes an audiobook only with chapters and a narrator': completesAudiobook },
    {
      covers: ['publish.', 'unpublish.', 'chapters.', 'contributor.narrator', 'flow.withdraw'],
      needs,
      depth: 'quick',
    },
  ),
  ...formats.map((format) =>
    check(
      'delete.deletes',
      { [`deletes a draft (${format})`]: deletesDraft(format) },
      {
        covers: ['delete.', 'flow.withdraw'],
        needs: ['write', 'delete'],
        // The lives delete books of every format that had been published.
        depth: ({ ebook: 'quick', audio: 'usual', print: 'deep' } as const)[format],
      },
    ),
  ),
]);
