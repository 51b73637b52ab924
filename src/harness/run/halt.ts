/** The reasons that end a run early. */
import type { StopReason } from '../evidence/index.ts';

/** Why a run cannot go on. */
export interface Obstacle {
  readonly stopped: StopReason;
  /** One sentence for the user, with what to check. */
  readonly because: string;
}

export interface Halt {
  readonly signal: AbortSignal;
  /** The first reason to stop, if there is one. */
  by?: Obstacle;
  readonly end: (obstacle: Obstacle) => void;
  /** Ends the run in time even while it waits for a response. */
  readonly timer?: NodeJS.Timeout;
}

/** The obstacle of a spent budget. */
export function spent(stopped: 'out of requests' | 'out of time'): Obstacle {
  return {
    stopped,
    because: `The run is ${stopped}; raise the limit, or choose fewer requirements with --only.`,
  };
}

/** @param maxTime milliseconds after which the run ends; undefined for no bound */
export function createHalt(maxTime: number | undefined): Halt {
  const controller = new AbortController();
  const halt: Halt = {
    signal: controller.signal,
    end: (obstacle) => {
      halt.by ??= obstacle;
      // If only the number of requests is limited, those in flight may still finish.
      if (obstacle.stopped !== 'out of requests') controller.abort(obstacle.because);
    },
    ...(maxTime !== undefined && {
      timer: setTimeout(() => halt.end(spent('out of time')), maxTime).unref(),
    }),
  };
  return halt;
}
