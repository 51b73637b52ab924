/** Uploads one file: hashes it, requests a URL, sends the bytes and attaches the file. Retries if that can help. */
import { isDistributionError, type FileFailure, type UploadedToBook } from '../errors/index.ts';
import { beginCall, maxWaitMs, retry, type AttemptEnd } from '../transport/index.ts';
import { checkUnchanged, openAndHash } from './hash-file.ts';
import { putFile, type PutResult } from './storage.ts';
import { explainChange, getFileKey, type FileRun, type HashedFile } from './upload-run.ts';

type AttachedFile = Pick<UploadedToBook, 'fileId' | 'grants' | 'attempts'>;

/** @throws UploadError with the stage that failed, or the reason of the signal that ended the upload */
export async function uploadFile(run: FileRun): Promise<UploadedToBook> {
  const hashedFile = await openAndHash(run);
  const attachedFile = await resumeOrStart(hashedFile);
  const { file, role, filename, chapter, sha256, openSource } = hashedFile;
  const { size } = openSource;
  hashedFile.report('done', attachedFile.attempts, size);
  return { ok: true, file, role, filename, ...attachedFile, sha256, size, chapter };
}

/**
 * Continues after the last step in the journal. If the file has a grant, its bytes may have arrived, so it is attached
 * first: the service accepts the file if it has the bytes, and refuses it if not.
 */
async function resumeOrStart(file: HashedFile): Promise<AttachedFile> {
  file.signal.throwIfAborted();
  const note = file.journal.recall(getFileKey(file));
  const resumedFile = note && { fileId: note.value, grants: 0, attempts: 0 };
  if (resumedFile !== undefined && note?.reached === 'attached') return resumedFile;
  const isResumed =
    resumedFile !== undefined && (await attachFile(file, resumedFile.fileId)) === undefined;
  const attachedFile = isResumed ? resumedFile : await sendAndAttach(file);
  await saveNote(file, 'attached', attachedFile.fileId);
  return attachedFile;
}

/** @throws UploadError if the note cannot be saved, because after a crash the file would be sent twice */
async function saveNote(file: HashedFile, reached: 'granted' | 'sent' | 'attached', value: string) {
  await file.journal.save({ of: getFileKey(file), reached, value }).catch((cause: unknown) => {
    const why = 'the journal could not be written.';
    const stage = reached === 'granted' ? 'grant' : 'attach';
    return file.fail({ stage, reason: 'journal', why, cause });
  });
}

/** The statuses that refuse the file itself. After any other status, a later call may still attach it. */
const fileRefusals = new Set([400, 404, 409, 410, 412, 422]);

/**
 * Attaches the files of an upload one at a time, because the document allows parallel uploads but does not mention
 * parallel attaches. The service compares the bytes, so its response decides.
 *
 * @returns undefined if the book now has the file, otherwise the error with which the service refused it
 * @throws UploadError if the call failed in another way, so that the outcome is unknown
 */
async function attachFile(run: HashedFile, fileId: string): Promise<unknown> {
  const { filename, sha256: hashSha256, openSource, bookId, calls, options } = run;
  return run.attachLimiter.run(async () => {
    run.report('attach', 0, openSource.size);
    try {
      await run.record(calls.attach(bookId, { fileId, filename, hashSha256 }, options));
      return undefined;
    } catch (cause) {
      const status = isDistributionError(cause) ? cause.status : undefined;
      if (status !== undefined && fileRefusals.has(status)) return cause;
      const why = 'the bytes were sent, but attaching them failed.';
      return run.fail({ stage: 'attach', reason: 'service', why, cause });
    }
  });
}

interface Grant {
  readonly id: string;
  readonly url: string;
  /** Milliseconds since 1970 by the service's clock; NaN if unknown. */
  readonly expiresAt: number;
}

async function sendAndAttach(file: HashedFile): Promise<AttachedFile> {
  const { context, signal, maxAttempts } = file;
  const { now } = context.time;
  const limits = { deadlineMs: Infinity, maxRetries: maxAttempts - 1, now: now() };
  let grant: Grant | undefined;
  let [grants, attempts, unexplainedFailures] = [0, 0, 0];
  return retry<AttachedFile>(context, beginCall('putFile', { signal }, limits), async () => {
    // A new grant is used even if it seems to have expired, because the two clocks may differ.
    if (grant === undefined || now() >= grant.expiresAt) {
      grant = await requestGrant(file);
      grants += 1;
    }
    const { id, url, expiresAt } = grant;
    attempts += 1;
    const putResult = await sendOnce(file, url, attempts);
    let refusal: unknown;
    if (mayHaveArrived(putResult)) {
      await saveNote(file, 'sent', id);
      refusal = await attachFile(file, id);
      if (refusal === undefined) return { result: { fileId: id, grants, attempts } };
    }
    const { verdict } = putResult;
    const isExpired = verdict === 'expired' || now() >= expiresAt;
    if (verdict === 'stored' || (verdict === 'refused' && !isExpired)) unexplainedFailures += 1;
    if (!canReuseUrl(putResult)) grant = undefined;
    // After one unexplained failure, a second URL may help. After two, a third URL would not.
    const isLast = unexplainedFailures > 1;
    return planNextAttempt(file, putResult, { refusal, attempts, isLast });
  });
}

