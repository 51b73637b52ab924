/** Uploads one file: hashes it, requests a URL, sends the bytes, attaches the file, and retries with a new URL when that can help. */
import { isDistributionError, type FileFailure, type UploadedToBook } from '../errors/index.ts';
import { beginCall, maxWaitMs, retry, type AttemptEnd } from '../transport/index.ts';
import { checkUnchanged, openAndHash } from './hash-file.ts';
import { putFile, type PutResult } from './storage.ts';
import { explainChange, getFileKey, type FileRun, type HashedFile } from './upload-run.ts';

/** A file that is now attached, and the number of requests for it. */
type AttachedFile = Pick<UploadedToBook, 'fileId' | 'grants' | 'attempts'>;

/** @throws UploadError that says how far the upload got, or the reason of the signal that ended it */
export async function uploadFile(run: FileRun): Promise<UploadedToBook> {
  const hashed = await openAndHash(run);
  const attached = await resumeOrStart(hashed);
  const { file, role, filename, chapter, sha256, opened } = hashed;
  const { size } = opened;
  hashed.report('done', attached.attempts, size);
  return { ok: true, file, role, filename, ...attached, sha256, size, chapter };
}

/**
 * Continues where the journal ends. Bytes in transit may or may not have arrived. Attaching tells: the service accepts the
 * file if they did, and rejects it if they did not.
 */
async function resumeOrStart(file: HashedFile): Promise<AttachedFile> {
  file.signal.throwIfAborted();
  const note = file.journal.recall(getFileKey(file));
  const earlier = note && { fileId: note.value, grants: 0, attempts: 0 };
  if (earlier !== undefined && note?.reached === 'attached') return earlier;
  const resumed = earlier !== undefined && (await attachFile(file, earlier.fileId)) === undefined;
  const attached = resumed ? earlier : await sendAndAttach(file);
  await saveNote(file, 'attached', attached.fileId);
  return attached;
}

/** @throws UploadError if the note cannot be saved, because after a crash the file would be sent twice */
async function saveNote(file: HashedFile, reached: 'granted' | 'sent' | 'attached', value: string) {
  await file.journal.save({ of: getFileKey(file), reached, value }).catch((cause: unknown) => {
    const why = 'the journal could not be written.';
    const stage = reached === 'granted' ? 'grant' : 'attach';
    return file.fail({ stage, reason: 'journal', why, cause });
  });
}

/** Statuses that reject the file itself. After any other status, a later call may still attach it. */
const fileRefusals = new Set([400, 404, 409, 410, 412, 422]);

/**
 * Attaches the files of one upload one at a time: the document allows parallel uploads and does not mention parallel attaches. The
 * service compares the bytes, so its response is decisive.
 *
 * @returns undefined once the book has the file, otherwise the service's rejection
 * @throws UploadError when the call failed in another way, so the outcome is unknown
 */
