/** Grants and uploaded files that several cases of a run use. A grant is an upload URL with its file. */
import { Unproven } from '../../../src/harness/evidence/index.ts';
import {
  type Book,
  type GrantedFile,
  oncePerRun,
  type Stage,
} from '../../../src/harness/stage/index.ts';
import { getSharedDraft } from './shared-books.ts';
import { attachFile, requestGrant, requireValue, uploadFile } from './steps.ts';

/** Requests a grant for another track of the shared audiobook. */
export async function requestTrackGrant(t: Stage): Promise<{ book: Book; grant: GrantedFile }> {
  const book = await getSharedDraft(t, 'audio');
  return { book, grant: await requestGrant(t, book, t.make.sample('audio_content')) };
}

/** Waits until a grant has expired. The case stays unproven if that takes too long. */
export async function waitUntilExpired(t: Stage, { expiresAt }: GrantedFile): Promise<void> {
  await t.clock.pass(Date.parse(requireValue(expiresAt, 'the grant does not say when it expires')));
}

const isExpiryNear = oncePerRun(async (t): Promise<boolean> => {
  const grant = await requestGrant(
    t,
    await getSharedDraft(t, 'audio'),
    t.make.sample('audio_content'),
  );
  try {
    await waitUntilExpired(t, grant);
    return true;
  } catch (error) {
    if (!(error instanceof Unproven)) throw error;
    return false;
  }
});

/** Leaves a case unproven, before it creates anything, if grants expire too late to wait for. */
export async function requireReachableExpiry(t: Stage): Promise<void> {
  t.need.that(await isExpiryNear(t), 'upload URLs stay valid for longer than a run waits');
}

/** Uploads a track without attaching it. All cases share the audiobook, which may have any number of tracks. */
export async function uploadSpareTrack(t: Stage): Promise<{ book: Book; grant: GrantedFile }> {
  const book = await getSharedDraft(t, 'audio');
  return { book, grant: await uploadFile(t, book, t.make.sample('audio_content')) };
}

/**
 * Returns a track that is attached twice, and the response to the second attach. The track is the same for the
 * whole run, so its grant may have expired.
 */
export const getFileAttachedTwice = oncePerRun(async (t) => {
  const { book, grant } = await uploadSpareTrack(t);
  t.need.accepted(await attachFile(t, book, grant));
  return { book, grant, secondExchange: await attachFile(t, book, grant) };
});
