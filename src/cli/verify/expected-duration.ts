/** Describes the expected duration of a run. */
import { estimateRequests, planOf } from '../../harness/plan/index.ts';
import type { Section } from '../../harness/suite/index.ts';
import { describeDuration } from '../target/index.ts';
import type { VerifySettings } from './verify-settings.ts';

/** Returns a sentence about a run that takes long enough that a person should know; undefined otherwise. */
export function durationNote(
  suite: readonly Section[],
  settings: VerifySettings,
): string | undefined {
  const { rate } = settings;
  const requests = estimateRequests(planOf(suite, settings), settings);
  if (rate === undefined || requests / rate <= 10) return undefined;
  return `This run takes ${describeDuration(requests, rate)} (--rate).`;
}
