/** Rules about files: URLs, bytes, attach and chapters (File upload grant, Errors, Chapter). */
import { isObject, isArray } from '../../contract/json-pointer.ts';
import type { RuleResult } from './caller-finding.ts';
import type { Call } from './call.ts';
import type { CallerMemory, GrantedFile } from './caller-memory.ts';

/** Clocks are compared through headers with whole seconds. */
const clockTolerance = 2000;

/** A presigned URL is used once, in time, and with the declared bytes. */
export function judgeUpload(call: Call, memory: CallerMemory): RuleResult[] {
  const { request } = call.exchange;
  const file = call.operation === 'putFile' ? memory.filesByUrl.get(request.path) : undefined;
  if (file === undefined || request.method !== 'PUT') return [];
  return [...judgeUse(call, file), ...judgeTime(call, file, memory), ...judgeBytes(call, file)];
}

function judgeUse({ exchange }: Call, { uploadedAt }: GrantedFile): RuleResult[] {
  const again = uploadedAt !== undefined && exchange.sentAt > uploadedAt;
  return [
    {
      requirement: 'caller.uses-url-once',
      kept: !again,
      expected: 'a new URL from a new upload request, since this one was used',
      actual: again ? 'another PUT to the URL of a finished upload' : 'the first use',
    },
  ];
}

function judgeTime(
  { exchange }: Call,
  { expiresAt }: GrantedFile,
  { skew }: CallerMemory,
): RuleResult[] {
  if (Number.isNaN(expiresAt)) return [];
  const late = exchange.sentAt + skew - expiresAt;
  return [
    {
      requirement: 'caller.uploads-in-time',
      kept: late <= clockTolerance,
      expected: `a PUT before ${new Date(expiresAt).toISOString()}, or a new upload request`,
      actual: late > 0 ? `a PUT ${Math.round(late / 1000)} s later` : 'a PUT in time',
    },
  ];
}

function judgeBytes({ exchange: { request } }: Call, { hash }: GrantedFile): RuleResult[] {
  const sent = request.body.kind === 'bytes' ? request.body.sha256 : undefined;
  if (hash === undefined || sent === undefined) return [];
  return [
    {
      requirement: 'caller.sends-declared-bytes',
      kept: sent === hash,
      expected: `bytes with the declared SHA-256 ${hash}`,
      actual: `bytes with the SHA-256 ${sent}`,
    },
  ];
}

/** Attach repeats what the upload request declared. */
export function judgeAttach(call: Call, memory: CallerMemory): RuleResult[] {
  const file = memory.filesById.get(call.fileId ?? '');
  const { body } = call.exchange.request;
  const sent = body.kind === 'json' ? body.value : undefined;
  if (call.operation !== 'attachFile' || file === undefined || !isObject(sent)) return [];
  const { filename, hashSha256: hash } = sent;
  const differing = [
    ...(file.filename !== undefined && filename !== file.filename
      ? [`filename ${JSON.stringify(filename)} instead of ${JSON.stringify(file.filename)}`]
      : []),
    ...(file.hash !== undefined && !isSameHash(hash, file.hash)
      ? [`hashSha256 ${JSON.stringify(hash)} instead of ${JSON.stringify(file.hash)}`]
      : []),
  ];
  return [
    {
      requirement: 'caller.attaches-as-declared',
      kept: differing.length === 0,
      expected: 'the file name and hash of the upload request',
      actual: differing.length === 0 ? 'the same values' : differing.join(', '),
    },
  ];
}

function isSameHash(sent: unknown, declared: string): boolean {
  return typeof sent === 'string' && sent.toLowerCase() === declared;
}

/** Chapters name attached audio files, each of them once. */
export function judgeChapters(call: Call, memory: CallerMemory): RuleResult[] {
  const ids = call.operation === 'updateBook' ? chapterFiles(call) : [];
  if (ids.length === 0) return [];
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  const unfit = ids.flatMap((id) => misfit(memory.filesById.get(id), id, call.bookId));
  return [
    {
      requirement: 'caller.one-chapter-per-file',
      kept: twice.length === 0,
      expected: 'each file in one chapter',
      actual: twice.length === 0 ? 'each file once' : `${twice.join(', ')} in two chapters`,
    },
    {
      requirement: 'caller.chapters-use-attached-files',
      kept: unfit.length === 0,
      expected: 'attached `audio_content` files of this book',
      actual: unfit.length === 0 ? 'no other file' : unfit.join(', '),
    },
  ];
}

function chapterFiles({ exchange: { request } }: Call): string[] {
  const sent = request.body.kind === 'json' ? request.body.value : undefined;
  const chapters = isObject(sent) ? sent['chapters'] : undefined;
  if (!isArray(chapters)) return [];
  return chapters.flatMap((one) =>
    isObject(one) && typeof one['fileId'] === 'string' ? [one['fileId'].toLowerCase()] : [],
  );
}

/** Files that this history did not see being requested may well be attached. */
function misfit(file: GrantedFile | undefined, id: string, bookId: string | undefined): string[] {
  if (file === undefined) return [];
  if (file.role !== undefined && file.role !== 'audio_content') return [`${id} (${file.role})`];
  if (file.bookId !== bookId) return [`${id} (of another book)`];
  return file.attached ? [] : [`${id} (not attached)`];
}
