/** Creates the stage of a case: its calls, books, expectations and clock. */
import { createTypedCalls } from './ask.ts';
import { createEventually, type Pause, createExpectations, createPreconditions } from './expect.ts';
import {
  type AdjustableClock,
  bindScope,
  type Ownership,
  type Scope,
  type Wire,
  type WireRequest,
} from '../wire/index.ts';
import { createBookMaker } from './make.ts';
import { type KnownTarget, Unproven } from '../evidence/index.ts';
import type { Mark } from '../arbitraries/index.ts';

/** The state that all cases of a run share. */
export interface RunContext {
  readonly wire: Wire;
  readonly clock: AdjustableClock;
  readonly ownership: Ownership;
  readonly target: KnownTarget;
  readonly nextMark: () => Omit<Mark, 'variant'>;
  readonly pause: Pause;
  /** Milliseconds that a run waits for an instant to pass. */
  readonly patience: number;
}

/** The members that a case gets. */
export type Stage = ReturnType<typeof createStage>;

export function createStage(context: RunContext, scope: Scope) {
  const { clock, target, pause } = context;
  const seed = scope.replay?.seed ?? 0;
  let books = 0;
  const nextMark = (): Mark => ({ ...context.nextMark(), variant: (seed >>> 0) + (books += 1) });
  const stage = {
    ...createAccountCalls(undefined, { ...context, nextMark }, scope),
    /** The same calls with the key of the second account; only for cases that say that they need it. */
    secondAccount: () => createAccountCalls('second', { ...context, nextMark }, scope),
    /** The target's calendar, from its Date header. */
    clock: { ...clock, pass: createTimePassing(context, scope.signal) },
    /** Chooses among values that are equally good. It depends on the seed of the run and on the case. */
    seed,
    /** What the run knows about the target: reach, consent, and the readings it configured. */
    target,
    /** Assertions about the requirement: a failure is a drift. */
    expect: createExpectations(scope),
    /** Repeats a call, with growing pauses up to a limit, until the response is satisfactory; returns the last one. */
    eventually: createEventually(pause, scope.signal),
  };
  bindScope(stage, scope);
  return stage;
}

/** A context whose marks have a variant. */
type CallContext = RunContext & Pick<Parameters<typeof createBookMaker>[0], 'nextMark'>;

/** Creates the calls of one account, and the functions that create its books. */
function createAccountCalls(
  account: WireRequest['account'],
  { wire: runWire, clock, ownership, nextMark, pause }: CallContext,
  scope: Scope,
) {
  const wire: Wire = async (request, of, mode) => runWire({ account, ...request }, of, mode);
  const ask = createTypedCalls(wire, scope);
  const need = createPreconditions(scope);
  const eventually = createEventually(pause, scope.signal);
  return {
    /** The typed calls of the contract, one per operation. */
    ask,
    /** Sends a request that the types forbid: another method, content type, key or body. */
    wire: async (request: WireRequest) => wire(request, scope),
    /** Preconditions: a failure leaves the case unproven, never drifting. */
    need,
    /** Creates books in a given state, marked as this run's. If the service refuses, the case is unproven. */
    make: createBookMaker({ ask, need, clock, ownership, nextMark, eventually }),
  };
}

/** The Date header has whole seconds, so the service gets one second of grace. */
const dateHeaderGrace = 1_500;

/** Waits until the target's time has passed an instant (epoch milliseconds); unproven if that takes too long. */
function createTimePassing({ clock, pause, patience }: RunContext, signal: AbortSignal) {
  return async (instant: number): Promise<void> => {
    const remainingTime = instant - clock.now();
    if (remainingTime > patience)
      throw new Unproven('the deadline is too far ahead for a run to wait');
    await pause(Math.max(0, remainingTime) + dateHeaderGrace, signal);
  };
}
