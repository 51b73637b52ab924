/** The reasons that end a run early. */
import type { StopReason } from '../evidence/index.ts';

/** Why a run cannot go on. */
export interface Obstacle {
  readonly stopped: StopReason;
  /** One sentence for the user, with what to check. */
  readonly because: string;
}

/** @param maxTime milliseconds after which the run ends; undefined for no bound */
export function createHalt(maxTime: number | undefined) {
  const controller = new AbortController();
  const state: { reason?: Obstacle } = {};
  const end = (stopped: StopReason, because: string): void => {
    state.reason ??= { stopped, because };
    // If only the number of requests is limited, those in flight may still finish.
    if (stopped !== 'out of requests') controller.abort(because);
  };
  const spend = (stopped: 'out of requests' | 'out of time'): void =>
    end(
      stopped,
      `The run is ${stopped}; raise the limit, or choose fewer requirements with --only.`,
    );
  return {
    signal: controller.signal,
    /** Returns the first reason to stop, if there is one. */
    reason: (): Obstacle | undefined => state.reason,
    end,
    /** Ends the run because a budget is spent. */
    spend,
    /** Ends the cases that are running, without a reason that concerns the service. */
    abort: (because: string): void => controller.abort(because),
    /** Ends the run in time even while it waits for a response. */
    timer:
      maxTime === undefined ? undefined : setTimeout(() => spend('out of time'), maxTime).unref(),
  };
}
