/** That nothing but update, attach, publish, unpublish and delete moves a book to another status. */
import { check, section } from '../../../src/harness/suite/index.ts';
import type { Book, Stage } from '../../../src/harness/stage/index.ts';
import { grantOf, inShops, onceLookedUp, statusNow } from '../steps/index.ts';
import type { FileRole } from '../../../src/harness/values/index.ts';

/** Everything a client can do to a book that ought not to move it. */
async function lookAround(t: Stage, book: Book, role: FileRole): Promise<void> {
  t.need.accepted(await t.ask.read(book.id));
  t.need.accepted(await onceLookedUp(t, book.externalId));
  t.need.accepted(await t.ask.list({ perPage: 1 }));
  const grant = await grantOf(t, book, t.make.sample(role));
  t.need.accepted(await t.ask.put(grant.url, grant.file.bytes, grant.file.contentType));
}

export const statusChanges = section('Status', [
  check('status.changed-only-by', {
    'leaves a draft alone through read, lookup, list, upload request and upload': async (t) => {
      const book = await t.make.draft('audio');
      await lookAround(t, book, 'audio_content');
      t.expect.equal(await statusNow(t, book.id), 'draft', 'status of the draft');
    },
  }),
  check(
    'status.changed-only-by',
    {
      'leaves a published book under way through the same calls': async (t) => {
        const book = await inShops(t);
        await lookAround(t, book, 'ebook_cover');
        // The service may carry on with it meanwhile; only a client makes a draft of it.
        const now = await statusNow(t, book.id);
        t.expect.that(now !== 'draft' && now !== 'withdrawn', {
          expected: 'a book that is still under way to the shops',
          actual: `status ${now}`,
        });
      },
    },
    { needs: ['write', 'publish'] },
  ),
]);
