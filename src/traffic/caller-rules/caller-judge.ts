/** Judges the program that calls the service by the `caller.*` rules of the ledger, exchange by exchange. */
import { callerIds, type CallerId } from '../../contract/requirements.ts';
import type { CallerFinding, RuleResult, CallerCall } from './call.ts';
import { createCallerMemory, type CallerMemory } from './caller-memory.ts';
import {
  judgeFormat,
  judgeNarrator,
  judgeUnchangedFields,
  judgeEmptyBody,
  judgeValues,
} from './value-rules.ts';
import { learnFromCall } from './learn.ts';
import { judgePublish, judgeUnpublishedEdits } from './publish-rules.ts';
import { judgePaging, judgeRepeatedCreate, judgeWait } from './repeat-rules.ts';
import {
  judgeFields,
  judgeKey,
  judgeContentType,
  judgeRoles,
  judgeRoute,
} from './request-rules.ts';
import { judgeAttach, judgeChapters, judgeUpload } from './upload-rules.ts';

/** A rule with the number of calls that it applied to and that broke it. */
export interface CallerRow {
  readonly requirement: CallerId;
  judged: number;
  broken: number;
  /** The first findings only. */
  readonly findings: CallerFinding[];
}

/**
 * Judges one call by the memory of the calls before it. Whether two calls overlapped is in `exchange.inFlight`, which
 * allows for rounded times. If in doubt, a rule accuses nobody.
 */
type Rule = (call: CallerCall, memory: CallerMemory) => readonly RuleResult[];

const rules: readonly Rule[] = [
  judgeRoute,
  judgeKey,
  judgeContentType,
  judgeFields,
  judgeValues,
  judgeEmptyBody,
  judgeFormat,
  judgeNarrator,
  judgeUnchangedFields,
  judgeRoles,
  judgeUpload,
  judgeAttach,
  judgeChapters,
  judgePublish,
  judgeWait,
  judgeRepeatedCreate,
  judgePaging,
];

const maximumFindingsPerRule = 20;

/** Creates a judge that knows nothing about the caller yet. */
export function createCallerJudge() {
  const memory = createCallerMemory();
  const createRow = (requirement: CallerId): CallerRow => ({
    requirement,
    judged: 0,
    broken: 0,
    findings: [],
  });
  const rows = new Map(callerIds.map((id) => [id, createRow(id)]));
  return {
    /** Judges one exchange; returns a finding for each broken rule. Takes exchanges in the order of their responses. */
    judge: (call: CallerCall) => {
      const results = rules.flatMap((rule) => rule(call, memory));
      learnFromCall(memory, call);
      return results.flatMap((result) =>
        recordResult(rows.get(result.requirement), result, call.exchange.number),
      );
    },
    /** Judges what the caller left undone. Call it only if the caller has ended. */
    finish: () =>
      judgeUnpublishedEdits(memory).flatMap(({ result, exchange }) =>
        recordResult(rows.get(result.requirement), result, exchange),
      ),
    /** One row per `caller.*` id, in the order of the ledger. */
    rows: (): readonly CallerRow[] => [...rows.values()],
  };
}

function recordResult(
  row: CallerRow | undefined,
  { requirement, expected, actual }: RuleResult,
  exchange: number,
): CallerFinding[] {
  if (row === undefined) return [];
  row.judged += 1;
  if (actual === undefined) return [];
  row.broken += 1;
  const finding = { requirement, expected, actual, exchange };
  if (row.findings.length < maximumFindingsPerRule) row.findings.push(finding);
  return [finding];
}
