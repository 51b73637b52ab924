/** Uploads one file: hashes it, requests a URL, sends the bytes and attaches the file. Retries if that can help. */
import {
  isDistributionError,
  UploadError,
  type UploadedToBook,
  type UploadReason,
} from '../errors/index.ts';
import { beginCall, maxWaitMs, retry } from '../transport/index.ts';
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
    const why = 'the journal could not be written';
    const stage = reached === 'granted' ? 'grant' : 'attach';
    return file.fail({ stage, reason: 'journal', why, cause });
  });
}

/** The statuses that refuse the file itself. After any other status, a later call may still attach it. */
const fileRefusals: readonly unknown[] = [400, 404, 409, 410, 412, 422];

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
      if (fileRefusals.includes(status)) return cause;
      const why = 'the bytes were sent, but attaching them failed';
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

/** The reasons of the verdicts after which the storage did not refuse the file. */
const reasons: Readonly<Partial<Record<PutResult['verdict'], UploadReason>>> = {
  broken: 'storage-unreachable',
  retry: 'storage-unreachable',
  changed: 'changed',
  unreadable: 'unreadable',
};

/** The verdicts after which another attempt would not help. */
const finalVerdicts: readonly string[] = ['final', 'changed', 'unreadable'];

async function sendAndAttach(file: HashedFile): Promise<AttachedFile> {
  const { context, signal, putLimits } = file;
  const { now, monotonic } = context.time;
  // The upload has the deadline, and the storage a stall timeout.
  const limits = { ...putLimits, timeoutMs: Infinity, deadlineMs: Infinity, now: monotonic() };
  let grant: Grant | undefined;
  let lastRefusal: UploadError | undefined;
  let [grants, attempts, unexplainedFailures] = [0, 0, 0];
  return retry<AttachedFile>(context, beginCall('putFile', { signal }, limits), async () => {
    // A new grant is used even if it seems to have expired, because the two clocks may differ.
    if (grant === undefined || now() >= grant.expiresAt) {
      // A refusal of the file says more than a failure that follows it.
      grant = await requestGrant(file).catch((error: unknown) => {
        throw lastRefusal ?? error;
      });
      grants += 1;
    }
    const { id, url, expiresAt } = grant;
    attempts += 1;
    const putResult = await sendOnce(file, url, attempts);
    const { verdict, allBytesSent = false, retryAfterMs: waitMs = 0 } = putResult;
    const { [verdict]: reason = 'storage-refused' } = reasons;
    let cause: unknown;
    // The bytes may have arrived.
    if (verdict === 'stored' || verdict === 'used' || (verdict === 'broken' && allBytesSent)) {
      await saveNote(file, 'sent', id);
      cause = await attachFile(file, id);
      if (cause === undefined) return { result: { fileId: id, grants, attempts } };
    }
    const isExpired = verdict === 'expired' || now() >= expiresAt;
    const isUnexplained = verdict === 'stored' || (verdict === 'refused' && !isExpired);
    if (isUnexplained) unexplainedFailures += 1;
    // The URL stays usable if the connection broke or the storage was busy.
    if (reason !== 'storage-unreachable') grant = undefined;
    const error = createPutError(file, putResult, { reason, cause, attempts, waitMs });
    if (isUnexplained) lastRefusal = error;
    // After one unexplained failure, a second URL may help. After two, a third URL would not.
    if (finalVerdicts.includes(verdict) || unexplainedFailures > 1) throw error;
    return { repeatable: true, waitMs, giveUp: () => Promise.reject(lastRefusal ?? error) };
  });
}

interface FailedPut {
  readonly reason: UploadReason;
  /** The error with which the service refused to attach the file; undefined if attaching was not tried. */
  readonly cause: unknown;
  readonly attempts: number;
  readonly waitMs: number;
}

function createPutError(
  file: HashedFile,
  { verdict, status, code, why: problem }: PutResult,
  { reason, cause, attempts, waitMs }: FailedPut,
): UploadError {
  if (verdict === 'stored') {
    const why = 'the service refused to attach the file';
    return new UploadError(file, { stage: 'attach', reason: 'service', why, cause });
  }
  const wait = waitMs > maxWaitMs ? ` and asks to wait ${waitMs / 1_000} s` : '';
  const why =
    reason === 'changed' ? explainChange(problem) : `${problem}${wait} (attempt ${attempts})`;
  const facts = { storageStatus: status, storageCode: code, cause };
  return new UploadError(file, { stage: 'put', reason, why, ...facts });
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
    run.fail({ ...failure, why: 'the service issued no upload URL', cause }),
  );
  const { id = '', url = '', expiresAt = '' } = grant ?? {};
  // Two files with one id would count as one.
  const owner = run.grantedFiles.get(id) ?? run.file;
  if (!URL.canParse(url) || !/^https?:/i.test(url) || owner !== run.file) {
    run.fail({ ...failure, why: 'the service returned no usable upload URL for it' });
  }
  run.grantedFiles.set(id, owner);
  if (!/^https:/i.test(url) && !run.allowInsecureStorage) {
    const why = 'the service returned an http URL. Set allowInsecureStorage to use it';
    run.fail({ ...failure, why });
  }
  await saveNote(run, 'granted', id);
  return { id, url, expiresAt: Date.parse(expiresAt) };
}

async function sendOnce(file: HashedFile, url: string, attempt: number): Promise<PutResult> {
  const onBytes = (bytes: number) => file.report('put', attempt, bytes);
  onBytes(0);
  const result = await putFile({ ...file, url, onBytes }, file.context.time);
  file.signal.throwIfAborted();
  // Checked before the response is judged, because a change of the file may be the reason for a refusal.
  await checkUnchanged(file, 'put');
  return result;
}
