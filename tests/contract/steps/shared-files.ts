/** Upload URLs and uploaded files that several cases of a run use. */
import { Unproven } from '../../../src/harness/evidence/index.ts';
import {
  type Book,
  type GrantedFile,
  oncePerRun,
  type Stage,
} from '../../../src/harness/stage/index.ts';
import { getWorkbench } from './shared-books.ts';
import { attachFile, requestGrant, requireValue, uploadFile } from './steps.ts';

/** Requests an upload URL for a track: the shared audiobook may have any number of them. */
export async function requestTrackGrant(t: Stage): Promise<{ book: Book; grant: GrantedFile }> {
  const book = await getWorkbench(t, 'audio');
  return { book, grant: await requestGrant(t, book, t.make.sample('audio_content')) };
}

/** Waits until the deadline of an upload URL has passed; unproven if that takes longer than a run waits. */
export async function passDeadline(t: Stage, { expiresAt }: GrantedFile): Promise<void> {
  await t.clock.pass(Date.parse(requireValue(expiresAt, 'the grant has no deadline')));
}

const isDeadlineNear = oncePerRun(async (t): Promise<boolean> => {
  const grant = await requestGrant(
    t,
    await getWorkbench(t, 'audio'),
    t.make.sample('audio_content'),
  );
  try {
    await passDeadline(t, grant);
    return true;
  } catch (error) {
    if (!(error instanceof Unproven)) throw error;
    return false;
  }
});

/** Leaves a case unproven, before it makes anything, if upload URLs live longer than a run waits. */
export async function requireReachableDeadline(t: Stage): Promise<void> {
  t.need.that(await isDeadlineNear(t), 'a deadline is further ahead than a run waits');
}

/**
 * A track whose bytes have arrived but which is not attached, with its audiobook. A book may have
 * any number of tracks, so one book serves every attach.
 */
export async function uploadSpareTrack(t: Stage): Promise<{ book: Book; grant: GrantedFile }> {
  const book = await getWorkbench(t, 'audio');
  return { book, grant: await uploadFile(t, book, t.make.sample('audio_content')) };
}

/**
 * A track that was attached, and the response to attaching it once more. Its upload URL may have expired by
 * the time a case gets it.
 */
export const attachTwice = oncePerRun(async (t) => {
  const { book, grant } = await uploadSpareTrack(t);
  t.need.accepted(await attachFile(t, book, grant));
  return { book, grant, second: await attachFile(t, book, grant) };
});
