/** Whether every keyed operation asks for a key, takes no other, and does nothing without one. */
import { type GrantedFile, oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import { status } from '../../../src/harness/evidence/index.ts';
import type { WireRequest } from '../../../src/harness/wire/index.ts';
import {
  bookNow,
  documented,
  fileCount,
  fileless,
  onceLookedUp,
  spareTrack,
  statusNow,
  untouched,
  uploaded,
  workbench,
} from '../steps/index.ts';

/** Brings about what an operation needs, and says the request that would then be accepted. */
type Prepare = (t: Stage) => Promise<WireRequest>;

const unknownKey = 'no-such-key-4f1d';

function attaching({ id }: { id: string }, { fileId, file }: GrantedFile): WireRequest {
  const json = { filename: file.filename, hashSha256: file.hashSha256 };
  return { method: 'PATCH', path: `/books/${id}/file/${fileId}/attach`, json };
}

const create: Prepare = async (t) => ({
  method: 'POST',
  path: '/books',
  json: t.make.body('ebook'),
});
const list: Prepare = async () => ({ method: 'GET', path: '/books', query: { perPage: '1' } });
const read: Prepare = async (t) => {
  const { id } = await untouched(t, 'ebook');
  return { method: 'GET', path: `/books/${id}` };
};
const lookUp: Prepare = async (t) => {
  const { externalId } = await untouched(t, 'ebook');
  await onceLookedUp(t, externalId);
  return { method: 'GET', path: `/books/external-id/${externalId}` };
};
const update: Prepare = async (t) => {
  const { id } = await workbench(t, 'ebook');
  return { method: 'PATCH', path: `/books/${id}`, json: { subtitle: 'With a key' } };
};
const requestUploads: Prepare = async (t) => {
  const { id } = await workbench(t, 'ebook');
  const { role, filename, hashSha256 } = t.make.sample('ebook_cover');
  const descriptor = { referenceId: 'cover', role, filename, hashSha256 };
  return { method: 'POST', path: `/books/${id}/upload`, json: [descriptor] };
};
const attach: Prepare = async (t) => {
  const { book, grant } = await spareTrack(t);
  return attaching(book, grant);
};
const publish: Prepare = async (t) => {
  const { id } = await t.make.ready('ebook');
  return { method: 'POST', path: `/books/${id}/publish`, json: {} };
};
const unpublish: Prepare = async (t) => {
  const { id } = await t.make.published('ebook');
  return { method: 'POST', path: `/books/${id}/unpublish`, json: {} };
};
const remove: Prepare = async (t) => {
  const { id } = await t.make.draft('ebook');
  return { method: 'DELETE', path: `/books/${id}`, json: {} };
};

/** Refused with that key, or with none; accepted with the run's own. */
function refuses(prepare: Prepare, key: string | null): CaseBody {
  return async (t) => {
    const request = await prepare(t);
    t.expect.status(await t.wire({ ...request, key }), 401);
    t.need.accepted(await t.wire(request));
  };
}

/** Accepted with the run's own key, which is asked once of a request that can be sent again. */
function accepting(prepare: Prepare): Prepare {
  return oncePerRun(async (t) => {
    const request = await prepare(t);
    t.need.accepted(await t.wire(request));
    return request;
  });
}

const repeatable = {
  list: accepting(list),
  read: accepting(read),
  lookUp: accepting(lookUp),
  update: accepting(update),
  requestUploads: accepting(requestUploads),
};

/** Refused with that key, or with none, while it was accepted with the run's own. */
function refusesStill(prepare: Prepare, key: string | null): CaseBody {
  return async (t) => {
    const request = await prepare(t);
    t.expect.status(await t.wire({ ...request, key }), 401);
  };
}

/**
 * Sends what would be accepted without a key and with a wrong one; both must be refused first. One
 * that was refused and done all the same may well meet another refusal the second time.
 */
async function sendUnkeyed(t: Stage, request: WireRequest): Promise<void> {
  const none = await t.wire({ ...request, key: null });
  const other = await t.wire({ ...request, key: unknownKey });
  const refused = (none.status === 401 && other.status >= 400) || other.status === 401;
  t.need.that(refused && none.status >= 400, 'the call was not refused for its key');
}

export const authentication = section('Authentication', [
  check(
    'auth.missing-key',
    {
      'refuses a create without a key': refuses(create, null),
      'refuses a list without a key': refusesStill(repeatable.list, null),
      'refuses a read without a key': refusesStill(repeatable.read, null),
      'refuses a lookup without a key': refusesStill(repeatable.lookUp, null),
      'refuses an update without a key': refusesStill(repeatable.update, null),
      'refuses an upload request without a key': refusesStill(repeatable.requestUploads, null),
    },
    { reach: 'shape' },
  ),
  check('auth.missing-key', { 'refuses an attach without a key': refuses(attach, null) }),
  check(
    'auth.missing-key',
    {
      'refuses a publish without a key': refuses(publish, null),
      'refuses an unpublish without a key': refuses(unpublish, null),
    },
    { needs: ['write', 'publish'] },
  ),
  check(
    'auth.missing-key',
    { 'refuses a delete without a key': refuses(remove, null) },
    { needs: ['write', 'delete'], reach: 'shape' },
  ),
  check('auth.invalid-key', {
    'refuses a create with an unknown key': refuses(create, unknownKey),
    'refuses a list with an unknown key': refusesStill(repeatable.list, unknownKey),
    'refuses a read with an unknown key': refusesStill(repeatable.read, unknownKey),
    'refuses a lookup with an unknown key': refusesStill(repeatable.lookUp, unknownKey),
    'refuses an update with an unknown key': refusesStill(repeatable.update, unknownKey),
    'refuses an upload request with an unknown key': refusesStill(
      repeatable.requestUploads,
      unknownKey,
    ),
    'refuses an attach with an unknown key': refuses(attach, unknownKey),
  }),
  check(
    'auth.invalid-key',
    {
      'refuses a publish with an unknown key': refuses(publish, unknownKey),
      'refuses an unpublish with an unknown key': refuses(unpublish, unknownKey),
    },
    { needs: ['write', 'publish'] },
  ),
  check(
    'auth.invalid-key',
    { 'refuses a delete with an unknown key': refuses(remove, unknownKey) },
    { needs: ['write', 'delete'] },
  ),
  check('auth.no-effect', {
    'creates nothing without a valid key': async (t) => {
      const body = t.make.body('ebook');
      await sendUnkeyed(t, { method: 'POST', path: '/books', json: body });
      const twin = await t.make.draft('ebook');
      t.need.accepted(await onceLookedUp(t, twin.externalId));
      const found = await t.ask.lookUp(body.externalId ?? '');
      t.expect.that(found.status !== 200, {
        expected: 'no book under the external id of a create that was refused with 401',
        actual: `the lookup answered ${found.status}`,
      });
    },
    'changes nothing without a valid key': async (t) => {
      const { id } = await fileless(t);
      const before = documented(await bookNow(t, id));
      await sendUnkeyed(t, { method: 'PATCH', path: `/books/${id}`, json: { title: 'Unkeyed' } });
      t.expect.equal(documented(await bookNow(t, id)), before, 'book after updates without a key');
    },
    'attaches nothing without a valid key': async (t) => {
      const book = await fileless(t);
      const grant = await uploaded(t, book, t.make.sample('ebook_cover'));
      await sendUnkeyed(t, attaching(book, grant));
      t.expect.equal(fileCount(await bookNow(t, book.id)), 0, 'files after attaching unkeyed');
    },
  }),
  check(
    'auth.no-effect',
    {
      'publishes nothing without a valid key': async (t) => {
        const { id } = await t.make.ready('ebook');
        await sendUnkeyed(t, { method: 'POST', path: `/books/${id}/publish`, json: {} });
        t.expect.equal(await statusNow(t, id), 'draft', 'status after publishing without a key');
      },
      'withdraws nothing without a valid key': async (t) => {
        const { id } = await t.make.published('ebook');
        await sendUnkeyed(t, { method: 'POST', path: `/books/${id}/unpublish`, json: {} });
        const now = await statusNow(t, id);
        t.expect.that(now !== 'withdrawn' && now !== 'draft', {
          expected: 'a book that is still being distributed',
          actual: `status ${now}`,
        });
      },
    },
    { needs: ['write', 'publish'] },
  ),
  check(
    'auth.no-effect',
    {
      'deletes nothing without a valid key': async (t) => {
        const { id } = await t.make.draft('ebook');
        const before = await statusNow(t, id);
        await sendUnkeyed(t, { method: 'DELETE', path: `/books/${id}`, json: {} });
        const after = await t.ask.read(id);
        t.expect.that(after.status === 200 && status(after) === before, {
          expected: `a readable book of status ${before}`,
          actual: `the read answered ${after.status}`,
        });
      },
    },
    { needs: ['write', 'delete'] },
  ),
]);
