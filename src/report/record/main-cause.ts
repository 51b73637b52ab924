/** The most frequent reason why requirements are unproven, as one sentence. */
import { reasonKind } from './reason-kind.ts';
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
    const kind = reasonKind(reason);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const ranked = [...counts].sort(([, one], [, other]) => other - one);
  // Another cause explains why nothing was seen.
  const cause = ranked.find(([kind]) => !nothingSeen.test(kind)) ?? ranked[0];
  if (cause === undefined) return undefined;
  const [kind, times] = cause;
  return `Main cause, for ${times} of ${open.length} unproven: ${kind}${kind.endsWith('.') ? '' : '.'}`;
}
