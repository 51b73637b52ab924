/** Hands what a run exchanges to everything that learns from it. */
import { type Exchange, observedExchange, observedLoss } from '../evidence/index.ts';
import { isTransient, type Lateness, type Tally, type WireOptions } from '../wire/index.ts';
import type { SilenceBook } from './answers.ts';
import type { Monitoring } from './monitoring.ts';
import { monitorFinding } from './passing-findings.ts';
import { within } from '../plan/index.ts';
import type { SessionOptions } from './session-options.ts';
import type { StatusCounter } from './status-counts.ts';
import type { Trails } from '../cleanup/index.ts';

/** The parts of a session that learn from exchanges. */
export interface Heard {
  readonly monitoring: Monitoring;
  readonly statuses: StatusCounter;
  readonly silences: SilenceBook;
  readonly trails: Trails;
  readonly tally: Tally;
  readonly lateness: Lateness;
  /** The number of the last exchange that said something about the service. */
  readonly usable: { last: number };
}

type Listeners = Required<Pick<WireOptions, 'onAttempt' | 'onExchange' | 'onLost'>>;

/** Hands every attempt to the monitor, and the responses that cases are given to all else. */
export function listenersFor(options: SessionOptions, kept: Heard): Listeners {
  const { monitoring, statuses, silences, trails, tally, lateness, usable } = kept;
  return {
    onLost: (lost, details) => void monitoring.judge(observedLoss(lost, details), undefined),
    onAttempt: (exchange, scope, details) => {
      options.onEvent({ type: 'exchanged', exchange });
      if (isUsable(exchange)) usable.last = exchange.number;
      trails.hear(exchange);
      statuses.count(exchange);
      const { drifts, met, fresh, isOlder } = monitoring.judge(
        observedExchange(exchange, details),
        exchange,
      );
      if (isOlder) lateness.note(exchange);
      // A transient failure is no fault of what the case tests, and must not end it.
      if (!isTransient(exchange.status)) scope.drifts.push(...drifts);
      for (const requirement of met) scope.met.add(requirement);
      for (const drift of fresh) {
        trails.note(exchange, scope);
        if (!within(options.only, drift.requirement)) continue;
        options.onEvent({ type: 'found', finding: monitorFinding(drift, tally.requests) });
      }
    },
    onExchange: (exchange, _scope, clear) => {
      if (clear) silences.hear(exchange);
    },
  };
}

/** A response that says something about the service. */
function isUsable({ status, request }: Exchange): boolean {
  return status < 500 && status !== 429 && !(status === 401 && request.key === 'own');
}
