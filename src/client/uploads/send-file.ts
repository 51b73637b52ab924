/** Gets the bytes of one file into the book: requests a URL, sends, attaches, and starts over if that helps. */
import type { UploadGrant } from '../books/index.ts';
import type { UploadDescriptor } from '../contract.ts';
import type { FileFailure, UploadedToBook } from '../errors/index.ts';
import { longestWaitMs, retry, type AttemptEnd, type Owner } from '../requests/index.ts';
import { checkUnchanged, type AnnouncedFile } from './announce-file.ts';
import { attachFile } from './attach-file.ts';
import { explainChange, stopFile } from './file-stopped.ts';
import { putFile, type PutResult } from './storage.ts';
import { keyOf, reportStage, type UploadRun } from './upload-run.ts';

/** A file the book has now, and what it took. */
export type AttachedFile = Pick<UploadedToBook, 'fileId' | 'grants' | 'attempts'>;

/** The state of one file so far. */
interface Progress {
  grants: number;
  attempts: number;
  /** Refusals of the storage without a reason, and of attach although the storage had taken the bytes. */
  unexplained: number;
  grant: Grant | undefined;
}

export async function sendAndAttach(file: AnnouncedFile, run: UploadRun): Promise<AttachedFile> {
  const progress: Progress = { grants: 0, attempts: 0, unexplained: 0, grant: undefined };
  const { signal, headers = {} } = run.options;
  const limits = { timeoutMs: run.stallMs, deadlineMs: Infinity, maxRetries: run.maxAttempts - 1 };
  const owner: Owner = {
    operation: 'putFile',
    trace: { attempts: 0, unclear: false },
    call: { ...limits, endsAt: Infinity, signal, headers },
  };
  return retry<AttachedFile>(run.means, owner, async () => {
    // A new URL is used even if its deadline seems past, because the two clocks may differ.
    if (progress.grant === undefined || isExpired(progress.grant, run)) {
      progress.grant = await requestGrant(file, run);
      progress.grants += 1;
    }
    const { id } = progress.grant;
    progress.attempts += 1;
    const sent = await sendOnce(file, run, progress.grant.url, progress.attempts);
    let refusal: unknown;
    if (mayBeStored(sent)) {
      await run.journal.note({ of: keyOf(file), reached: 'sent', value: id });
      refusal = await attachFile(file, id, run);
      const { grants, attempts } = progress;
      if (refusal === undefined) return { result: { fileId: id, grants, attempts } };
    }
    return decide(progress, { sent, refusal }, run);
  });
}

/** Permission to send one file. */
interface Grant {
  readonly id: string;
  readonly url: string;
  /** Milliseconds since 1970, by the service's clock. */
  readonly expiresAt: number | undefined;
}

function isExpired({ expiresAt }: Grant, { storage }: UploadRun): boolean {
  return expiresAt !== undefined && storage.time.now() >= expiresAt;
}

/**
 * Requests one URL at a time: the bare form of the response names no file, so two grants could be confused; and a URL
 * that waits for other files expires.
 */
async function requestGrant(file: AnnouncedFile, run: UploadRun): Promise<Grant> {
  const { role, filename, sha256: hashSha256 } = file;
  reportStage(file, run, { stage: 'grant', attempt: 0, bytes: 0 });
  const descriptor: UploadDescriptor = {
    referenceId: `file-${file.file + 1}`,
    role,
    filename,
    hashSha256,
  };
  const [grant] = await run
    .record(run.calls.requestUploads(run.bookId, [descriptor], run.options))
    .catch((cause: unknown): readonly UploadGrant[] => {
      const why = 'the service gave no URL to send it to.';
      return stopFile({ stage: 'grant', reason: 'service', why, cause });
    });
  const url = checkUrl(grant?.url ?? '', run);
  const id = grant?.id ?? '';
  const expiresAt = Date.parse(grant?.expiresAt ?? '');
  await run.journal.note({ of: keyOf(file), reached: 'granted', value: id });
  return { id, url, expiresAt: Number.isNaN(expiresAt) ? undefined : expiresAt };
}

