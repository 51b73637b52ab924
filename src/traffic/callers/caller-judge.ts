/** Judges the program that calls the service, exchange by exchange (`caller.*` in the ledger). */
import { callerIds, type CallerId } from '../../contract/requirements.ts';
import type { JudgedRequest, ObservedExchange } from '../../monitor/index.ts';
import type { CallerFinding, RuleResult } from './caller-finding.ts';
import { readCall, type Call } from './call.ts';
import { createCallerMemory, type CallerMemory } from './caller-memory.ts';
import { judgeFormat, judgeNarrator, judgeUnchanged } from './book-rules.ts';
import { learnFromCall } from './learn.ts';
import { judgePublish } from './publish-rules.ts';
import { judgePaging, judgeRepeatedCreate, judgeWait } from './repeat-rules.ts';
import { judgeFields, judgeKey, judgeLabels, judgeRoles, judgeRoute } from './request-rules.ts';
import { judgeAttach, judgeChapters, judgeUpload } from './upload-rules.ts';
import { judgeEmptyBody, judgeValues } from './value-rules.ts';

/** How often a rule was applied and broken, with the first findings. */
export interface CallerRow {
  readonly requirement: CallerId;
  judged: number;
  broken: number;
  readonly findings: CallerFinding[];
}

type Rule = (call: Call, memory: CallerMemory) => readonly RuleResult[];

const rules: readonly Rule[] = [
  judgeRoute,
  judgeKey,
  judgeLabels,
  judgeFields,
  judgeValues,
  judgeEmptyBody,
  judgeFormat,
  judgeNarrator,
  judgeUnchanged,
  judgeRoles,
  judgeUpload,
  judgeAttach,
  judgeChapters,
  judgePublish,
  judgeWait,
  judgeRepeatedCreate,
  judgePaging,
];

/** Findings stored for each rule; the rest is only counted. */
const maximumFindings = 20;

/** Creates a judge that knows nothing about the caller yet. */
export function createCallerJudge() {
  const memory = createCallerMemory();
  const rows = new Map<CallerId, CallerRow>(
    callerIds.map((requirement) => [
      requirement,
      { requirement, judged: 0, broken: 0, findings: [] },
    ]),
  );
  return {
    /** Judges exchanges in the order of their responses; returns the broken rules. */
    judge: (
      exchange: ObservedExchange,
      asked: JudgedRequest | undefined,
    ): readonly CallerFinding[] => {
      const call = readCall(exchange, asked);
      const results = rules.flatMap((rule) => rule(call, memory));
      learnFromCall(memory, call);
      return results.flatMap((result) =>
        recordResult(rows.get(result.requirement), result, exchange),
      );
    },
    /** One row per `caller.*` id, in the order of the ledger. */
    rows: (): readonly CallerRow[] => [...rows.values()],
  };
}

function recordResult(
  row: CallerRow | undefined,
  { requirement, expected, actual }: RuleResult,
  { number }: ObservedExchange,
): CallerFinding[] {
  if (row === undefined) return [];
  row.judged += 1;
  if (actual === undefined) return [];
  row.broken += 1;
  const finding = { requirement, expected, actual, exchange: number };
  if (row.findings.length < maximumFindings) row.findings.push(finding);
  return [finding];
}
