/** That a successful update makes a draft of any book, and says so. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { check, section } from '../../../src/harness/suite/index.ts';
import { type Exchange, status } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { singleUpdates, statusNow } from '../steps/index.ts';

const needs = { needs: ['write', 'publish'] } as const;

/** What shows the book after an update: the answer itself, or the next read where it shows none. */
async function shownAfter(t: Stage, id: string, updated: Exchange): Promise<Exchange> {
  const enveloped = isObject(updated.body) && updated.body['data'] !== undefined;
  return enveloped ? updated : t.ask.read(id);
}

/** A withdrawn book; unproven where the service leaves a draft or takes nothing back. */
async function withdrawn(t: Stage): Promise<string> {
  const { id } = await t.make.published('ebook');
  t.need.accepted(await t.ask.unpublish(id));
  t.need.that((await statusNow(t, id)) !== 'draft', 'an unpublished book is a draft already');
  return id;
}

export const updateStatus = section('Update: the status it leaves', [
  check(
    'update.returns-to-draft',
    {
      'makes a draft of a book that was published': async (t) => {
        const { id } = await t.make.published('ebook');
        t.need.accepted(await t.ask.update(id, { description: 'Edited after publishing.' }));
        t.expect.equal(await statusNow(t, id), 'draft', 'status after the update');
      },
      'makes a draft of a published book whichever field is changed': async (t) => {
        const { id } = await t.make.published('print');
        // A published book is final already, and whether an edit without effect counts is open.
        const changes = singleUpdates(t).filter((change) => !('isFinalVersion' in change));
        for (const change of changes) {
          const updated = t.need.accepted(await t.ask.update(id, change));
          const now = status(await shownAfter(t, id, updated));
          t.expect.equal(now, 'draft', `status after an update of ${Object.keys(change).join()}`);
          t.need.accepted(await t.ask.publish(id));
        }
      },
      'makes a draft of a published audiobook whose chapters are set anew': async (t) => {
        const { id, files } = await t.make.published('audio');
        const tracks = files.filter(({ role }) => role === 'audio_content');
        const chapters = tracks.map(({ fileId }, index) => ({
          fileId,
          sequence: index + 1,
          title: 'Retitled',
        }));
        t.need.accepted(await t.ask.update(id, { chapters }));
        t.expect.equal(await statusNow(t, id), 'draft', 'status after setting chapters');
      },
      'makes a draft of a book that was withdrawn': async (t) => {
        const id = await withdrawn(t);
        t.need.accepted(await t.ask.update(id, { description: 'Edited after withdrawal.' }));
        t.expect.equal(await statusNow(t, id), 'draft', 'status after the update');
      },
    },
    needs,
  ),
  check(
    'update.shows-draft',
    {
      'shows a draft in the answer to an update of a published book': async (t) => {
        const { id } = await t.make.published('ebook');
        const updated = t.need.accepted(await t.ask.update(id, { description: 'Shown.' }));
        const shown = await shownAfter(t, id, updated);
        t.expect.equal(status(shown), 'draft', 'status shown for the updated book');
      },
    },
    needs,
  ),
  check('update.shows-draft', {
    'shows a draft in the answer to an update of a draft': async (t) => {
      const { id } = await t.make.draft('ebook');
      const updated = t.need.accepted(await t.ask.update(id, { subtitle: 'Shown' }));
      const shown = await shownAfter(t, id, updated);
      t.expect.equal(status(shown), 'draft', 'status shown for the updated book');
    },
  }),
]);