/** Bytes go to an http address only when the service is reached over http too, or the caller allows it. */
function checkUrl(url: string, run: UploadRun): string {
  const stage = { stage: 'grant', reason: 'service' } as const;
  if (!URL.canParse(url) || !/^https?:/i.test(url)) {
    return stopFile({ ...stage, why: 'the service gave no http or https address to send it to.' });
  }
  if (/^https:/i.test(url) || run.insecureStorage) return url;
  const why =
    'the service gave an http address, where its bytes could be read on the way. Set allowInsecureStorage to send ' +
    'them all the same.';
  return stopFile({ ...stage, why });
}

async function sendOnce(
  file: AnnouncedFile,
  run: UploadRun,
  ...[url, attempt]: readonly [string, number]
): Promise<PutResult> {
  const { type, opened: source, check } = file;
  const { signal } = run.options;
  const onBytes = (bytes: number) => reportStage(file, run, { stage: 'put', attempt, bytes });
  onBytes(0);
  const { stallMs } = run;
  const sent = await putFile({ url, type, source, check, signal, stallMs, onBytes }, run.storage);
  signal?.throwIfAborted();
  // Before the response is judged: the storage may have refused because of the change.
  await checkUnchanged(file, 'put');
  return sent;
}

/** True when attach can tell, which costs less than sending again what the storage may have. */
function mayBeStored({ verdict, whole }: PutResult): boolean {
  return verdict === 'stored' || verdict === 'used' || (verdict === 'broken' && whole === true);
}

interface Refused {
  readonly sent: PutResult;
  /** The error of an attach that was refused, if there was one. */
  readonly refusal: unknown;
}

/** Decides what the next attempt begins with. @throws FileStopped when no attempt would help */
function decide(
  progress: Progress,
  { sent, refusal }: Refused,
  run: UploadRun,
): AttemptEnd<AttachedFile> {
  const { verdict } = sent;
  const { grant } = progress;
  // A second URL may help against a refusal without a reason; a third would not.
  const countUnexplained = (failure: FileFailure): void => {
    progress.unexplained += 1;
    if (progress.unexplained > 1) stopFile(failure);
  };
  if (refusal !== undefined && verdict === 'stored') {
    const why = 'the service refused to attach its bytes, twice, although the file is what it was.';
    countUnexplained({ stage: 'attach', reason: 'service', why, cause: refusal });
  }
  const expired = verdict === 'expired' || (grant !== undefined && isExpired(grant, run));
  if (verdict === 'refused' && !expired) countUnexplained(describePut(sent, ''));
  const helpless = ['final', 'changed', 'unreadable', 'aborted'].includes(verdict);
  if (helpless) stopFile(describePut(sent, ''));
  // A URL whose attempt broke off is as good as before.
  if (verdict !== 'again' && verdict !== 'broken') progress.grant = undefined;
  const waitMs = sent.retryAfterMs ?? 0;
  return {
    repeatable: true,
    waitMs,
    giveUp: () => {
      const long = `it asks to wait ${waitMs / 1_000} s; `;
      const many = `${progress.attempts} attempts failed; `;
      return stopFile(describePut(sent, waitMs > longestWaitMs ? long : many));
    },
  };
}

function describePut({ verdict, status, code, why }: PutResult, before: string): FileFailure {
  const failed = { stage: 'put', storageStatus: status, storageCode: code } as const;
  if (verdict === 'changed') return { ...failed, reason: 'changed', why: explainChange(why) };
  const lost = verdict === 'again' || verdict === 'broken';
  const refused = lost ? 'storage-unreachable' : 'storage-refused';
  const reason = verdict === 'unreadable' ? 'unreadable' : refused;
  return { ...failed, reason, why: `${before}${why}.` };
}
