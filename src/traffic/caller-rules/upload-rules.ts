/** Rules about files: URLs, bytes, attach and chapters (File upload grant, Errors, Chapter). */
import { isObject, isArray, type JsonObject } from '../../contract/json-pointer.ts';
import { isCertain } from '../../monitor/index.ts';
import { type CallerCall, getJson, type RuleResult, failIf, failIfAny } from './call.ts';
import type { CallerMemory, GrantedFile } from './caller-memory.ts';

/** In milliseconds. The Date headers by which clocks are compared have whole seconds. */
const clockTolerance = 2000;

/** A presigned URL is used once, in time, and with the declared bytes. */
export function judgeUpload(call: CallerCall, memory: CallerMemory): RuleResult[] {
  const { request } = call.exchange;
  const file =
    call.operation === 'putFile' ? memory.filesByUrl.get(request.urlDigest ?? '') : undefined;
  if (file === undefined || request.method !== 'PUT') return [];
  const { attachedAt = Number.POSITIVE_INFINITY, wasUploadTried } = file;
  const isLate = !wasUploadTried && call.exchange.sentAt >= attachedAt;
  return [
    ...(isLate ? [judgeAttachOrder(true)] : []),
    judgeUrlReuse(call, file),
    ...judgeUploadTime(call, file, memory),
    ...judgeUploadedBytes(call, file),
  ];
}

function judgeAttachOrder(isBroken: boolean): RuleResult {
  return failIf('caller.uploads-before-attaching', isBroken, {
    expected: 'an attach after the bytes were uploaded',
    actual: 'an attach without an upload before it',
  });
}

function judgeUrlReuse({ exchange }: CallerCall, { uploadedAt, filename }: GrantedFile) {
  const fileDescription = filename === undefined ? '' : ` of ${filename}`;
  const isRepeated = uploadedAt !== undefined && exchange.sentAt > uploadedAt;
  return failIf('caller.uses-url-once', isRepeated, {
    expected: 'a new URL from a new upload request, since this one was used',
    actual: `another PUT to the URL of a finished upload${fileDescription}`,
  });
}

function judgeUploadTime(
  { exchange }: CallerCall,
  { expiresAt }: GrantedFile,
  { clockSkew }: CallerMemory,
): RuleResult[] {
  if (Number.isNaN(expiresAt)) return [];
  const millisecondsLate = exchange.sentAt + clockSkew - expiresAt;
  return [
    failIf('caller.uploads-in-time', millisecondsLate > clockTolerance, {
      expected: `a PUT before ${new Date(expiresAt).toISOString()}, or a new upload request`,
      actual: `a PUT ${Math.round(millisecondsLate / 1000)} s later`,
    }),
  ];
}

function judgeUploadedBytes({ exchange: { request } }: CallerCall, { hash }: GrantedFile) {
  const sentHash = request.body.kind === 'bytes' ? request.body.sha256 : undefined;
  if (hash === undefined || sentHash === undefined) return [];
  return [
    failIf('caller.sends-declared-bytes', sentHash !== hash, {
      expected: `bytes with the declared SHA-256 ${hash}`,
      actual: `bytes with the SHA-256 ${sentHash}`,
    }),
  ];
}

/** An attach comes after the upload and repeats the declared name and hash. */
export function judgeAttach(call: CallerCall, memory: CallerMemory): RuleResult[] {
  const file = memory.filesById.get(call.fileId ?? '');
  const body = getJson(call);
  if (call.operation !== 'attachFile' || file === undefined || !isObject(body)) return [];
  const differences = listDifferences(body, file, call.bookId);
  const expected = 'the book, file name and hash of the upload request';
  return [
    judgeAttachOrder(precedesUpload(call, file)),
    failIfAny('caller.attaches-as-declared', differences, expected),
  ];
}

/** Returns true if an attach was certainly sent before the upload. */
export function precedesUpload({ judgedRequest }: CallerCall, { uploadedAt }: GrantedFile) {
  const isMismatch = judgedRequest?.refusals.includes('attach.hash-mismatch-422') === true;
  return isMismatch && uploadedAt === undefined;
}

function listDifferences(
  { filename, hashSha256 }: JsonObject,
  file: GrantedFile,
  bookId: string | undefined,
): string[] {
  const differences: string[] = [];
  const add = (name: string, actual: unknown, expected: string): void => {
    differences.push(`${name} ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  };
  if (file.bookId !== bookId) add('book', bookId, file.bookId);
  if (file.filename !== undefined && filename !== file.filename)
    add('filename', filename, file.filename);
  if (file.hash !== undefined && !isSameHash(hashSha256, file.hash))
    add('hashSha256', hashSha256, file.hash);
  return differences;
}

function isSameHash(sentHash: unknown, declaredHash: string): boolean {
  return typeof sentHash === 'string' && sentHash.toLowerCase() === declaredHash;
}

const attachedFiles = 'attached `audio_content` files of this book';

/** Chapters name attached audio files, each file and each position once. */
export function judgeChapters(call: CallerCall, memory: CallerMemory): RuleResult[] {
  const body = call.operation === 'updateBook' ? getJson(call) : undefined;
  const chapters = isObject(body) && isArray(body['chapters']) ? body['chapters'] : [];
  const entries = chapters.filter(isObject);
  if (entries.length === 0) return [];
  const fileIds = entries.map(({ fileId }) => fileId).filter((id) => typeof id === 'string');
  const ids = fileIds.map((id) => id.toLowerCase());
  const unfitFiles = ids.flatMap((id) => describeUnfitFile(memory.filesById.get(id), id, call));
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
    failIfAny('caller.chapters-use-attached-files', unfitFiles, attachedFiles),
  ];
}

function findDuplicates(values: readonly string[]): string[] {
  const duplicates = values.filter((value, index) => values.indexOf(value) !== index);
  return duplicates.map((value) => `${value} twice`);
}

/** Describes the files that already belong to another chapter, which this update does not change. */
function listFilesOfOtherChapters(entries: readonly JsonObject[], { judgedRequest }: CallerCall) {
  if (judgedRequest === undefined || !isCertain(judgedRequest.question)) return [];
  const possibleChapterLists = judgedRequest.question.book.chapters ?? [];
  const sentSequences = entries.map(({ sequence }) => sequence);
  return entries.flatMap(({ fileId, sequence }) => {
    const otherChapters = possibleChapterLists.map((chapters) =>
      chapters.find(
        (chapter) =>
          chapter.fileId === fileId &&
          chapter.sequence !== sequence &&
          !sentSequences.includes(chapter.sequence),
      ),
    );
    const [otherChapter] = otherChapters;
    // The file certainly belongs to another chapter only if it does in every possible list.
    if (otherChapter === undefined || otherChapters.includes(undefined)) return [];
    const places = `${JSON.stringify(sequence)}, and already in chapter ${otherChapter.sequence}`;
    return [`the file ${otherChapter.fileId} in chapter ${places}`];
  });
}

/**
 * Returns why a chapter must not use a file; empty if it may. A file whose upload request was not recorded
 * may be attached, so it is accepted.
 */
function describeUnfitFile(file: GrantedFile | undefined, id: string, { bookId }: CallerCall) {
  if (file === undefined) return [];
  if (file.role !== undefined && file.role !== 'audio_content') return [`${id} (${file.role})`];
  if (file.bookId !== bookId) return [`${id} (of another book)`];
  return file.isAttached ? [] : [`${id} (not attached)`];
}
