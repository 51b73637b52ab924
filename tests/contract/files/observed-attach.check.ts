/** Observes uploads and attaches where the document is silent. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { observe, section, watch } from '../../../src/harness/suite/index.ts';
import {
  type Exchange,
  isMessageBody,
  parseProblem,
  readMediaType,
} from '../../../src/harness/evidence/index.ts';
import { oncePerRun } from '../../../src/harness/stage/index.ts';
import { createFile } from '../../../src/harness/arbitraries/index.ts';
import {
  isAccepted,
  attachFile,
  fetchBook,
  countFiles,
  requestGrant,
  getRefusal,
  uploadFile,
  putFile,
} from '../steps/steps.ts';
import {
  requireReachableExpiry,
  waitUntilExpired,
  uploadSpareTrack,
  requestTrackGrant,
  getFileAttachedTwice,
} from '../steps/shared-files.ts';
import { getScratchBook, getUnchangedBook, getSharedDraft } from '../steps/shared-books.ts';

const needsWrite = { needs: ['write'] } as const;

/** Returns the refusal of an attach whose hash does not match the uploaded bytes. */
const getMismatchRefusal = oncePerRun(async (t): Promise<Exchange> => {
  const { book, grant } = await requestTrackGrant(t);
  t.need.accepted(await putFile(t, { ...grant, file: t.make.sample('audio_content') }));
  const response = await attachFile(t, book, grant);
  t.need.that(!isAccepted(response), 'the attach of bytes with another hash was accepted');
  return response;
});

/** Returns the kind of a refusal's body. */
function classifyBody({ response }: Exchange): string {
  const { body, text } = response;
  if (parseProblem(body) !== undefined) return 'problem';
  if (isMessageBody(body)) return 'message';
  return text === '' ? 'empty' : readMediaType(response) || 'something without a type';
}

