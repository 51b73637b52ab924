/** Creates what one case gets. */
import { createTypedCalls } from './ask.ts';
import {
  bindScope,
  type Ownership,
  type Scope,
  type AdjustableClock,
  type Wire,
} from '../wire/index.ts';
import { createEventually, type Pause } from './eventually.ts';
import { createExpectations } from './expect.ts';
import { createPreconditions } from './preconditions.ts';
import { createBookMaker } from './make.ts';
import type { Stage } from './stage.ts';
import { type KnownTarget, Unproven } from '../evidence/index.ts';
import type { Mark } from '../values/index.ts';

/** What all cases of a run share. */
export interface Backstage {
  readonly wire: Wire;
  readonly clock: AdjustableClock;
  readonly ownership: Ownership;
  readonly target: KnownTarget;
  readonly nextMark: () => Mark;
  readonly pause: Pause;
  /** Milliseconds that a run waits for an instant to pass. */
  readonly patience: number;
}

/** Creates the stage of one case. */
export function createStage(backstage: Backstage, scope: Scope): Stage {
  const { wire, clock, ownership, target, nextMark, pause } = backstage;
  const eventually = createEventually(pause, scope.signal);
  const ask = createTypedCalls(wire, scope);
  const need = createPreconditions(scope);
  const stage: Stage = {
    ask,
    need,
    clock: { ...clock, pass: passing(backstage, scope.signal) },
    target,
    wire: async (request) => wire(request, scope),
    make: createBookMaker({ ask, need, clock, ownership, nextMark, eventually }),
    expect: createExpectations(scope),
    eventually,
  };
  bindScope(stage, scope);
  return stage;
}

/** The Date header has whole seconds, so the service gets one second of grace. */
const grace = 1_500;

function passing(
  { clock, pause, patience }: Backstage,
  signal: AbortSignal,
): Stage['clock']['pass'] {
  return async (instant) => {
    const left = instant - clock.now();
    if (left > patience) throw new Unproven('a deadline is further ahead than a run waits');
    await pause(Math.max(0, left) + grace, signal);
  };
}
