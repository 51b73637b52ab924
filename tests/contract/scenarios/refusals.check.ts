/** Requests with wrong keys, about unknown or deleted books, and about incomplete ones; the monitor judges each response. */
import { readFields } from '../../../src/contract/fields.ts';
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import {
  createDescriptor,
  formats,
  replaceAt,
  author,
  editor,
} from '../../../src/harness/arbitraries/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import type { WireRequest } from '../../../src/harness/wire/index.ts';
import { createMixedDraft } from '../steps/histories.ts';
import { fetchStatus, findListItem, isAccepted } from '../steps/steps.ts';

const requestUnknownBook: CaseBody = async (t) => {
  const path = `/books/${t.make.unknownId()}`;
  const file = t.make.sample('ebook_cover');
  const { filename, hashSha256 } = file;
  const attach = `${path}/file/${t.make.unknownId()}/attach`;
  await t.wire({ method: 'GET', path });
  await t.wire({ method: 'GET', path: '/books/external-id/no-such-book' });
  await t.wire({ method: 'PATCH', path, json: { subtitle: 'A sea' } });
  await t.wire({ method: 'POST', path: `${path}/upload`, json: [createDescriptor(file, 'one')] });
  await t.wire({ method: 'PATCH', path: attach, json: { filename, hashSha256 } });
};

const publishUnknownBook: CaseBody = async (t) => {
  const path = `/books/${t.make.unknownId()}`;
  await t.wire({ method: 'POST', path: `${path}/publish`, json: {} });
  await t.wire({ method: 'POST', path: `${path}/unpublish`, json: {} });
};

const deleteUnknownBook: CaseBody = async (t) => {
  await t.wire({ method: 'DELETE', path: `/books/${t.make.unknownId()}`, json: {} });
};

/** Leaves out one property after the other: a service may check some of them, or for some formats. */
const leaveOutProperties: CaseBody = async (t) => {
  for (const format of formats) {
    for (const left of readFields().create.required) {
      const json = replaceAt(t.make.body(format), [left], undefined);
      await t.wire({ method: 'POST', path: '/books', json });
    }
  }
};

const problemAreas = ['problem.', 'message.', 'body.', 'errors.'];

export const refusals = section('Requests about unknown and incomplete books', [
  check(
    'create.required-properties',
    { 'refuses a create without any of the required properties': leaveOutProperties },
    { covers: ['create.', ...problemAreas], needs: ['read', 'write'], reach: 'shape' },
  ),
  check(
    'read.unknown-404',
    { 'refuses to read, look up or change an unknown book': requestUnknownBook },
    {
      covers: ['read.', 'lookup.', 'update.', 'upload.', 'attach.', ...problemAreas],
      needs: ['read', 'write'],
      depth: 'quick',
    },
  ),
  check(
    'publish.unknown-404',
    { 'refuses to publish or withdraw an unknown book': publishUnknownBook },
    { covers: ['publish.', 'unpublish.'], needs: ['write', 'publish'], depth: 'quick' },
  ),
  check(
    'delete.unknown-404',
    { 'refuses to delete an unknown book': deleteUnknownBook },
    { covers: ['delete.'], needs: ['write', 'delete'], depth: 'quick' },
  ),
]);

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

/** Deletes a draft and asserts that a read, a lookup or the list stops showing it. */
const deleteDraft: CaseBody = async (t) => {
  const book = await createMixedDraft(t, { format: 'ebook', turn: 0 });
  const { id, externalId } = book;
  if (!isAccepted(await t.ask.delete(id))) return;
  const isThere = async (): Promise<boolean> =>
    isAccepted(await t.ask.read(id)) &&
    isAccepted(await t.ask.lookUp(externalId)) &&
    (await fetchStatus(t, id)) === 'draft' &&
    (await findListItem(t, id)) !== undefined;
  const isStillThere = await t.eventually(isThere, (still) => !still);
  t.expect.that(!isStillThere, {
    expected: 'a book that read, lookup or list no longer shows, or that has another status',
    actual: 'the same draft everywhere',
  });
  await t.ask.lookUp(externalId);
};

export const deleting = section('Deleting', [
  check(
    'delete.deletes',
    { 'deletes a draft': deleteDraft },
    { covers: ['delete.', 'flow.withdraw'], needs: ['write', 'delete'], depth: 'quick' },
  ),
]);
