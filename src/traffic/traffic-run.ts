/** Judges the service and its callers in recorded or live traffic, and summarises the traffic like a run. */
import { randomBytes } from 'node:crypto';
import type { Exchange, Outcome } from '../harness/evidence/index.ts';
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
import type { ObservedExchange, WorldOptions } from '../monitor/index.ts';
import { type CallerFinding, type CallerRow, createCallerJudge } from './callers/index.ts';
import { createExchangeRecord, serviceAddress } from './recordings/index.ts';
import type { RecordedExchange } from './recordings/index.ts';

/** The findings that one exchange added. */
export interface ExchangeFindings {
  readonly exchange: Exchange | undefined;
  /** Drifts of a kind that no earlier exchange showed. */
  readonly drifts: readonly RepeatedDrift[];
  readonly calls: readonly CallerFinding[];
}

export interface TrafficRun {
  /** Judges one exchange. Exchanges must be passed in the order of their responses. */
  readonly judge: (observed: ObservedExchange, recorded: RecordedExchange) => ExchangeFindings;
  readonly outcome: () => Outcome;
  readonly callers: () => readonly CallerRow[];
  /** The first service that was called, with the version prefix. */
  readonly address: () => string | undefined;
}

interface TrafficTotals {
  requests: number;
  /** Milliseconds, summed over requests. */
  waited: number;
  address: string | undefined;
}

/**
 * Starts with nothing known: books may have been created before the traffic began.
 * @param only ids that start with this; everything if undefined
 * @param known facts that the traffic does not show
 */
export function createTrafficRun(only?: string, known: WorldOptions = {}): TrafficRun {
  const silences = createAnswerRecorder([]);
  const monitoring = createMonitoring(silences, known);
  const statuses = createStatusCounter();
  const callers = createCallerJudge();
  const start = { at: new Date(), tick: performance.now() };
  const totals: TrafficTotals = { requests: 0, waited: 0, address: undefined };
  const isSelected = ({ requirement }: { readonly requirement: string }): boolean =>
    isInScope(only, requirement);
  return {
    judge: (observed, recorded) => {
      totals.requests += 1;
      totals.waited += recorded.took;
      const { toStorage, path } = observed.request;
      if (!toStorage) totals.address ??= serviceAddress(recorded.request.url, path);
      const exchange = createExchangeRecord(observed, recorded);
      if (exchange !== undefined) statuses.count(exchange);
      const { newDrifts: fresh, asked } = monitoring.judge(observed, exchange);
      const calls = callers.judge(observed, asked);
      return { exchange, drifts: fresh.filter(isSelected), calls: calls.filter(isSelected) };
    },
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

/** Returns the outcome in the form of a run's, without seed and consent, because nothing was sent. */
function createOutcome({
  only,
  silences,
  monitoring,
  statuses,
  start,
  totals,
}: OutcomeParts): Outcome {
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
    waited: totals.waited,
    requests: totals.requests,
    repeated: 0,
    clockSkew: undefined,
    findings,
    answers,
    judged: judgeRequirements(findings, { only, allow: new Set(consents) }),
    evidence: monitoring.evidence(),
    provable: [],
    statuses: statuses.counts(),
    leftovers: [],
    stopped: undefined,
    stoppedBecause: undefined,
  };
}

/** Describes a drift in one line. */
export function describeDrift(drift: RepeatedDrift): string {
  const { requirement, difference } = createMonitorFinding(drift, 0);
  const { method, path } = drift.exchange.request;
  const position = difference?.pointer === undefined ? '' : ` at ${difference.pointer}`;
  return `${method} ${path} → ${drift.exchange.status}  ${requirement}: expected ${difference?.expected ?? ''}, got ${difference?.actual ?? ''}${position}`;
}
