/** The most frequent reason why requirements are unproven, as one sentence. */
import type { Report } from './report.ts';

const nothingSeen = /^no response (of|in) /;

/** Returns nothing if no requirement is unproven for a reason that the run met. */
export function mainCause({ requirements }: Report): string | undefined {
  const counts = new Map<string, number>();
  const open = requirements.filter(
    ({ level, verdict, untested }) =>
      level === 'must' && verdict === 'unproven' && untested === undefined,
  );
  for (const { reason = 'no reason was given' } of open) {
    const kind = kindOf(reason);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const ranked = [...counts].sort(([, one], [, other]) => other - one);
  // Another cause explains why nothing was seen.
  const cause = ranked.find(([kind]) => !nothingSeen.test(kind)) ?? ranked[0];
  if (cause === undefined) return undefined;
  const [kind, times] = cause;
  return `Main cause, for ${times} of ${open.length} unproven: ${kind}${kind.endsWith('.') ? '' : '.'}`;
}

/** A reason without the ids, numbers and values that differ from case to case. */
function kindOf(reason: string): string {
  return reason
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '{id}')
    .replace(/bookdist-[0-9a-f]+-\d+/g, '{externalId}')
    .replace(/(was not: \d{3}|answered \d{3})\b.*$/s, '$1')
    .replace(/\?\S*/g, '')
    .slice(0, 400);
}
