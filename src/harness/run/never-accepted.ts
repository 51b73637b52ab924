/** A service that takes no call at all: then how it refuses one shows nothing. */
import type { Finding, StatusCount } from '../evidence/index.ts';

/** From so many calls on, all refused, it is no accident that none was accepted. */
const enoughCalls = 5;

/**
 * Turns drifts seen in refusals into what they are where nothing at all was ever accepted:
 * unproven. Otherwise a service that is closed today would read as one that drifts in a dozen
 * places. The form of a refusal can be judged all the same.
 */
export function withoutEmptyRefusals(
  findings: readonly Finding[],
  statuses: readonly StatusCount[],
): readonly Finding[] {
  const calls = statuses.reduce((sum, { times }) => sum + times, 0);
  if (calls < enoughCalls || statuses.some(({ status }) => status < 400)) return findings;
  return findings.map((finding) => {
    if (!showsNothing(finding)) return finding;
    const { difference: _unsaid, ...rest } = finding;
    const reason = 'no call was accepted in this run, so a refusal shows nothing';
    return { ...rest, verdict: 'unproven', reason };
  });
}

/** What the monitor says about the form of a body holds even then. */
function showsNothing({ source, verdict, difference, requirement }: Finding): boolean {
  if (source !== 'monitor') return verdict === 'drifts';
  if (verdict === 'drifts') return difference?.pointer === undefined;
  return !/^(problem|message|body)\./.test(requirement);
}
