/** Upload URLs: their deadline, a second use, and several at the same time. */
import { check, section } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { fileFor } from '../../../src/harness/values/index.ts';
import { accepted, attachOf, grantOf, present, workbench } from '../steps/index.ts';

const writing = { needs: ['read', 'write'] } as const;

/** An upload URL for a track: the shared audiobook may have any number of them. */
async function track(t: Stage) {
  const book = await workbench(t, 'audio');
  return { book, grant: await grantOf(t, book, t.make.sample('audio_content')) };
}

export const urls = section('Upload URLs', [
  check(
    'put.takes-bytes',
    {
      'takes a file of a megabyte': async (t) => {
        const book = await workbench(t, 'ebook');
        const file = fileFor('ebook_content', 'abcdefgh'.repeat(131_072));
        const grant = await grantOf(t, book, file);
        await t.ask.put(grant.url, file.bytes, file.contentType);
      },
    },
    writing,
  ),
  check(
    'put.deadline',
    {
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
    },
    writing,
  ),
  check(
    'upload.fresh-after-expiry',
    {
      'gives a fresh URL once one has expired': async (t) => {
        const book = await workbench(t, 'ebook');
        const file = t.make.sample('ebook_cover');
        const old = await grantOf(t, book, file);
        await t.clock.pass(Date.parse(present(old.expiresAt, 'the grant has no deadline')));
        const fresh = await grantOf(t, book, file);
        const deadline = Date.parse(present(fresh.expiresAt, 'the second grant has no deadline'));
        t.expect.that(fresh.url !== old.url && deadline > t.clock.now(), {
          expected: 'another URL with a later deadline',
          actual:
            fresh.url === old.url ? 'the URL that expired' : `a deadline of ${fresh.expiresAt}`,
        });
        t.expect.accepted(
          await t.ask.put(fresh.url, file.bytes, file.contentType),
          'to the fresh URL',
        );
      },
    },
    writing,
  ),
  check(
    'put.used-url',
    {
      'does not take other bytes for those it was promised': async (t) => {
        const { book, grant } = await track(t);
        const { url, file } = grant;
        t.need.accepted(await t.ask.put(url, file.bytes, file.contentType));
        const other = t.make.sample('audio_content');
        const second = await t.ask.put(url, other.bytes, other.contentType);
        const attached = await attachOf(t, book, grant);
        t.expect.that(!accepted(second) || !accepted(attached), {
          expected: 'a second upload of other bytes to be refused, or the attach to notice them',
          actual: `the upload answered ${second.status} and the attach ${attached.status}`,
        });
      },
      'keeps the bytes of a file that is attached': async (t) => {
        const { book, grant } = await track(t);
        const { url, file } = grant;
        t.need.accepted(await t.ask.put(url, file.bytes, file.contentType));
        t.need.accepted(await attachOf(t, book, grant));
        // A second attach compares once more, if the service allows one.
        t.need.accepted(await attachOf(t, book, grant));
        const other = t.make.sample('audio_content');
        const second = await t.ask.put(url, other.bytes, other.contentType);
        const compared = await attachOf(t, book, grant);
        t.expect.that(compared.status !== 422, {
          expected: 'the attached bytes to be there still',
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
        const book = await t.make.draft('audio');
        const roles = ['audio_content', 'audio_content', 'audio_cover'] as const;
        const given = await t.make.granted(book, roles.map(t.make.sample));
        const puts = await Promise.all(
          given.map(async ({ url, file }) => t.ask.put(url, file.bytes, file.contentType)),
        );
        const labelled = given.every(({ referenceId }) => referenceId !== undefined);
        t.need.that(labelled || puts.every(accepted), 'the grants do not say which file is whose');
        for (const put of puts) t.expect.accepted(put, 'to each of three uploads at the same time');
        const attached = await Promise.all(given.map(async (grant) => attachOf(t, book, grant)));
        t.need.that(labelled || attached.every(accepted), 'the grants may be in another order');
        for (const one of attached) t.expect.accepted(one, 'to attaching each of them');
      },
    },
    writing,
  ),
]);