/**
 * Requests one URL at a time. The bare form of the response does not name the files, so several grants could be confused,
 * and URLs that wait for other files could expire.
 */
async function requestGrant(run: HashedFile): Promise<Grant> {
  const { role, filename, sha256: hashSha256, bookId, calls, options } = run;
  const failure = { stage: 'grant', reason: 'service' } as const;
  run.report('grant', 0, 0);
  const descriptor = { referenceId: `file-${run.file + 1}`, role, filename, hashSha256 };
  const call = run.record(calls.requestUploads(bookId, [descriptor], options));
  const [grant] = await call.catch((cause: unknown) =>
    run.fail({ ...failure, why: 'the service issued no upload URL.', cause }),
  );
  const { id = '', url = '', expiresAt = '' } = grant ?? {};
  if (!URL.canParse(url) || !/^https?:/i.test(url)) {
    run.fail({ ...failure, why: 'the service returned no usable upload URL.' });
  }
  if (!/^https:/i.test(url) && !run.allowInsecureStorage) {
    const why = 'the service returned an http URL. Set allowInsecureStorage to use it.';
    run.fail({ ...failure, why });
  }
  await saveNote(run, 'granted', id);
  return { id, url, expiresAt: Date.parse(expiresAt) };
}

async function sendOnce(file: HashedFile, url: string, attempt: number): Promise<PutResult> {
  const { type, openSource: source, expectedHash, signal, storageFetch, stallMs, context } = file;
  const onBytes = (bytes: number) => file.report('put', attempt, bytes);
  onBytes(0);
  const request = { url, type, source, expectedHash, signal, stallMs, onBytes };
  const result = await putFile(request, { storageFetch, time: context.time });
  signal.throwIfAborted();
  // Checked before the response is judged, because a change of the file may be the reason for a refusal.
  await checkUnchanged(file, 'put');
  return result;
}

/** Returns true if attaching can show the outcome, which costs less than sending the bytes again. */
function mayHaveArrived({ verdict, allBytesSent }: PutResult): boolean {
  if (verdict === 'broken') return allBytesSent === true;
  return verdict === 'stored' || verdict === 'used';
}

/** The state after an attempt that did not attach the file. */
interface FailedAttempt {
  /** The error with which the service refused to attach the file; undefined if attaching was not tried. */
  readonly refusal: unknown;
  readonly attempts: number;
  /** True if another attempt would not help. */
  readonly isLast: boolean;
}

/**
 * Decides whether another attempt follows.
 * @throws UploadError if no attempt would help
 */
function planNextAttempt(
  file: HashedFile,
  putResult: PutResult,
  { refusal, attempts, isLast }: FailedAttempt,
): AttemptEnd<AttachedFile> {
  const { verdict, retryAfterMs: waitMs = 0 } = putResult;
  if (isLast && verdict === 'stored') {
    const why = 'the service refused twice to attach the file.';
    file.fail({ stage: 'attach', reason: 'service', why, cause: refusal });
  }
  if (isLast || ['final', 'changed', 'unreadable'].includes(verdict)) {
    file.fail(describeFailedPut(putResult, ''));
  }
  const prefix =
    waitMs > maxWaitMs
      ? `the storage asks to wait ${waitMs / 1_000} s; `
      : `${attempts} attempts failed; `;
  const giveUp = () => file.fail(describeFailedPut(putResult, prefix));
  return { repeatable: true, waitMs, giveUp };
}

/** Returns true if the attempt did not use up its URL. */
function canReuseUrl({ verdict }: PutResult): boolean {
  return verdict === 'retry' || verdict === 'broken';
}

function describeFailedPut(putResult: PutResult, prefix: string): FileFailure {
  const { verdict, status, code, why } = putResult;
  const facts = { stage: 'put', storageStatus: status, storageCode: code } as const;
  if (verdict === 'changed') return { ...facts, reason: 'changed', why: explainChange(why) };
  const storageReason = canReuseUrl(putResult) ? 'storage-unreachable' : 'storage-refused';
  const reason = verdict === 'unreadable' ? 'unreadable' : storageReason;
  return { ...facts, reason, why: `${prefix}${why}.` };
}