async function attachFile(run: HashedFile, fileId: string): Promise<unknown> {
  const { filename, sha256: hashSha256, opened, bookId, calls, options } = run;
  return run.attachLimiter.run(async () => {
    run.report('attach', 0, opened.size);
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
  /** Milliseconds since 1970, by the service's clock; NaN when it is not known. */
  readonly expiresAt: number;
}

async function sendAndAttach(file: HashedFile): Promise<AttachedFile> {
  const { context, signal, maxAttempts } = file;
  const { now } = context.time;
  const limits = { deadlineMs: Infinity, maxRetries: maxAttempts - 1, now: now() };
  let grant: Grant | undefined;
  let [grants, attempts, unexplainedFailures] = [0, 0, 0];
  return retry<AttachedFile>(context, beginCall('putFile', { signal }, limits), async () => {
    // A new URL is used even if its deadline seems past, because the two clocks may differ.
    if (grant === undefined || now() >= grant.expiresAt) {
      grant = await requestGrant(file);
      grants += 1;
    }
    const { id, url, expiresAt } = grant;
    attempts += 1;
    const put = await sendOnce(file, url, attempts);
    let rejection: unknown;
    if (mayHaveArrived(put)) {
      await saveNote(file, 'sent', id);
      rejection = await attachFile(file, id);
      if (rejection === undefined) return { result: { fileId: id, grants, attempts } };
    }
    const { verdict } = put;
    const expired = verdict === 'expired' || now() >= expiresAt;
    if (verdict === 'stored' || (verdict === 'refused' && !expired)) unexplainedFailures += 1;
    // A URL whose attempt failed midway can be used again.
    if (!canReuseUrl(put)) grant = undefined;
    return planNextAttempt(file, put, { rejection, attempts, isLast: unexplainedFailures > 1 });
  });
}

/**
 * Requests one URL at a time: the bare form of the response names no file, so two grants could be confused, and a URL that
 * waits for other files may expire.
 */
async function requestGrant(run: HashedFile): Promise<Grant> {
  const { role, filename, sha256: hashSha256, bookId, calls, options } = run;
  const context = { stage: 'grant', reason: 'service' } as const;
  run.report('grant', 0, 0);
  const descriptor = { referenceId: `file-${run.file + 1}`, role, filename, hashSha256 };
  const grantRequest = run.record(calls.requestUploads(bookId, [descriptor], options));
  const [grant] = await grantRequest.catch((cause: unknown) =>
    run.fail({ ...context, why: 'the service issued no upload URL.', cause }),
  );
  const { id = '', url = '', expiresAt = '' } = grant ?? {};
  // Bytes go to an http address only when the service is reached over http too, or the caller allows it.
  const isHttp = /^http:/i.test(url);
  if (!(isHttp ? run.insecureStorage : /^https:/i.test(url)) || !URL.canParse(url)) {
    const why = isHttp
      ? 'the service returned an http URL. Set allowInsecureStorage to use it.'
      : 'the service returned no usable upload URL.';
    run.fail({ ...context, why });
  }
  await saveNote(run, 'granted', id);
  return { id, url, expiresAt: Date.parse(expiresAt) };
}

async function sendOnce(file: HashedFile, url: string, attempt: number): Promise<PutResult> {
  const { type, opened: source, check, signal, storageFetch, stallMs, context } = file;
  const onBytes = (bytes: number) => file.report('put', attempt, bytes);
  onBytes(0);
  const put = { url, type, source, check, signal, stallMs, onBytes };
  const result = await putFile(put, { storageFetch, time: context.time });
  signal.throwIfAborted();
  // Before the response is judged: the storage may have rejected the bytes because of the change.
  await checkUnchanged(file, 'put');
  return result;
}

/** Returns true if attaching can show the outcome, which costs less than sending bytes again that the storage may have. */
function mayHaveArrived({ verdict, whole }: PutResult): boolean {
  return verdict === 'stored' || verdict === 'used' || (verdict === 'broken' && whole === true);
}

/** An attempt after which the book does not have the file. */
interface FailedAttempt {
  /** The error with which the service refused to attach the file; undefined if attaching was not tried. */
  readonly rejection: unknown;
  readonly attempts: number;
  /** True after two failures without a reason. A second URL may help against one, a third would not. */
  readonly isLast: boolean;
}

/** Decides whether another attempt follows. @throws UploadError when none would help */
function planNextAttempt(
  file: HashedFile,
  put: PutResult,
  { rejection: cause, attempts, isLast }: FailedAttempt,
): AttemptEnd<AttachedFile> {
  const { verdict, retryAfterMs: waitMs = 0 } = put;
  if (isLast && verdict === 'stored') {
    const why = 'the service refused twice to attach the file.';
    file.fail({ stage: 'attach', reason: 'service', why, cause });
  }
  if (isLast || ['final', 'changed', 'unreadable'].includes(verdict)) {
    file.fail(describeFailedPut(put, ''));
  }
  const delay = `it asks to wait ${waitMs / 1_000} s; `;
  const prefix = waitMs > maxWaitMs ? delay : `${attempts} attempts failed; `;
  return { repeatable: true, waitMs, giveUp: () => file.fail(describeFailedPut(put, prefix)) };
}

/** True when the same URL may be tried again. */
function canReuseUrl({ verdict }: PutResult): boolean {
  return verdict === 'retry' || verdict === 'broken';
}

function describeFailedPut(put: PutResult, prefix: string): FileFailure {
  const { verdict, status, code, why } = put;
  const failed = { stage: 'put', storageStatus: status, storageCode: code } as const;
  if (verdict === 'changed') return { ...failed, reason: 'changed', why: explainChange(why) };
  const refused = canReuseUrl(put) ? 'storage-unreachable' : 'storage-refused';
  const reason = verdict === 'unreadable' ? 'unreadable' : refused;
  return { ...failed, reason, why: `${prefix}${why}.` };
}
