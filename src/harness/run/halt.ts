/** The reasons that end a run early. */
import type { StopReason } from '../evidence/index.ts';

/** The reason for which a run cannot continue. */
export interface Obstacle {
  readonly reason: StopReason;
  /** One sentence for the user, with what to check. */
  readonly explanation: string;
}

/** @param maxTime milliseconds after which the run ends; undefined for no bound */
export function createHalt(maxTime: number | undefined) {
  const controller = new AbortController();
  const state: { obstacle?: Obstacle } = {};
  const end = (reason: StopReason, explanation: string): void => {
    state.obstacle ??= { reason, explanation };
    // If only the number of requests is limited, those in flight may still finish.
    if (reason !== 'out of requests') controller.abort(explanation);
  };
  const spend = (reason: 'out of requests' | 'out of time'): void =>
    end(reason, `The run is ${reason}; raise the limit, or choose fewer requirements with --only.`);
  return {
    signal: controller.signal,
    /** Returns the first reason to stop, if there is one. */
    obstacle: (): Obstacle | undefined => state.obstacle,
    end,
    spend,
    /** Ends the cases that are running, without a reason that concerns the service. */
    abort: (because: string): void => controller.abort(because),
    /** Ends the run in time even while it waits for a response. */
    timer:
      maxTime === undefined ? undefined : setTimeout(() => spend('out of time'), maxTime).unref(),
  };
}
