/** Judges the service and its callers by recorded or live traffic, and summarises the traffic as a run. */
import { randomBytes } from 'node:crypto';
import type { RunOutcome } from '../harness/evidence/index.ts';
import {
  createAnswerFindings,
  createMonitoring,
  createAnswerRecorder,
  createStatusCounter,
  createMonitorFinding,
  createMonitorFindings,
  type Monitoring,
  type RepeatedDrift,
  type AnswerRecorder,
  type StatusCounter,
} from '../harness/run/index.ts';
import { consents } from '../harness/wire/index.ts';
import { judgeRequirements, isInScope } from '../harness/plan/index.ts';
import {
  isAnswered,
  type ObservedExchange,
  splitQuery,
  type WorldOptions,
} from '../monitor/index.ts';
import { type CallerFinding, type CallerRow, createCallerJudge } from './caller-rules/index.ts';

/** The findings that one exchange added. */
export interface ExchangeFindings {
  /** Drifts of a kind that no earlier exchange showed. */
  readonly drifts: readonly RepeatedDrift[];
  readonly callerFindings: readonly CallerFinding[];
}

export interface TrafficRun {
  /** Judges one exchange. Exchanges must be passed in the order of their responses. */
  readonly judge: (exchange: ObservedExchange) => ExchangeFindings;
  /** Judges what the calling program left undone. Call it once the program has ended, and at most once. */
  readonly finishCallers: () => readonly CallerFinding[];
  readonly outcome: () => RunOutcome;
  readonly callers: () => readonly CallerRow[];
  /** The address of the first service that was called, with the version prefix. */
  readonly address: () => string | undefined;
}

interface TrafficTotals {
  requests: number;
  /** Milliseconds, summed over requests. */
  address: string | undefined;
}

/**
 * Creates a run that knows nothing yet: books may have been created before the traffic began.
 * @param only the prefix of the ids to judge; undefined judges all
 * @param worldOptions facts that the traffic does not show
 */
export function createTrafficRun(only?: string, worldOptions: WorldOptions = {}): TrafficRun {
  const silences = createAnswerRecorder([]);
  const monitoring = createMonitoring(silences, worldOptions);
  const statuses = createStatusCounter();
  const callers = createCallerJudge();
  const start = { at: new Date(), tick: performance.now() };
  const totals: TrafficTotals = { requests: 0, address: undefined };
  const isSelected = ({ requirement }: { readonly requirement: string }): boolean =>
    isInScope(only, requirement);
  return {
    judge: (exchange) => {
      totals.requests += 1;
      if (!exchange.request.toStorage) totals.address ??= getServiceAddress(exchange.request);
      if (isAnswered(exchange)) statuses.count(exchange);
      const { newDrifts, call, judgedRequest } = monitoring.judge(exchange);
      const callerFindings = callers.judge({ ...call, exchange, judgedRequest });
      return {
        drifts: newDrifts.filter(isSelected),
        callerFindings: callerFindings.filter(isSelected),
      };
    },
    finishCallers: () => callers.finish().filter(isSelected),
    outcome: () => createOutcome({ only, silences, monitoring, statuses, start, totals }),
    callers: () => callers.rows().filter(isSelected),
    address: () => totals.address,
  };
}

interface OutcomeParts {
  readonly only: string | undefined;
  readonly silences: AnswerRecorder;
  readonly monitoring: Monitoring;
  readonly statuses: StatusCounter;
  readonly start: { readonly at: Date; readonly tick: number };
  readonly totals: TrafficTotals;
}

/** Returns the outcome. It has no seed and no consent, because this run sent nothing. */
function createOutcome({
  only,
  silences,
  monitoring,
  statuses,
  start,
  totals,
}: OutcomeParts): RunOutcome {
  const answers = silences.answers().filter(({ silence }) => isInScope(only, silence));
  const findings = [
    ...createMonitorFindings(monitoring, statuses.counts(), totals.requests),
    ...createAnswerFindings(answers, totals.requests),
  ].filter(({ requirement }) => isInScope(only, requirement));
  return {
    runId: randomBytes(4).toString('hex'),
    seed: 0,
    allow: [],
    reach: 'behaviour',
    depth: 'usual',
    startedAt: start.at.toISOString(),
    took: performance.now() - start.tick,
    requests: totals.requests,
    repeated: 0,
    clockSkew: undefined,
    findings,
    answers,
    judged: judgeRequirements(findings, { only, allow: new Set(consents) }),
    evidence: monitoring.evidence(),
    exchanges: monitoring.exchanges(),
    coverage: monitoring.coverage(),
    provable: [],
    statuses: statuses.counts(),
    leftovers: [],
    stopped: undefined,
    stoppedBecause: undefined,
  };
}

/** Returns the address of the service with the version prefix. */
function getServiceAddress({ url, path }: ObservedExchange['request']): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.slice(0, pathname.length - splitQuery(path)[0].length);
}

/** Describes a drift in one line. */
export function describeDrift(drift: RepeatedDrift): string {
  const { requirement, difference } = createMonitorFinding(drift, 0);
  const { method, path } = drift.exchange.request;
  const position = difference?.pointer === undefined ? '' : ` at ${difference.pointer}`;
  return `${method} ${path} → ${drift.exchange.response.status}  ${requirement}: expected ${difference?.expected ?? ''}, got ${difference?.actual ?? ''}${position}`;
}
