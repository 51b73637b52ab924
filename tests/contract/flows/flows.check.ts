/** The flows of the document, call by call, from create to the shops and back. */
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import type { AttachedFile, Stage } from '../../../src/harness/stage/index.ts';
import type { FileRole, Format } from '../../../src/harness/values/index.ts';
import {
  accepted,
  attachOf,
  bookNow,
  chaptersFor,
  fileCount,
  statusNow,
  uploadedAll,
} from '../steps/index.ts';

const needs = { needs: ['write', 'publish'] } as const;

/** Asks for all files at once, sends them, attaches each. */
async function uploadAll(
  t: Stage,
  book: { id: string },
  roles: readonly FileRole[],
): Promise<AttachedFile[]> {
  const given = await uploadedAll(t, book, roles);
  for (const grant of given) t.need.accepted(await attachOf(t, book, grant));
  return given.map(({ fileId, file }) => ({ ...file, fileId }));
}

/** Create, upload, attach, chapters where they belong, publish: the whole way of one format. */
function flow(format: Format, roles: readonly FileRole[]): CaseBody {
  return async (t) => {
    const book = await t.make.draft(format);
    const chapters = chaptersFor(await uploadAll(t, book, roles));
    if (chapters.length > 0) t.need.accepted(await t.ask.update(book.id, { chapters }));
    t.need.accepted(await t.ask.update(book.id, { isFinalVersion: true }));
    const shown = fileCount(await bookNow(t, book.id));
    t.need.that(shown === roles.length, `the book shows ${shown} of ${roles.length} files`);
    const published = await t.ask.publish(book.id);
    t.expect.accepted(published, `at the end of the ${format} flow`);
  };
}

export const flows = section('Flows', [
  check(
    'flow.audiobook',
    {
      'takes an audiobook with two tracks and a cover to publish': flow('audio', [
        'audio_content',
        'audio_content',
        'audio_cover',
      ]),
    },
    needs,
  ),
  check(
    'flow.ebook',
    {
      'takes an ebook with content and cover to publish': flow('ebook', [
        'ebook_content',
        'ebook_cover',
      ]),
    },
    needs,
  ),
  check(
    'flow.print',
    {
      'takes a print book with interior and cover to publish': flow('print', [
        'pod_content',
        'pod_cover',
      ]),
    },
    needs,
  ),
  check(
    'flow.edit-and-republish',
    {
      'takes a published book through an edit back to publish': async (t) => {
        const { id } = await t.make.published('ebook');
        t.need.accepted(await t.ask.update(id, { description: 'Revised after publishing.' }));
        t.need.that((await statusNow(t, id)) === 'draft', 'the edited book is no draft');
        t.expect.accepted(await t.ask.publish(id), 'to publishing the edited book');
      },
    },
    needs,
  ),
  check(
    'flow.withdraw-and-delete',
    {
      'withdraws a published book, and deletes a draft': async (t) => {
        const { id } = await t.make.published('ebook');
        const before = await statusNow(t, id);
        const withdrawn = await t.ask.unpublish(id);
        // Whether a book under review can be withdrawn is open.
        if (before !== 'published') t.need.accepted(withdrawn);
        t.expect.that(accepted(withdrawn), {
          expected: '2xx to withdrawing a published book',
          actual: String(withdrawn.status),
        });
        const draft = await t.make.draft('ebook');
        t.expect.accepted(await t.ask.delete(draft.id), 'to deleting a draft');
      },
    },
    { needs: ['write', 'publish', 'delete'] },
  ),
]);
