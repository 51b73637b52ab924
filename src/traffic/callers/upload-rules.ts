/** Rules about files: URLs, bytes, attach and chapters (File upload grant, Errors, Chapter). */
import { isObject, isArray, type JsonObject } from '../../contract/json-pointer.ts';
import { isCertain } from '../../monitor/index.ts';
import { type Call, requestJson } from './call.ts';
import { type RuleResult, failIf, failIfAny } from './caller-finding.ts';
import type { CallerMemory, GrantedFile } from './caller-memory.ts';

/** Clocks are compared through headers with whole seconds. */
const clockTolerance = 2000;

/** A presigned URL is used once, in time, and with the declared bytes. */
export function judgeUpload(call: Call, memory: CallerMemory): RuleResult[] {
  const { request } = call.exchange;
  const file = call.operation === 'putFile' ? memory.filesByUrl.get(request.path) : undefined;
  if (file === undefined || request.method !== 'PUT') return [];
  const { attachedAt = Number.POSITIVE_INFINITY, uploadTried } = file;
  const isLate = !uploadTried && call.exchange.sentAt >= attachedAt;
  return [
    ...(isLate ? [judgeAttachOrder(true)] : []),
    judgeUse(call, file),
    ...judgeTime(call, file, memory),
    ...judgeBytes(call, file),
  ];
}

function judgeAttachOrder(broken: boolean): RuleResult {
  return failIf('caller.uploads-before-attaching', broken, {
    expected: 'an attach after the bytes were uploaded',
    actual: 'an attach without an upload before it',
  });
}

function judgeUse({ exchange }: Call, { uploadedAt, filename }: GrantedFile): RuleResult {
  const fileDescription = filename === undefined ? '' : ` of ${filename}`;
  const isRepeated = uploadedAt !== undefined && exchange.sentAt > uploadedAt;
  return failIf('caller.uses-url-once', isRepeated, {
    expected: 'a new URL from a new upload request, since this one was used',
    actual: `another PUT to the URL of a finished upload${fileDescription}`,
  });
}

function judgeTime(
  { exchange }: Call,
  { expiresAt }: GrantedFile,
  { skew }: CallerMemory,
): RuleResult[] {
  if (Number.isNaN(expiresAt)) return [];
  const late = exchange.sentAt + skew - expiresAt;
  return [
    failIf('caller.uploads-in-time', late > clockTolerance, {
      expected: `a PUT before ${new Date(expiresAt).toISOString()}, or a new upload request`,
      actual: `a PUT ${Math.round(late / 1000)} s later`,
    }),
  ];
}

function judgeBytes({ exchange: { request } }: Call, { hash }: GrantedFile): RuleResult[] {
  const sent = request.body.kind === 'bytes' ? request.body.sha256 : undefined;
  if (hash === undefined || sent === undefined) return [];
  return [
    failIf('caller.sends-declared-bytes', sent !== hash, {
      expected: `bytes with the declared SHA-256 ${hash}`,
      actual: `bytes with the SHA-256 ${sent}`,
    }),
  ];
}

/** An attach follows the upload and repeats the declared name and hash. */
export function judgeAttach(call: Call, memory: CallerMemory): RuleResult[] {
  const file = memory.filesById.get(call.fileId ?? '');
  const sent = requestJson(call);
  if (call.operation !== 'attachFile' || file === undefined || !isObject(sent)) return [];
  return [
    judgeAttachOrder(precedesUpload(call, file)),
    failIfAny(
      'caller.attaches-as-declared',
      listDifferences(sent, file, call.bookId),
      'the book, file name and hash of the upload request',
    ),
  ];
}

/** True if an attach is known to come before the upload. */
export function precedesUpload({ asked }: Call, { uploadedAt }: GrantedFile): boolean {
  const isMismatch = asked?.refusals.includes('attach.hash-mismatch-422') === true;
  return isMismatch && uploadedAt === undefined;
}

function listDifferences(
  { filename, hashSha256 }: JsonObject,
  file: GrantedFile,
  bookId: string | undefined,
): string[] {
  const describeDifference = (name: string, sent: unknown, declared: string): string =>
    `${name} ${JSON.stringify(sent)} instead of ${JSON.stringify(declared)}`;
  return [
    ...(file.bookId === bookId ? [] : [describeDifference('book', bookId, file.bookId)]),
    ...(file.filename === undefined || filename === file.filename
      ? []
      : [describeDifference('filename', filename, file.filename)]),
    ...(file.hash === undefined || isSameHash(hashSha256, file.hash)
      ? []
      : [describeDifference('hashSha256', hashSha256, file.hash)]),
  ];
}

function isSameHash(sent: unknown, declared: string): boolean {
  return typeof sent === 'string' && sent.toLowerCase() === declared;
}

/** Chapters name attached audio files, each file and each position once. */
export function judgeChapters(call: Call, memory: CallerMemory): RuleResult[] {
  const sent = call.operation === 'updateBook' ? requestJson(call) : undefined;
  const chapters = isObject(sent) && isArray(sent['chapters']) ? sent['chapters'] : [];
  const entries = chapters.filter(isObject);
  if (entries.length === 0) return [];
  const ids = entries.flatMap(({ fileId }) =>
    typeof fileId === 'string' ? [fileId.toLowerCase()] : [],
  );
  const unfit = ids.flatMap((id) => describeUnfitFile(memory.filesById.get(id), id, call.bookId));
  return [
    failIfAny(
      'caller.one-chapter-per-file',
      [...findDuplicates(ids), ...listFilesOfOtherChapters(entries, call)],
      'each file in one chapter',
    ),
    failIfAny(
      'caller.numbers-chapters-once',
      findDuplicates(entries.map(({ sequence }) => JSON.stringify(sequence))),
      'each `sequence` once in an update',
    ),
    failIfAny(
      'caller.chapters-use-attached-files',
      unfit,
      'attached `audio_content` files of this book',
    ),
  ];
}

function findDuplicates(values: readonly string[]): string[] {
  const duplicates = values.filter((value, index) => values.indexOf(value) !== index);
  return duplicates.map((value) => `${value} twice`);
}

/** Files that already belong to a chapter which this update does not change. */
function listFilesOfOtherChapters(entries: readonly JsonObject[], { asked }: Call): string[] {
  if (asked === undefined || !isCertain(asked.question)) return [];
  const knownChapters = asked.question.book.chapters ?? [];
  const numbers = entries.map(({ sequence }) => sequence);
  return entries.flatMap(({ fileId, sequence }) => {
    const holders = knownChapters.map((chapters) =>
      chapters.find(
        (chapter) =>
          chapter.fileId === fileId &&
          chapter.sequence !== sequence &&
          !numbers.includes(chapter.sequence),
      ),
    );
    const [holder] = holders;
    if (holder === undefined || holders.includes(undefined)) return [];
    const places = `${JSON.stringify(sequence)}, and already in chapter ${holder.sequence}`;
    return [`the file ${holder.fileId} in chapter ${places}`];
  });
}

/** Files that this history did not see being requested may well be attached. */
function describeUnfitFile(
  file: GrantedFile | undefined,
  id: string,
  bookId: string | undefined,
): string[] {
  if (file === undefined) return [];
  if (file.role !== undefined && file.role !== 'audio_content') return [`${id} (${file.role})`];
  if (file.bookId !== bookId) return [`${id} (of another book)`];
  return file.attached ? [] : [`${id} (not attached)`];
}
