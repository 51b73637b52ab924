/** Sending the bytes: what the upload URL takes, without a key, once, and until its deadline. */
import { check, section } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { fileFor } from '../../../src/harness/values/index.ts';
import { accepted, attachOf, grantOf, present, workbench } from '../steps/index.ts';

/** An upload URL for a track: the shared audiobook may have any number of them. */
async function track(t: Stage) {
  const book = await workbench(t, 'audio');
  return { book, grant: await grantOf(t, book, t.make.sample('audio_content')) };
}

/** Files under the three media types the document shows, each in a book that may have it. */
const shownTypes = [
  { format: 'ebook', role: 'ebook_content', type: 'application/epub+zip' },
  { format: 'ebook', role: 'ebook_cover', type: 'image/jpeg' },
  { format: 'audio', role: 'audio_content', type: 'audio/mpeg' },
] as const;

export const put = section('Upload the bytes', [
  check('put.takes-bytes', {
    'takes the bytes of the file': async (t) => {
      const { grant } = await track(t);
      const answer = await t.ask.put(grant.url, grant.file.bytes, grant.file.contentType);
      t.need.that(answer.status !== 401, 'the upload was refused for want of a key');
      t.expect.accepted(answer, 'to the bytes of the file');
    },
    'takes a file of a megabyte': async (t) => {
      const book = await workbench(t, 'ebook');
      const file = fileFor('ebook_content', 'abcdefgh'.repeat(131_072));
      const grant = await grantOf(t, book, file);
      const answer = await t.ask.put(grant.url, file.bytes, file.contentType);
      t.need.that(answer.status !== 401, 'the upload was refused for want of a key');
      t.expect.accepted(answer, 'to a megabyte');
    },
  }),
  check('put.content-types', {
    'takes EPUB, JPEG and MPEG audio': async (t) => {
      const answers = [];
      for (const { format, role, type } of shownTypes) {
        const grant = await grantOf(t, await workbench(t, format), t.make.sample(role));
        answers.push({ type, answer: await t.ask.put(grant.url, grant.file.bytes, type) });
      }
      const some = answers.some(({ answer }) => accepted(answer));
      t.need.that(some, 'no upload was taken under any type');
      for (const { type, answer } of answers) t.expect.accepted(answer, `to ${type}`);
    },
  }),
  check('put.no-key', {
    'asks for no key': async (t) => {
      const { grant } = await track(t);
      const answer = await t.ask.put(grant.url, grant.file.bytes, grant.file.contentType);
      t.expect.that(answer.status !== 401, {
        expected: 'an upload that needs nothing but its URL',
        actual: '401',
      });
    },
  }),
  check('put.deadline', {
    'takes no bytes past the deadline': async (t) => {
      const { book, grant } = await track(t);
      const deadline = Date.parse(present(grant.expiresAt, 'the grant has no deadline'));
      const inTime = await grantOf(t, book, t.make.sample('audio_content'));
      t.need.accepted(await t.ask.put(inTime.url, inTime.file.bytes, inTime.file.contentType));
      await t.clock.pass(deadline);
      const late = await t.ask.put(grant.url, grant.file.bytes, grant.file.contentType);
      t.expect.that(late.status >= 400 && late.status < 500, {
        expected: 'a 4xx past the deadline',
        actual: String(late.status),
      });
    },
  }),
  check('put.used-url', {
    'answers 409 to a second upload, or takes it': async (t) => {
      const { grant } = await track(t);
      const { url, file } = grant;
      t.need.accepted(await t.ask.put(url, file.bytes, file.contentType));
      const again = await t.ask.put(url, file.bytes, file.contentType);
      t.expect.that(again.status === 409 || accepted(again), {
        expected: '409, or a 2xx where the conflict shows later in the flow',
        actual: String(again.status),
      });
    },
    'does not take other bytes for those it was promised': async (t) => {
      const { book, grant } = await track(t);
      const { url, file } = grant;
      t.need.accepted(await t.ask.put(url, file.bytes, file.contentType));
      const other = t.make.sample('audio_content');
      const second = await t.ask.put(url, other.bytes, other.contentType);
      const attached = await attachOf(t, book, grant);
      const swapped = accepted(second) && accepted(attached);
      t.expect.that(!swapped, {
        expected: 'a second upload of other bytes to be refused, or the attach to notice them',
        actual: `the upload answered ${second.status} and the attach ${attached.status}`,
      });
    },
    'keeps the bytes of a file that is attached': async (t) => {
      const { book, grant } = await track(t);
      const { url, file } = grant;
      t.need.accepted(await t.ask.put(url, file.bytes, file.contentType));
      t.need.accepted(await attachOf(t, book, grant));
      // Attaching again compares once more, where the service lets one do so.
      t.need.accepted(await attachOf(t, book, grant));
      const other = t.make.sample('audio_content');
      const second = await t.ask.put(url, other.bytes, other.contentType);
      const compared = await attachOf(t, book, grant);
      t.expect.that(compared.status !== 422, {
        expected: 'the bytes that were attached to be there still',
        actual: `a second upload answered ${second.status}, and their hash no longer fits`,
      });
    },
  }),
]);
