/** Asking for upload URLs: one grant for each file, and nothing else changes. */
import { check, section } from '../../../src/harness/suite/index.ts';
import { type Exchange, type Grant, grants } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { descriptorOf, type FileDescriptor } from '../../../src/harness/values/index.ts';
import {
  accepted,
  attachOf,
  grantOf,
  inShops,
  present,
  sorted,
  spareTrack,
  statusNow,
  workbench,
} from '../steps/index.ts';

/** Three files of one audiobook under labels of their own. */
function threeFiles(t: Stage): FileDescriptor[] {
  const roles = ['audio_content', 'audio_content', 'audio_cover'] as const;
  return roles.map((role, index) => descriptorOf(t.make.sample(role), `label-${index}`));
}

/** What a request for three files of an audiobook is answered with. */
interface Asked {
  readonly sent: FileDescriptor[];
  readonly answer: Exchange;
  /** By the target's clock, once it had answered: the run may go on long after. */
  readonly at: number;
}

const asked = oncePerRun(async (t): Promise<Asked> => {
  const { id } = await workbench(t, 'audio');
  const sent = threeFiles(t);
  const answer = await t.ask.requestUploads(id, sent);
  return { sent, answer, at: t.clock.now() };
});

async function granted(t: Stage): Promise<Asked> {
  const all = await asked(t);
  t.need.accepted(all.answer);
  return all;
}

/** The grants that carry labels; unproven in the bare shape, which has none. */
function labelled(answer: Exchange, t: Stage): Grant[] {
  const list = grants(answer);
  const enveloped = !Array.isArray(answer.body);
  t.need.that(enveloped, 'the grants came in the bare shape, which repeats nothing');
  return list;
}

export const upload = section('Request uploads', [
  check(
    'upload.answers-201',
    {
      'answers 201 to an array of descriptors': async (t) => {
        const { answer } = await granted(t);
        t.expect.status(answer, 201);
      },
    },
    { reach: 'shape' },
  ),
  check('upload.one-grant-each', {
    'gives one grant for each descriptor': async (t) => {
      const { sent, answer } = await granted(t);
      t.expect.equal(grants(answer).length, sent.length, 'number of grants');
      const { id } = await workbench(t, 'ebook');
      const one = [descriptorOf(t.make.sample('ebook_cover'), 'alone')];
      const single = t.need.accepted(await t.ask.requestUploads(id, one));
      t.expect.equal(grants(single).length, 1, 'number of grants for one file');
    },
  }),
  check('upload.grant-id', {
    'gives every file an id of its own, under which it is attached': async (t) => {
      const { answer } = await granted(t);
      const ids = grants(answer).map(({ id }) => id);
      t.expect.equal(new Set(ids).size, ids.length, 'number of different file ids');
      const { book, grant } = await spareTrack(t);
      const attached = await attachOf(t, book, grant);
      t.expect.that(attached.status !== 404, {
        expected: 'attach to know the file by the id of its grant',
        actual: '404',
      });
    },
  }),
  check('upload.grant-reference-id', {
    'repeats the label of each descriptor': async (t) => {
      const { sent, answer } = await granted(t);
      const labels = labelled(answer, t).map(({ referenceId }) => referenceId);
      const wanted = sent.map(({ referenceId }) => referenceId);
      t.expect.equal(sorted(labels), sorted(wanted), 'labels');
    },
  }),
  check('upload.grant-role', {
    'repeats the role of each descriptor': async (t) => {
      const { sent, answer } = await granted(t);
      const roles = labelled(answer, t).map(({ role }) => role);
      const wanted = sent.map(({ role }) => role);
      t.expect.equal(sorted(roles), sorted(wanted), 'roles');
      for (const { referenceId, role } of labelled(answer, t)) {
        const descriptor = sent.find((one) => one.referenceId === referenceId);
        if (descriptor === undefined) continue;
        t.expect.equal(role, descriptor.role, `role of ${referenceId}`);
      }
    },
  }),
  check('upload.grant-expires-at', {
    'sets a deadline that lies ahead': async (t) => {
      const { answer, at } = await granted(t);
      for (const { expiresAt } of grants(answer)) {
        const deadline = Date.parse(present(expiresAt, 'a grant has no expiresAt'));
        t.expect.that(deadline > at, {
          expected: `a deadline after ${new Date(at).toISOString()}`,
          actual: String(expiresAt),
        });
      }
    },
  }),
  check('upload.url-per-file', {
    'gives every file a URL of its own with a deadline': async (t) => {
      const { answer } = await granted(t);
      const list = grants(answer);
      const urls = new Set(list.map(({ url }) => url));
      t.expect.equal(urls.size, list.length, 'number of different URLs');
      t.expect.that(
        list.every(({ expiresAt }) => expiresAt !== undefined),
        { expected: 'a deadline on every grant', actual: 'a grant without one' },
      );
    },
  }),
  check('upload.keeps-status', {
    'leaves a draft a draft': async (t) => {
      const book = await t.make.draft('ebook');
      await grantOf(t, book, t.make.sample('ebook_cover'));
      t.expect.equal(await statusNow(t, book.id), 'draft', 'status after asking for a URL');
    },
  }),
  check(
    'upload.keeps-status',
    {
      'leaves a published book in its status': async (t) => {
        const book = await inShops(t);
        await grantOf(t, book, t.make.sample('ebook_cover'));
        const now = await statusNow(t, book.id);
        t.expect.that(now !== 'draft' && now !== 'withdrawn', {
          expected: 'a book that is still under way to the shops',
          actual: `status ${now}`,
        });
      },
    },
    { needs: ['write', 'publish'] },
  ),
  check('upload.parallel', {
    'takes the files of one request at the same time': async (t) => {
      const book = await t.make.draft('audio');
      const roles = ['audio_content', 'audio_content', 'audio_cover'] as const;
      const given = await t.make.granted(book, roles.map(t.make.sample));
      const urls = new Set(given.map(({ url }) => url));
      t.need.that(urls.size === given.length, 'two files were given one URL');
      const puts = await Promise.all(
        given.map(async ({ url, file }) => t.ask.put(url, file.bytes, file.contentType)),
      );
      const told = given.every(({ referenceId }) => referenceId !== undefined);
      t.need.that(told || puts.every(accepted), 'the bare grants do not say which file is whose');
      for (const put of puts) t.expect.accepted(put, 'to each of three uploads side by side');
      const attached = await Promise.all(given.map(async (grant) => attachOf(t, book, grant)));
      t.need.that(told || attached.every(accepted), 'the bare grants may be in another order');
      for (const one of attached) t.expect.accepted(one, 'to attaching each of them');
    },
  }),
  check('upload.fresh-after-expiry', {
    'gives a fresh URL once one has run out': async (t) => {
      const book = await workbench(t, 'ebook');
      const file = t.make.sample('ebook_cover');
      const old = await grantOf(t, book, file);
      const deadline = Date.parse(present(old.expiresAt, 'the grant has no deadline'));
      await t.clock.pass(deadline);
      const fresh = await grantOf(t, book, file);
      t.expect.accepted(await t.ask.put(fresh.url, file.bytes, file.contentType), 'to a fresh URL');
    },
  }),
]);
