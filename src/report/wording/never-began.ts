/** Tells a run that ended at its first response from one that tested something. */
import type { Report } from '../record/index.ts';

/** Returns true if the run ended before its first case, so that it says nothing about any requirement. A key can also be refused later. */
export function neverBegan({ run, requirements }: Report): boolean {
  if (run.stopped === 'unreachable' || run.stopped === 'not the service') return true;
  return run.stopped === 'key refused' && requirements.every(({ cases }) => cases.length === 0);
}
