/** Upload URLs: their expiry, their second use, and their concurrent use. */
import { check, section } from '../../../src/harness/suite/index.ts';
import { attributeDrift, readGrants } from '../../../src/harness/evidence/index.ts';
import type { Book, GrantedFile, Stage } from '../../../src/harness/stage/index.ts';
import {
  createSampleFile,
  formats,
  createMixedTexts,
  spareRoles,
} from '../../../src/harness/arbitraries/index.ts';
import { isAccepted, attachFile, requestGrant, requireValue, putFile } from '../steps/steps.ts';
import { awaitReview } from '../steps/await-review.ts';
import {
  requireReachableExpiry,
  waitUntilExpired,
  uploadSpareTrack,
} from '../steps/shared-files.ts';
import { getSharedDraft } from '../steps/shared-books.ts';

const needsReadWrite = { needs: ['read', 'write'] } as const;

async function requestSpareGrant(t: Stage, book: Book): Promise<GrantedFile> {
  return requestGrant(t, book, t.make.sample(spareRoles[book.format]));
}

/** Asserts that a PUT is refused after the grant has expired. The monitor alone would tolerate a few seconds' clock skew. */
async function expectExpired(t: Stage, grant: GrantedFile): Promise<void> {
  const { status } = (await putFile(t, grant)).response;
  t.expect.that(status >= 400 && status < 500, {
    expected: 'a 4xx after the deadline',
    actual: String(status),
  });
}

/**
 * Requests an upload of the same file again, and asserts that the new URL works and expires later. Asserts
 * nothing if the service refuses upload requests in the book's status.
 */
async function expectFreshUrl(t: Stage, book: Book, oldGrant: GrantedFile): Promise<void> {
  const { file, descriptor } = oldGrant;
  const response = await t.ask.requestUploads(book.id, [descriptor]);
  if (!isAccepted(response)) return;
  const freshGrant = requireValue(readGrants(response)[0], 'no second grant was received');
  const expiresAt = requireValue(
    freshGrant.expiresAt,
    'the second grant does not say when it expires',
  );
  attributeDrift('upload.fresh-after-expiry', () => {
    t.expect.that(freshGrant.url !== oldGrant.url && Date.parse(expiresAt) > t.clock.now(), {
      expected: 'another URL with a later deadline',
      actual:
        freshGrant.url === oldGrant.url ? 'the URL that expired' : `a deadline of ${expiresAt}`,
    });
  });
  const putResponse = await putFile(t, { url: freshGrant.url, file });
  needUnexpired(t, [freshGrant]);
  attributeDrift('upload.fresh-after-expiry', () =>
    t.expect.accepted(putResponse, 'to the fresh URL'),
  );
}

/** Stops the case if URLs expired while it used them: another case may have moved a clock that they share. */
function needUnexpired(t: Stage, grants: readonly Pick<GrantedFile, 'expiresAt'>[]): void {
  const now = t.clock.now();
  const isValid = grants.every(({ expiresAt }) => !(Date.parse(expiresAt ?? '') <= now));
  t.need.that(isValid, 'the URLs expired before their uploads were answered');
}

export const urls = section('Upload URLs', [
  check(
    'put.takes-bytes',
    {
      'stores a file of one megabyte and attaches it': async (t) => {
        const book = await getSharedDraft(t, 'ebook');
        const file = createSampleFile('ebook_content', 'abcdefgh'.repeat(131_072));
        const grant = await requestGrant(t, book, file);
        await putFile(t, grant);
        await attachFile(t, book, grant);
      },
    },
    needsReadWrite,
  ),
  check(
    'put.deadline',
    {
      'refuses bytes for expired URLs, for books of every format': async (t) => {
        await requireReachableExpiry(t);
        const drafts = await Promise.all(formats.map(async (format) => getSharedDraft(t, format)));
        const grants = await Promise.all(drafts.map(async (book) => requestSpareGrant(t, book)));
        for (const grant of grants) await waitUntilExpired(t, grant);
        for (const grant of grants) await expectExpired(t, grant);
      },
    },
    needsReadWrite,
  ),
  check(
    'put.deadline',
    {
      'refuses bytes for an expired URL, for a published and then withdrawn book': async (t) => {
        await requireReachableExpiry(t);
        const book = await t.make.ready('print', createMixedTexts(0));
        const grant = await requestSpareGrant(t, book);
        await waitUntilExpired(t, grant);
        await t.ask.publish(book.id);
        await expectExpired(t, grant);
        await expectFreshUrl(t, book, grant);
        await awaitReview(t, book.id);
        await expectExpired(t, grant);
        await t.ask.unpublish(book.id);
        await t.ask.read(book.id);
        await expectExpired(t, grant);
      },
    },
    { needs: ['read', 'write', 'publish'] },
  ),
  check(
    'upload.fresh-after-expiry',
    {
      'grants a URL that works after the first one has expired': async (t) => {
        await requireReachableExpiry(t);
        const book = await getSharedDraft(t, 'ebook');
        const oldGrant = await requestSpareGrant(t, book);
        await waitUntilExpired(t, oldGrant);
        await expectFreshUrl(t, book, oldGrant);
      },
    },
    needsReadWrite,
  ),
  check(
    'put.used-url',
    {
      'refuses a second PUT of other bytes, or refuses to attach them': async (t) => {
        const { book, grant } = await uploadSpareTrack(t);
        const secondPut = await putFile(t, { ...grant, file: t.make.sample('audio_content') });
        const attach = await attachFile(t, book, grant);
        t.expect.that(!isAccepted(secondPut) || !isAccepted(attach), {
          expected: 'a refusal of the second PUT, which sends other bytes, or of the attach',
          actual: `the PUT got ${secondPut.response.status} and the attach ${attach.response.status}`,
        });
      },
      'keeps the bytes of an attached file when other bytes are sent to its URL': async (t) => {
        const { book, grant } = await uploadSpareTrack(t);
        t.need.accepted(await attachFile(t, book, grant));
        // Only a second attach compares the bytes again, so the service must accept one.
        t.need.accepted(await attachFile(t, book, grant));
        const secondPut = await putFile(t, { ...grant, file: t.make.sample('audio_content') });
        const secondAttach = await attachFile(t, book, grant);
        t.expect.that(secondAttach.response.status !== 422, {
          expected: 'the bytes of the first PUT',
          actual: `other bytes, since a second PUT got ${secondPut.response.status}`,
        });
      },
    },
    { ...needsReadWrite, depth: 'quick' },
  ),
  check(
    'upload.parallel',
    {
      'stores and attaches the files of one upload request concurrently': async (t) => {
        const book = await getSharedDraft(t, 'audio');
        const roles = ['audio_content', 'audio_content', 'audio_cover'] as const;
        const grants = await t.make.requestGrants(book, roles.map(t.make.sample));
        const puts = await Promise.all(grants.map(async (grant) => putFile(t, grant)));
        needUnexpired(t, grants);
        const haveLabels = grants.every(({ referenceId }) => referenceId !== undefined);
        t.need.that(
          haveLabels || puts.every(isAccepted),
          'the grants do not say which grant belongs to which file',
        );
        for (const put of puts) t.expect.accepted(put, 'to each of three concurrent uploads');
        const attaches = await Promise.all(grants.map(async (grant) => attachFile(t, book, grant)));
        t.need.that(haveLabels || attaches.every(isAccepted), 'the grants may be in another order');
        for (const attach of attaches)
          t.expect.accepted(attach, 'to each of three concurrent attaches');
      },
    },
    needsReadWrite,
  ),
]);
