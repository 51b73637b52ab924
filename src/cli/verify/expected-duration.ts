/** Describes the expected duration of a run. */
import { estimateRequests, planOf } from '../../harness/plan/index.ts';
import type { Section } from '../../harness/suite/index.ts';
import type { VerifySettings } from './verify-settings.ts';

/** `about 1,900 requests, about 2 min at 20 a second`; without a rate, the number of requests alone. */
export function describeDuration(suite: readonly Section[], settings: VerifySettings): string {
  const requests = estimateRequests(planOf(suite, settings), settings);
  const words = `about ${requests.toLocaleString('en')} requests`;
  if (settings.rate === undefined) return words;
  const seconds = requests / settings.rate;
  const time = seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;
  return `${words}, about ${time} at ${settings.rate} a second (--rate)`;
}

/** True if the run takes so long that its duration should be announced. */
export function isLong(suite: readonly Section[], settings: VerifySettings): boolean {
  const { rate } = settings;
  return rate !== undefined && estimateRequests(planOf(suite, settings), settings) / rate > 10;
}
