/** Lists the requirements that a run can prove, and turns findings into one verdict per requirement. */
import type { OperationId } from '../../contract/operations.ts';
import { listOperationsWithRequirement } from '../../contract/requirement-places.ts';
import {
  requirement as readEntry,
  type RequirementId,
  type StatedId,
  statedIds,
  requirement,
} from '../../contract/requirements.ts';
import { readContract } from '../../contract/spec.ts';
import type {
  Consent,
  Depth,
  Reach,
  Finding,
  RequirementVerdict,
  Verdict,
} from '../evidence/index.ts';
import { formatAllowOption, consentFor, consents } from '../wire/index.ts';
import { type Job, isInScope } from './plan.ts';

export interface Permission {
  readonly allow: ReadonlySet<Consent>;
  readonly reach: Reach;
  readonly only?: string | undefined;
  readonly secondKey?: string | undefined;
  readonly depth?: Depth | undefined;
}

/**
 * Returns the requirements that the jobs of a plan test or cover, except those whose own case may not
 * run. Observations prove nothing.
 */
export function listProvable(plan: readonly Job[], permission: Permission): RequirementId[] {
  const isTested = createTestFilter(plan, permission);
  return listPermitted(plan, permission).filter(isTested);
}

/**
 * Returns every requirement that a run could possibly prove. This includes requirements that only the
 * responses of some services show, if the run may send the requests for them.
 */
export function listReachable(plan: readonly Job[], permission: Permission): RequirementId[] {
  const isTested = createTestFilter(plan, permission);
  const mayCall = createCallFilter(permission.allow);
  return listPermitted(plan, permission).filter((id) => {
    const operations = listOperationsWithRequirement(id);
    return isTested(id) || operations.length === 0 || operations.some(mayCall);
  });
}

/** A run that may write deletes its books afterwards, so it also sees responses to deleteBook. */
function createCallFilter(allow: ReadonlySet<Consent>): (operation: OperationId) => boolean {
  return (operation) =>
    allow.has(consentFor(operation)) || (operation === 'deleteBook' && allow.has('write'));
}

/** Returns the requirements in scope, except those whose case may not run. */
function listPermitted(plan: readonly Job[], permission: Permission): RequirementId[] {
  const excludedIds = new Set(
    omitObservations(plan)
      .filter((job) => !isPermitted(job, permission))
      .map((job) => job.requirement),
  );
  return statedIds.filter(
    (id) =>
      isInScope(permission.only, id) &&
      readEntry(id).untested === undefined &&
      !excludedIds.has(id),
  );
}

function createTestFilter(
  plan: readonly Job[],
  permission: Permission,
): (id: RequirementId) => boolean {
  const permittedJobs = omitObservations(plan).filter((job) => isPermitted(job, permission));
  const testedIds = new Set(permittedJobs.map((job) => job.requirement));
  const coveredPrefixes = [...new Set(permittedJobs.flatMap((job) => job.covers))];
  return (id) => testedIds.has(id) || coveredPrefixes.some((start) => id.startsWith(start));
}

function omitObservations(plan: readonly Job[]): readonly Job[] {
  return plan.filter(({ kind }) => kind !== 'observation');
}

function isPermitted(job: Job, { allow, reach, secondKey }: Permission): boolean {
  return (
    job.needs.every((consent) => allow.has(consent)) &&
    (reach === 'behaviour' || job.reach === 'shape') &&
    (!job.secondAccount || secondKey !== undefined)
  );
}

/**
 * Returns the consent to suggest for a run that only reads, with the largest number of `must`
 * requirements that it could then prove; undefined for a run that has more consent already.
 */
export function suggestConsent(
  plan: readonly Job[],
  permission: Permission,
): { readonly allow: readonly Consent[]; readonly requirements: number } | undefined {
  if (permission.allow.size > 1) return undefined;
  const allow = ['read', 'write'] as const;
  const ids = listReachable(plan, { ...permission, allow: new Set(allow) });
  return { allow, requirements: ids.filter((id) => readEntry(id).level === 'must').length };
}

/** Returns why a requirement without a finding is unproven, and what would prove it. */
export function explainMissingEvidence(
  id: StatedId,
  { allow, depth }: Pick<Permission, 'allow' | 'depth'>,
): string {
  const operations = listOperationsWithRequirement(id);
  const permittedOperations = operations.filter(createCallFilter(allow));
  if (operations.length > 0 && permittedOperations.length === 0) {
    const [missingConsent] = consents.filter((consent) =>
      operations.some((name) => consentFor(name) === consent),
    );
    // A run publishes and deletes only books that it created.
    return missingConsent === undefined
      ? notShown
      : `needs ${formatAllowOption(allow, ['write', missingConsent])}`;
  }
  if (!allow.has('write'))
    return `${notShown}; try ${formatAllowOption(allow, ['write'])}, which creates books that may show it`;
  const requests = permittedOperations.map((name) => {
    const { method, path } = readContract().operations[name];
    return `${method} ${path}`;
  });
  const reason =
    requests.length === 0 || requests.length > 3
      ? notShown
      : `no response to ${requests.join(' or ')} showed it`;
  return depth === 'quick' ? `${reason}; try --depth usual` : reason;
}

const notShown = 'no response in this run showed it';

/** The average number of requests of a job of each kind, measured over whole runs with 25 values. */
const requestsPerJob = { case: 10, property: 4, observation: 2 } as const;
/** Publishing needs books with files first. */
const requestsPerPublishingJob = { case: 36, property: 7, observation: 4 } as const;
const requestsPerReadingJob = 2;

function estimateJob({ kind, needs }: Job): number {
  if (needs.every((consent) => consent === 'read')) return requestsPerReadingJob;
  return (needs.includes('publish') ? requestsPerPublishingJob : requestsPerJob)[kind];
}

/** Estimates how many requests the permitted jobs send, clean-up included, from the averages of their kinds. */
export function estimateRequests(plan: readonly Job[], { allow, reach }: Permission): number {
  return plan
    .filter(({ needs }) => needs.every((consent) => allow.has(consent)))
    .filter((job) => reach === 'behaviour' || job.reach === 'shape')
    .reduce((sum, job) => sum + estimateJob(job), 0);
}

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
