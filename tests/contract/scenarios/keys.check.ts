/** Sends every operation without a key, and with wrong, empty and almost correct keys. */
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { author, createDescriptor, editor } from '../../../src/harness/values/index.ts';
import type { WireRequest } from '../../../src/harness/wire/index.ts';
import { createMixedDraft } from '../steps/index.ts';
import { wrongKeys } from './probes.ts';

type Send = (request: WireRequest) => Promise<unknown>;

/** A draft with a file that was sent and not attached. Calls with every bad key try to change it. */
const draftWithFile = oncePerRun(async (t) => {
  const book = await createMixedDraft(t, { format: 'ebook', turn: 1 });
  const file = t.make.sample('ebook_cover');
  const [grant] = await t.make.requestGrants(book, [file]);
  if (grant !== undefined) await t.ask.put(grant.url, file.bytes, file.contentType);
  return { book, file, grant };
});

/** Every call on a draft that could change it. */
async function changeDraft(t: Stage, send: Send): Promise<void> {
  const { book, file, grant } = await draftWithFile(t);
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
  await release(t, send, path);
  await t.ask.read(book.id);
  await t.ask.lookUp(body.externalId ?? '');
}

/** The calls that take a book into the shops, out of them and away, if the run may make them. */
async function release(t: Stage, send: Send, path: string): Promise<void> {
  if (t.target.allow.has('publish')) {
    for (const call of ['publish', 'unpublish'])
      await send({ method: 'POST', path: `${path}/${call}`, json: {} });
  }
  if (t.target.allow.has('delete')) await send({ method: 'DELETE', path, json: {} });
}

/**
 * Every call about a book that does not exist, some with a bad body: the key is refused before the
 * book is looked for and before the body is read.
 */
async function callUnknownBook(t: Stage, send: Send): Promise<void> {
  const path = `/books/${t.make.unknownId()}`;
  const file = t.make.sample('ebook_cover');
  const { filename, hashSha256 } = file;
  const attach = `${path}/file/${t.make.unknownId()}/attach`;
  await send({ method: 'GET', path });
  await send({ method: 'GET', path: '/books/external-id/no-such-book' });
  await send({ method: 'PATCH', path, json: { title: 5 } });
  await send({ method: 'POST', path: `${path}/upload`, json: [{ referenceId: 'one' }] });
  await send({ method: 'PATCH', path: attach, json: { filename, hashSha256 } });
  await release(t, send, path);
}

type Walk = (t: Stage, send: Send) => Promise<void>;

function withKey(walk: Walk, key: Pick<WireRequest, 'key' | 'alteredKey'>): CaseBody {
  return async (t) => walk(t, async (request) => t.wire({ ...request, ...key }));
}

const noKey = { key: null } as const;

const covers = ['auth.', 'body.'];
const writing = { needs: ['read', 'write'] } as const;

export const keys = section('Keys', [
  check(
    'auth.missing-key',
    { 'changes nothing on a draft without a key': withKey(changeDraft, noKey) },
    { covers, depth: 'quick', ...writing },
  ),
  check(
    'auth.invalid-key',
    {
      'changes nothing on a draft with a key that is too long': withKey(changeDraft, wrongKeys[1]),
    },
    { covers, depth: 'quick', ...writing },
  ),
  check(
    'auth.invalid-key',
    { 'looks up no book for a wrong key': withKey(callUnknownBook, wrongKeys[0]) },
    { covers, ...writing },
  ),
]);
