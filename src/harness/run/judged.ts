/** From findings to one verdict per requirement. */
import { requirement, statedIds, type StatedId } from '../../contract/requirements.ts';
import type { Finding, RequirementVerdict, Verdict } from '../evidence/index.ts';
import { within } from './plan.ts';

/** Which verdict wins when the cases of one requirement differ: the earlier one. */
const worstFirst: readonly Verdict[] = ['drifts', 'known', 'errored', 'unproven', 'conforms'];

/**
 * The verdict of every stated requirement. One is proven only when each of its cases was
 * asked to the end; a requirement that only shapes speak for needs a value that showed it.
 */
export function judgeRequirements(
  findings: readonly Finding[],
  only: string | undefined,
): RequirementVerdict[] {
  const byId = group(findings);
  return statedIds.filter((id) => within(only, id)).map((id) => judge(id, byId.get(id) ?? []));
}

function judge(id: StatedId, findings: readonly Finding[]): RequirementVerdict {
  const untested = requirement(id).untested;
  if (findings.length === 0) {
    const reason = untested ?? 'no answer of this run showed it';
    return { requirement: id, verdict: 'unproven', reason, findings };
  }
  const verdict =
    worstFirst.find((word) => findings.some((finding) => finding.verdict === word)) ?? 'unproven';
  const reason = findings.find((finding) => finding.verdict === verdict)?.reason;
  return { requirement: id, verdict, findings, ...(reason === undefined ? {} : { reason }) };
}

function group(findings: readonly Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    groups.set(finding.requirement, [...(groups.get(finding.requirement) ?? []), finding]);
  }
  return groups;
}
