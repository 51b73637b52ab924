/** Sending bytes and attaching where the document is silent. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { observe, section, watch } from '../../../src/harness/suite/index.ts';
import { type Exchange, isMessageBody, parseProblem } from '../../../src/harness/evidence/index.ts';
import { oncePerRun } from '../../../src/harness/stage/index.ts';
import { createFile } from '../../../src/harness/values/index.ts';
import {
  isAccepted,
  attachFile,
  fetchBook,
  countFiles,
  requestGrant,
  requireReachableDeadline,
  passDeadline,
  getRefusal,
  uploadSpareTrack,
  getScratchBook,
  getUnchangedBook,
  uploadFile,
  getWorkbench,
  requestTrackGrant,
  putFile,
  attachTwice,
} from '../steps/index.ts';

const write = { needs: ['write'] } as const;

/** The refusal of a file whose bytes are not those of its hash. */
const attachMismatch = oncePerRun(async (t): Promise<Exchange> => {
  const { book, grant } = await requestTrackGrant(t);
  t.need.accepted(await putFile(t, { ...grant, file: t.make.sample('audio_content') }));
  const answer = await attachFile(t, book, grant);
  t.need.that(!isAccepted(answer), 'bytes with another hash were accepted');
  return answer;
});

/** Describes the body of a refusal in one word. */
function classifyBody({ body, text, mediaType }: Exchange): string {
  if (parseProblem(body) !== undefined) return 'problem';
  if (isMessageBody(body)) return 'message';
  return text === '' ? 'empty' : mediaType || 'something without a type';
}

