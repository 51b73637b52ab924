/** What a case is handed: eight members, and no ninth. */
import type { TypedCalls } from './ask.ts';
import type { TargetClock, WireRequest } from '../wire/index.ts';
import type { Expectations } from './expect.ts';
import type { Exchange, KnownTarget } from '../evidence/index.ts';
import type { Eventually } from './eventually.ts';
import type { BookMaker } from './make.ts';
import type { Preconditions } from './preconditions.ts';

export interface Stage {
  /** The typed calls of the contract, one per operation, each answering with its exchange. */
  readonly ask: TypedCalls;
  /** A request the types forbid: another method, content type, key or body. */
  readonly wire: (request: WireRequest) => Promise<Exchange>;
  /** Books in a given state, marked as this run's; a service that refuses to make one leaves the case unproven. */
  readonly make: BookMaker;
  /** Assertions about the requirement: a miss is drift. */
  readonly expect: Expectations;
  /** Conditions of asking at all: a miss leaves the case unproven, never drifting. */
  readonly need: Preconditions;
  /** The target's own calendar, from its Date header. */
  readonly clock: TargetClock & PatientClock;
  /** Asks again, with growing pauses up to a bound, until the answer satisfies; then returns it. */
  readonly eventually: Eventually;
  /** What the run knows of the target beforehand: reach, consent, and readings where it set them itself. */
  readonly target: KnownTarget;
}

export interface PatientClock {
  /** Lets the target's time pass an instant (epoch milliseconds); unproven where that takes longer than a run waits. */
  readonly pass: (instant: number) => Promise<void>;
}
