/** Finds the file of a presigned URL, and tells whether the URL must still work. */
import type { SentRequest } from '../exchange.ts';
import type { UploadedFile, World } from '../world/index.ts';
import type { Question } from './question.ts';

/** Returns the file that the presigned URL of an upload was granted for; undefined if it is not known. */
export function findFileByUrl(
  world: World,
  { urlDigest = '' }: Pick<SentRequest, 'urlDigest'>,
): UploadedFile | undefined {
  const id = world.fileIdsByUrl.get(urlDigest);
  return id === undefined ? undefined : world.files.get(id);
}

/** The clocks of service and storage may differ by this many milliseconds. */
export const clockSlack = 5_000;

/** Milliseconds by which a `Date` header may be old: it has whole seconds. */
const dateResolution = 1_500;

/** True if a URL must still work. Clocks that differ by half its lifetime would make it useless. */
export function isBeforeDeadline(
  { expiresAt, grantedAt = Number.NEGATIVE_INFINITY }: UploadedFile,
  { now, clockIsKnown }: Question,
): boolean {
  if (expiresAt === undefined || !clockIsKnown) return false;
  const slack = Math.max(dateResolution, Math.min(clockSlack, (expiresAt - grantedAt) / 2));
  return now < expiresAt - slack;
}

/** True if an upload of the file overlaps with a call, so that their order is not known. */
export function isBeingUploaded(
  file: UploadedFile,
  { world, exchange }: Pick<Question, 'world' | 'exchange'>,
): boolean {
  const uploadsInFlight = (exchange.inFlight ?? []).filter(({ toStorage }) => toStorage);
  return (
    file.lastPutAt > exchange.sentAt ||
    uploadsInFlight.some((upload) => findFileByUrl(world, upload) === file)
  );
}

/** Returns whether a file was attached when a call was handled; `maybe` if an attach overlaps with the call. */
export function getAttachState(
  { id, attached, lastAttachAt }: UploadedFile,
  { sentAt, inFlight = [] }: Question['exchange'],
): UploadedFile['attached'] {
  const isBeingAttached = inFlight.some(({ path }) => path.toLowerCase().endsWith(`/${id}/attach`));
  return lastAttachAt > sentAt || (isBeingAttached && attached === 'no') ? 'maybe' : attached;
}

/** Marks an upload to a URL that no response was seen to grant, so that its book and file are not known. */
export const unknownUploadMark = 'upload of an unknown file';
