/** Turns findings into one verdict per requirement. */
import { requirement, statedIds, type StatedId } from '../../contract/requirements.ts';
import type { Finding, RequirementVerdict, Verdict } from '../evidence/index.ts';
import { isInScope } from './plan.ts';
import { type Permission, explainMissingEvidence } from './provable.ts';

/** If the cases of a requirement differ, the earlier verdict wins. */
const worstFirst: readonly Verdict[] = ['drifts', 'known', 'errored', 'unproven', 'conforms'];

/**
 * Returns the verdict of every requirement. A requirement is proven only if each of its cases ran to
 * its end, and one of them or the monitor got a response that the document does not leave open.
 */
export function judgeRequirements(
  findings: readonly Finding[],
  { only, ...run }: Pick<Permission, 'only' | 'allow' | 'depth'>,
): RequirementVerdict[] {
  const byId = groupByRequirement(findings);
  return statedIds
    .filter((id) => isInScope(only, id))
    .map((id) => judge(id, byId.get(id) ?? [], run));
}

function judge(
  id: StatedId,
  findings: readonly Finding[],
  run: Pick<Permission, 'allow' | 'depth'>,
): RequirementVerdict {
  const untested = requirement(id).untested;
  if (findings.length === 0) {
    const reason = untested ?? explainMissingEvidence(id, run);
    return { requirement: id, verdict: 'unproven', reason, findings };
  }
  const decidedFindings = findings.filter(({ undecided }) => undecided !== true);
  const decisiveFindings = decidedFindings.length > 0 ? decidedFindings : findings;
  const verdict =
    worstFirst.find((candidate) =>
      decisiveFindings.some((finding) => finding.verdict === candidate),
    ) ?? 'unproven';
  const reason = decisiveFindings.find((finding) => finding.verdict === verdict)?.reason;
  return { requirement: id, verdict, findings, ...(reason === undefined ? {} : { reason }) };
}

function groupByRequirement(findings: readonly Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    groups.set(finding.requirement, [...(groups.get(finding.requirement) ?? []), finding]);
  }
  return groups;
}
