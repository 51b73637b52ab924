/** Upload URLs: their deadline, a second use, and several at the same time. */
import { check, section } from '../../../src/harness/suite/index.ts';
import { attributeDrift, readGrants } from '../../../src/harness/evidence/index.ts';
import type { Book, GrantedFile, Stage } from '../../../src/harness/stage/index.ts';
import {
  createSampleFile,
  formats,
  mixedTexts,
  spareRoles,
} from '../../../src/harness/values/index.ts';
import {
  isAccepted,
  attachFile,
  awaitReview,
  requestGrant,
  requireReachableDeadline,
  passDeadline,
  requireValue,
  getWorkbench,
  putFile,
  uploadSpareTrack,
} from '../steps/index.ts';

const writing = { needs: ['read', 'write'] } as const;

async function spareGrant(t: Stage, book: Book): Promise<GrantedFile> {
  return requestGrant(t, book, t.make.sample(spareRoles[book.format]));
}

/** The monitor alone would allow for clocks that differ by some seconds. */
async function expectTooLate(t: Stage, grant: GrantedFile): Promise<void> {
  const { status } = await putFile(t, grant);
  t.expect.that(status >= 400 && status < 500, {
    expected: 'a 4xx past the deadline',
    actual: String(status),
  });
}

/** Requests and sends the same file again. Does nothing if the book's status refuses upload requests. */
async function expectFresh(t: Stage, book: Book, old: GrantedFile): Promise<void> {
  const { file, descriptor } = old;
  const answer = await t.ask.requestUploads(book.id, [descriptor]);
  if (!isAccepted(answer)) return;
  const fresh = requireValue(readGrants(answer)[0], 'there was no grant');
  const deadline = Date.parse(requireValue(fresh.expiresAt, 'the second grant has no deadline'));
  attributeDrift('upload.fresh-after-expiry', () => {
    t.expect.that(fresh.url !== old.url && deadline > t.clock.now(), {
      expected: 'another URL with a later deadline',
      actual: fresh.url === old.url ? 'the URL that expired' : `a deadline of ${fresh.expiresAt}`,
    });
  });
  const put = await putFile(t, { url: fresh.url, file });
  attributeDrift('upload.fresh-after-expiry', () => t.expect.accepted(put, 'to the fresh URL'));
}

export const urls = section('Upload URLs', [
  check(
    'put.takes-bytes',
    {
      'takes a file of a megabyte, and compares its whole hash': async (t) => {
        const book = await getWorkbench(t, 'ebook');
        const file = createSampleFile('ebook_content', 'abcdefgh'.repeat(131_072));
        const grant = await requestGrant(t, book, file);
        await putFile(t, grant);
        await attachFile(t, book, grant);
      },
    },
    writing,
  ),
  check(
    'put.deadline',
    {
      'takes no bytes after the deadline, for any format': async (t) => {
        await requireReachableDeadline(t);
        const drafts = await Promise.all(formats.map(async (format) => getWorkbench(t, format)));
        const given = await Promise.all(drafts.map(async (book) => spareGrant(t, book)));
        for (const grant of given) await passDeadline(t, grant);
        for (const grant of given) await expectTooLate(t, grant);
      },
    },
    writing,
  ),
  check(
    'put.deadline',
    {
      'takes no bytes after the deadline, in any status': async (t) => {
        await requireReachableDeadline(t);
        const book = await t.make.ready('print', mixedTexts(0));
        const grant = await spareGrant(t, book);
        await passDeadline(t, grant);
        await t.ask.publish(book.id);
        await expectTooLate(t, grant);
        await expectFresh(t, book, grant);
        await awaitReview(t, book.id);
        await expectTooLate(t, grant);
        await t.ask.unpublish(book.id);
        await t.ask.read(book.id);
        await expectTooLate(t, grant);
      },
    },
    { needs: ['read', 'write', 'publish'] },
  ),
  check(
    'upload.fresh-after-expiry',
    {
      'gives a fresh URL once one has expired': async (t) => {
        await requireReachableDeadline(t);
        const book = await getWorkbench(t, 'ebook');
        const old = await spareGrant(t, book);
        await passDeadline(t, old);
        await expectFresh(t, book, old);
      },
    },
    writing,
  ),
  check(
    'put.used-url',
    {
      'does not attach bytes with another hash than declared': async (t) => {
        const { book, grant } = await uploadSpareTrack(t);
        const second = await putFile(t, { ...grant, file: t.make.sample('audio_content') });
        const attached = await attachFile(t, book, grant);
        t.expect.that(!isAccepted(second) || !isAccepted(attached), {
          expected: 'a second upload of other bytes to be refused, or the attach to notice them',
          actual: `the upload answered ${second.status} and the attach ${attached.status}`,
        });
      },
      'keeps the bytes of a file that is attached': async (t) => {
        const { book, grant } = await uploadSpareTrack(t);
        t.need.accepted(await attachFile(t, book, grant));
        // A second attach compares once more, if the service allows one.
        t.need.accepted(await attachFile(t, book, grant));
        const second = await putFile(t, { ...grant, file: t.make.sample('audio_content') });
        const compared = await attachFile(t, book, grant);
        t.expect.that(compared.status !== 422, {
          expected: 'the attached bytes to be unchanged',
          actual: `a second upload answered ${second.status}, and their hash no longer matches`,
        });
      },
    },
    writing,
  ),
  check(
    'upload.parallel',
    {
      'takes the files of one request at the same time': async (t) => {
        const book = await getWorkbench(t, 'audio');
        const roles = ['audio_content', 'audio_content', 'audio_cover'] as const;
        const given = await t.make.requestGrants(book, roles.map(t.make.sample));
        const puts = await Promise.all(given.map(async (grant) => putFile(t, grant)));
        const labelled = given.every(({ referenceId }) => referenceId !== undefined);
        t.need.that(
          labelled || puts.every(isAccepted),
          'the grants do not say which grant belongs to which file',
        );
        for (const put of puts) t.expect.accepted(put, 'to each of three uploads at the same time');
        const attached = await Promise.all(given.map(async (grant) => attachFile(t, book, grant)));
        t.need.that(labelled || attached.every(isAccepted), 'the grants may be in another order');
        for (const one of attached) t.expect.accepted(one, 'to attaching each of them');
      },
    },
    writing,
  ),
]);
