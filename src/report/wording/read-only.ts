/** Says of a run that only read what more consent would prove, because a green one looks like a pass. */
import type { Report } from '../record/index.ts';

/** Returns `--allow read,write would prove up to 150 more`; undefined for a run that may do more. */
export function readOnlyWords({ run, summary }: Report): string | undefined {
  const { nextConsent } = run;
  const more = (nextConsent?.requirements ?? 0) - summary.must.proven;
  if (nextConsent === undefined || run.stopped !== undefined || more <= 0) return undefined;
  return `--allow ${nextConsent.allow.join(',')} would prove up to ${more} more`;
}