export const observedAttach = section('Uploads and attach, where the document is silent', [
  watch('put.success-status', (exchange) =>
    exchange.operation === 'putFile' && isAccepted(exchange) ? String(exchange.status) : undefined,
  ),
  watch('put.error-body', (exchange) =>
    exchange.operation === 'putFile' && exchange.status >= 400 ? classifyBody(exchange) : undefined,
  ),
  watch('reused-409.body', (exchange) =>
    exchange.operation === 'putFile' && exchange.status === 409
      ? classifyBody(exchange)
      : undefined,
  ),
  watch('attach.extra-body-keys', ({ operation, status, body }) => {
    if (operation !== 'attachFile' || status !== 200 || !isObject(body)) return undefined;
    return Object.keys(body).length === 0 ? 'none' : 'more';
  }),
  watch('attach.files-entry', ({ operation, body }) => {
    const data = operation === 'readBook' && isObject(body) ? body['data'] : undefined;
    const inner = isObject(data) && isObject(data['attributes']) ? data['attributes'] : {};
    const first: unknown = Array.isArray(inner['files']) ? inner['files'][0] : undefined;
    return isObject(first) ? Object.keys(first).toSorted().join(', ') : undefined;
  }),
  observe(
    'put.expired',
    async (t) => {
      await requireReachableDeadline(t);
      const { grant } = await requestTrackGrant(t);
      await passDeadline(t, grant);
      return getRefusal(t, await putFile(t, grant)) ?? 'accepted';
    },
    write,
  ),
  observe(
    'attach.after-expiry',
    async (t) => {
      await requireReachableDeadline(t);
      const { book, grant } = await requestTrackGrant(t);
      t.need.accepted(await putFile(t, grant));
      await passDeadline(t, grant);
      return getRefusal(t, await attachFile(t, book, grant)) ?? 'works';
    },
    write,
  ),
  observe(
    'put.reused',
    async (t) => {
      const { book, grant } = await requestTrackGrant(t);
      t.need.accepted(await putFile(t, grant));
      const again = getRefusal(t, await putFile(t, grant));
      if (again !== undefined) return `put-${again}`;
      const attached = getRefusal(t, await attachFile(t, book, grant));
      if (attached === '409') return 'attach-409';
      const asked = getRefusal(t, await t.ask.requestUploads(book.id, [grant.descriptor]));
      return asked === '409' ? 'upload-409' : 'put-2xx-overwrite';
    },
    write,
  ),
  observe(
    'put.content-type',
    async (t) => {
      const { grant } = await requestTrackGrant(t);
      const sent = { method: 'PUT', url: grant.url, bytes: grant.file.bytes };
      const typed = { ...sent, contentType: 'application/octet-stream' };
      return getRefusal(t, await t.wire(typed)) ?? 'accepted';
    },
    write,
  ),
  observe(
    'put.hash-check',
    async (t) => {
      const { grant } = await requestTrackGrant(t);
      const answer = await putFile(t, { ...grant, file: t.make.sample('audio_content') });
      return getRefusal(t, answer) === undefined ? 'attach' : 'put';
    },
    write,
  ),
  observe(
    'put.size',
    async (t) => {
      const book = await getWorkbench(t, 'audio');
      const grant = await requestGrant(t, book, createFile('audio_content', new Uint8Array()));
      return getRefusal(t, await putFile(t, grant)) === undefined ? 'accepted' : 'refused';
    },
    write,
  ),
  observe(
    'attach.before-put',
    async (t) => {
      const { book, grant } = await requestTrackGrant(t);
      return getRefusal(t, await attachFile(t, book, grant)) ?? 'accepted';
    },
    write,
  ),
  observe(
    'attach.twice',
    async (t) => {
      const { second } = await attachTwice(t);
      return getRefusal(t, second) ?? String(second.status);
    },
    write,
  ),
  observe(
    'attach.hash-differs',
    async (t) => {
      const { book, grant } = await requestTrackGrant(t);
      const { bytes, hashSha256, contentType } = t.make.sample('audio_content');
      t.need.accepted(await t.ask.put(grant.url, bytes, contentType));
      const { filename } = grant.file;
      const answer = await t.ask.attach(book.id, grant.fileId, { filename, hashSha256 });
      return getRefusal(t, answer) === undefined ? 'only-bytes' : 'any-difference';
    },
    write,
  ),
  observe(
    'attach.filename-differs',
    async (t) => {
      const { book, grant } = await uploadSpareTrack(t);
      const { fileId, file } = grant;
      const renamed = { filename: `other-${file.filename}`, hashSha256: file.hashSha256 };
      return getRefusal(t, await t.ask.attach(book.id, fileId, renamed)) ?? 'ignored';
    },
    write,
  ),
  observe('attach.mismatch-body', async (t) => classifyBody(await attachMismatch(t)), write),
  observe(
    'message.404-and-422',
    async (t) => {
      const answer = await attachMismatch(t);
      t.need.that(classifyBody(answer) === 'message', 'the checksum refusal has no message');
      return String(answer.status);
    },
    write,
  ),
  observe(
    'attach.other-book',
    async (t) => {
      const { grant } = await uploadSpareTrack(t);
      const other = await getUnchangedBook(t, 'audio');
      return getRefusal(t, await attachFile(t, other, grant)) ?? 'accepted';
    },
    write,
  ),
  observe(
    'attach.second-content',
    async (t) => {
      const book = await getScratchBook(t);
      await t.make.file(book, 'ebook_cover');
      const before = countFiles(await fetchBook(t, book.id));
      const second = await uploadFile(t, book, t.make.sample('ebook_cover'));
      const refused = getRefusal(t, await attachFile(t, book, second));
      if (refused !== undefined) return refused;
      return countFiles(await fetchBook(t, book.id)) > before ? 'adds' : 'replaces';
    },
    { ...write, depth: 'deep' },
  ),
  observe(
    'file.enforced',
    async (t) => {
      const book = await getWorkbench(t, 'audio');
      const text = createFile('audio_content', new TextEncoder().encode('This is not audio.'));
      const grant = await uploadFile(t, book, text);
      return getRefusal(t, await attachFile(t, book, grant)) ?? 'guidance-only';
    },
    write,
  ),
]);
