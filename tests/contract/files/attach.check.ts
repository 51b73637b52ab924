/** Attaching a file: only with the right bytes, and only then does the book show it. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { check, section } from '../../../src/harness/suite/index.ts';
import type { Book, GrantedFile, Stage } from '../../../src/harness/stage/index.ts';
import { attributes, status } from '../../../src/harness/evidence/index.ts';
import {
  accepted,
  attachOf,
  bookNow,
  expectMismatch,
  fileCount,
  fileless,
  grantOf,
  mismatched,
  onItsWay,
  spareTrack,
  statusNow,
  uploaded,
} from '../steps/index.ts';

function pathOf(book: Book, { fileId }: GrantedFile): string {
  return `/books/${book.id}/file/${fileId}/attach`;
}

export const attach = section('Attach', [
  check('attach.answers-200', {
    'answers 200 with an object': async (t) => {
      const { book, grant } = await spareTrack(t);
      const attached = t.need.accepted(await attachOf(t, book, grant));
      t.expect.status(attached, 200);
      t.expect.that(isObject(attached.body), {
        expected: 'an empty object as body',
        actual: attached.text.slice(0, 120) || 'no body',
      });
    },
  }),
  check('attach.same-values', {
    'takes the name and the hash of the upload request': async (t) => {
      const { book, grant } = await spareTrack(t);
      t.expect.accepted(await attachOf(t, book, grant), 'to the same name and hash');
    },
  }),
  check('attach.required-properties', {
    'refuses a body without name or without hash': async (t) => {
      const { book, grant } = await spareTrack(t);
      const { filename, hashSha256 } = grant.file;
      const sent = { method: 'PATCH', path: pathOf(book, grant) };
      for (const json of [{ hashSha256 }, { filename }, { filename: 5, hashSha256 }]) {
        t.expect.refused(await t.wire({ ...sent, json }), [400], Object.keys(json).join());
      }
      t.need.accepted(await attachOf(t, book, grant));
    },
  }),
  check('attach.content-type-400', {
    'refuses a body sent as anything but JSON': async (t) => {
      const { book, grant } = await spareTrack(t);
      const { filename, hashSha256 } = grant.file;
      const text = JSON.stringify({ filename, hashSha256 });
      const sent = { method: 'PATCH', path: pathOf(book, grant), text, contentType: 'text/plain' };
      t.expect.problem(await t.wire(sent), 400);
      t.need.accepted(await attachOf(t, book, grant));
    },
  }),
  check('attach.hash-mismatch-422', {
    'refuses a file whose bytes are not those of the declared hash': async (t) => {
      const { book, grant: good } = await spareTrack(t);
      expectMismatch(t, await attachOf(t, book, await mismatched(t, book)));
      t.need.accepted(await attachOf(t, book, good));
    },
  }),
  check('attach.hash-mismatch-422', {
    'compares the whole hash': async (t) => {
      const { book, grant: good } = await spareTrack(t);
      const right = t.make.sample('audio_content');
      const last = right.hashSha256.endsWith('0') ? '1' : '0';
      const file = { ...right, hashSha256: `${right.hashSha256.slice(0, -1)}${last}` };
      const almost = await uploaded(t, book, file);
      expectMismatch(t, await attachOf(t, book, almost));
      t.need.accepted(await attachOf(t, book, good));
    },
  }),
  check('attach.references-only-after', {
    'shows no file that was only asked for or uploaded': async (t) => {
      const book = await fileless(t);
      const grant = await grantOf(t, book, t.make.sample('ebook_cover'));
      t.expect.equal(fileCount(await bookNow(t, book.id)), 0, 'files once a URL was granted');
      t.need.accepted(await t.ask.put(grant.url, grant.file.bytes, grant.file.contentType));
      t.expect.equal(fileCount(await bookNow(t, book.id)), 0, 'files once the bytes arrived');
    },
    'shows no file whose attach was refused': async (t) => {
      const book = await t.make.draft('ebook');
      const refused = await attachOf(t, book, await mismatched(t, book));
      t.need.that(!accepted(refused), 'bytes of another hash were taken');
      t.expect.equal(fileCount(await bookNow(t, book.id)), 0, 'files after a refused attach');
    },
  }),
  check('attach.references-file', {
    'shows a file once it is attached': async (t) => {
      const book = await t.make.draft('ebook');
      await t.make.file(book, 'ebook_cover');
      const one = fileCount(await bookNow(t, book.id));
      t.expect.that(one > 0, { expected: 'a file after attaching a cover', actual: 'none' });
      await t.make.file(book, 'ebook_content');
      const two = fileCount(await bookNow(t, book.id));
      t.expect.that(two > one, { expected: `more than ${one} files`, actual: `${two}` });
    },
  }),
  check('attach.unknown-404', {
    'answers 404 for a file or a book that does not exist': async (t) => {
      const { book, grant } = await spareTrack(t);
      const { filename, hashSha256 } = grant.file;
      const values = { filename, hashSha256 };
      t.expect.notFound(await t.ask.attach(book.id, t.make.unknownId(), values));
      t.expect.notFound(await t.ask.attach(t.make.unknownId(), t.make.unknownId(), values));
      t.need.accepted(await attachOf(t, book, grant));
    },
  }),
  check('attach.refused-changes-nothing', {
    'leaves files and status as they were': async (t) => {
      const book = await t.make.draft('ebook');
      await t.make.file(book, 'ebook_cover');
      const before = await bookNow(t, book.id);
      const bad = await mismatched(t, book);
      const json = { filename: bad.file.filename };
      const refused = [
        await attachOf(t, book, bad),
        await t.wire({ method: 'PATCH', path: pathOf(book, bad), json }),
      ];
      t.need.that(!refused.some(accepted), 'an attach was not refused');
      const after = await bookNow(t, book.id);
      t.expect.equal(after['files'], before['files'], 'files after refused attaches');
      t.expect.equal(after['status'], before['status'], 'status after refused attaches');
    },
  }),
  check(
    'attach.returns-to-draft',
    {
      'makes a draft of a book that was published': async (t) => {
        const { book, grant } = await publishedWithTrack(t);
        t.need.accepted(await attachOf(t, book, grant));
        t.expect.equal(await statusNow(t, book.id), 'draft', 'status after the attach');
      },
    },
    { needs: ['write', 'publish'] },
  ),
  check(
    'attach.publish-again',
    {
      'waits for another publish once all edits are done': async (t) => {
        const { book, grant, track } = await publishedWithTrack(t);
        t.need.accepted(await attachOf(t, book, grant));
        const chapters = [track, grant.fileId].map((fileId, index) => ({
          fileId,
          sequence: index + 1,
          title: `Chapter ${index + 1}`,
        }));
        t.need.accepted(await t.ask.update(book.id, { chapters, isFinalVersion: true }));
        const edited = await t.ask.read(book.id);
        t.need.that(status(edited) === 'draft', 'the edited book is no draft');
        const kept: unknown = attributes(edited)['chapters'];
        t.need.that(
          Array.isArray(kept) && kept.length === chapters.length,
          'the book did not keep the chapters of its tracks, without which it cannot be published',
        );
        t.expect.accepted(await t.ask.publish(book.id), 'to publishing it again');
        const now = await t.eventually(
          async () => statusNow(t, book.id),
          (seen) => seen !== 'draft',
        );
        t.expect.that(now !== 'draft', {
          expected: 'a book under way again',
          actual: 'still a draft',
        });
      },
    },
    { needs: ['write', 'publish'] },
  ),
]);

/**
 * A published audiobook with one more track uploaded and not attached. The URL was asked for
 * while the book was a draft, for whether that works later is open.
 */
async function publishedWithTrack(t: Stage) {
  const book = await t.make.ready('audio');
  const grant = await uploaded(t, book, t.make.sample('audio_content'));
  const track = book.files.find(({ role }) => role === 'audio_content')?.fileId ?? '';
  t.need.accepted(await t.ask.publish(book.id));
  await onItsWay(t, book);
  return { book, grant, track };
}