export const observedAttach = section('Uploads and attaches, where the document is silent', [
  watch('put.success-status', (exchange) =>
    exchange.operation === 'putFile' && isAccepted(exchange)
      ? String(exchange.response.status)
      : undefined,
  ),
  watch('put.error-body', (exchange) =>
    exchange.operation === 'putFile' && exchange.response.status >= 400
      ? classifyBody(exchange)
      : undefined,
  ),
  watch('reused-409.body', (exchange) =>
    exchange.operation === 'putFile' && exchange.response.status === 409
      ? classifyBody(exchange)
      : undefined,
  ),
  watch('attach.extra-body-keys', ({ operation, response: { status, body } }) => {
    if (operation !== 'attachFile' || status !== 200 || !isObject(body)) return undefined;
    return Object.keys(body).length === 0 ? 'none' : 'more';
  }),
  watch('attach.files-entry', ({ operation, response: { body } }) => {
    const data = operation === 'readBook' && isObject(body) ? body['data'] : undefined;
    const attributes = isObject(data) && isObject(data['attributes']) ? data['attributes'] : {};
    const firstFile: unknown = Array.isArray(attributes['files'])
      ? attributes['files'][0]
      : undefined;
    return isObject(firstFile) ? Object.keys(firstFile).toSorted().join(', ') : undefined;
  }),
  observe(
    'put.expired',
    async (t) => {
      await requireReachableExpiry(t);
      const { grant } = await requestTrackGrant(t);
      await waitUntilExpired(t, grant);
      return getRefusal(t, await putFile(t, grant)) ?? 'accepted';
    },
    needsWrite,
  ),
  observe(
    'attach.after-expiry',
    async (t) => {
      await requireReachableExpiry(t);
      const { book, grant } = await requestTrackGrant(t);
      t.need.accepted(await putFile(t, grant));
      await waitUntilExpired(t, grant);
      return getRefusal(t, await attachFile(t, book, grant)) ?? 'works';
    },
    needsWrite,
  ),
  observe(
    'put.reused',
    // A used URL may be refused by the second PUT, by the attach or by the next upload request.
    async (t) => {
      const { book, grant } = await requestTrackGrant(t);
      t.need.accepted(await putFile(t, grant));
      const putRefusal = getRefusal(t, await putFile(t, grant));
      if (putRefusal !== undefined) return `put-${putRefusal}`;
      const attachRefusal = getRefusal(t, await attachFile(t, book, grant));
      if (attachRefusal === '409') return 'attach-409';
      const response = await t.ask.requestUploads(book.id, [grant.descriptor]);
      return getRefusal(t, response) === '409' ? 'upload-409' : 'put-2xx-overwrite';
    },
    needsWrite,
  ),
  observe(
    'put.content-type',
    async (t) => {
      const { grant } = await requestTrackGrant(t);
      const contentType = 'application/octet-stream';
      const response = await putFile(t, { ...grant, file: { ...grant.file, contentType } });
      return getRefusal(t, response) ?? 'accepted';
    },
    needsWrite,
  ),
  observe(
    'put.hash-check',
    async (t) => {
      const { grant } = await requestTrackGrant(t);
      const response = await putFile(t, { ...grant, file: t.make.sample('audio_content') });
      return getRefusal(t, response) === undefined ? 'attach' : 'put';
    },
    needsWrite,
  ),
  observe(
    'put.size',
    async (t) => {
      const book = await getSharedDraft(t, 'audio');
      const grant = await requestGrant(t, book, createFile('audio_content', new Uint8Array()));
      return getRefusal(t, await putFile(t, grant)) === undefined ? 'accepted' : 'refused';
    },
    needsWrite,
  ),
  observe(
    'attach.before-put',
    async (t) => {
      const { book, grant } = await requestTrackGrant(t);
      return getRefusal(t, await attachFile(t, book, grant)) ?? 'accepted';
    },
    needsWrite,
  ),
  observe(
    'attach.twice',
    async (t) => {
      const { secondExchange } = await getFileAttachedTwice(t);
      return getRefusal(t, secondExchange) ?? String(secondExchange.response.status);
    },
    needsWrite,
  ),
  observe(
    'attach.hash-differs',
    async (t) => {
      const { book, grant } = await requestTrackGrant(t);
      const otherFile = t.make.sample('audio_content');
      t.need.accepted(await putFile(t, { ...grant, file: otherFile }));
      const { filename } = grant.file;
      const { hashSha256 } = otherFile;
      const response = await t.ask.attach(book.id, grant.fileId, { filename, hashSha256 });
      return getRefusal(t, response) === undefined ? 'only-bytes' : 'any-difference';
    },
    needsWrite,
  ),
  observe(
    'attach.filename-differs',
    async (t) => {
      const { book, grant } = await uploadSpareTrack(t);
      const { fileId, file } = grant;
      const body = { filename: `other-${file.filename}`, hashSha256: file.hashSha256 };
      return getRefusal(t, await t.ask.attach(book.id, fileId, body)) ?? 'ignored';
    },
    needsWrite,
  ),
  observe(
    'attach.mismatch-body',
    async (t) => classifyBody(await getMismatchRefusal(t)),
    needsWrite,
  ),
  observe(
    'message.404-and-422',
    async (t) => {
      const exchange = await getMismatchRefusal(t);
      t.need.that(
        classifyBody(exchange) === 'message',
        'the refusal of the mismatch has no message',
      );
      return String(exchange.response.status);
    },
    needsWrite,
  ),
  observe(
    'attach.other-book',
    async (t) => {
      const { grant } = await uploadSpareTrack(t);
      const otherBook = await getUnchangedBook(t, 'audio');
      return getRefusal(t, await attachFile(t, otherBook, grant)) ?? 'accepted';
    },
    needsWrite,
  ),
  observe(
    'attach.second-content',
    async (t) => {
      const book = await getScratchBook(t);
      await t.make.file(book, 'ebook_cover');
      const fileCount = countFiles(await fetchBook(t, book.id));
      const secondGrant = await uploadFile(t, book, t.make.sample('ebook_cover'));
      const refusal = getRefusal(t, await attachFile(t, book, secondGrant));
      if (refusal !== undefined) return refusal;
      return countFiles(await fetchBook(t, book.id)) > fileCount ? 'adds' : 'replaces';
    },
    needsWrite,
  ),
  observe(
    'file.enforced',
    async (t) => {
      const book = await getSharedDraft(t, 'audio');
      const textFile = createFile('audio_content', new TextEncoder().encode('This is not audio.'));
      const grant = await uploadFile(t, book, textFile);
      return getRefusal(t, await attachFile(t, book, grant)) ?? 'guidance-only';
    },
    needsWrite,
  ),
]);
