/** Sends every operation with a bad key: none, or one that is too long. */
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { author, createDescriptor, editor } from '../../../src/harness/arbitraries/index.ts';
import type { WireRequest } from '../../../src/harness/wire/index.ts';
import { createMixedDraft } from '../steps/histories.ts';

type Send = (request: WireRequest) => Promise<unknown>;

/** Creates a draft with an uploaded but unattached file, which requests with bad keys try to change. */
async function createDraftWithFile(t: Stage) {
  const book = await createMixedDraft(t, { format: 'ebook', turn: 1 });
  const file = t.make.sample('ebook_cover');
  const [grant] = await t.make.requestGrants(book, [file]);
  if (grant !== undefined) await t.ask.put(grant.url, file.bytes, file.contentType);
  return { book, file, grant };
}

/** Sends every operation about a draft, and then reads it with a valid key. */
async function sendDraftRequests(t: Stage, send: Send): Promise<void> {
  const { book, file, grant } = await createDraftWithFile(t);
  const { filename, hashSha256 } = file;
  const path = `/books/${book.id}`;
  const attach = `${path}/file/${grant?.fileId ?? t.make.unknownId()}/attach`;
  const body = t.make.body('ebook', { contributor: [author, editor] });
  await send({ method: 'POST', path: '/books', json: body });
  await send({ method: 'GET', path: '/books', query: { page: '2', perPage: '1', language: 'EN' } });
  await send({ method: 'GET', path });
  await send({ method: 'GET', path: `/books/external-id/${book.externalId}` });
  await send({ method: 'PATCH', path, json: { title: 'Not by this key' } });
  await send({ method: 'POST', path: `${path}/upload`, json: [createDescriptor(file, 'one')] });
  await send({ method: 'PATCH', path: attach, json: { filename, hashSha256 } });
  await sendPublishRequests(t, send, path);
  await t.ask.read(book.id);
  await t.ask.lookUp(body.externalId ?? '');
}

/** Sends a publish, an unpublish and a delete, as far as the run may. */
async function sendPublishRequests(t: Stage, send: Send, path: string): Promise<void> {
  if (t.target.allow.has('publish')) {
    for (const action of ['publish', 'unpublish'])
      await send({ method: 'POST', path: `${path}/${action}`, json: {} });
  }
  if (t.target.allow.has('delete')) await send({ method: 'DELETE', path, json: {} });
}

/** The bad keys; exploring sends others. */
const badKeys = [{ key: null }, { alteredKey: 'longer' }] as const;

const sendBadKeys: CaseBody = async (t) => {
  await sendDraftRequests(t, async (request) => {
    for (const badKey of badKeys) await t.wire({ ...request, ...badKey });
  });
};

const covers = ['auth.', 'body.'];

export const keys = section('Keys', [
  check(
    'auth.missing-key',
    { 'refuses requests without a valid key, and keeps the draft unchanged': sendBadKeys },
    { covers, depth: 'quick', needs: ['read', 'write'] },
  ),
]);
