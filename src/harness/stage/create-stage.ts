/** Creates what one case gets. */
import { createTypedCalls } from './ask.ts';
import {
  bindScope,
  type Ownership,
  type Scope,
  type AdjustableClock,
  type Wire,
  type WireRequest,
} from '../wire/index.ts';
import { createEventually, type Pause } from './eventually.ts';
import { createExpectations } from './expect.ts';
import { createPreconditions } from './preconditions.ts';
import { createBookMaker } from './make.ts';
import type { Stage } from './stage.ts';
import { type KnownTarget, Unproven } from '../evidence/index.ts';
import type { Mark } from '../values/index.ts';

/** The state that all cases of a run share. */
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
  const { clock, target, pause } = backstage;
  const eventually = createEventually(pause, scope.signal);
  const stage: Stage = {
    ...callsFor(undefined, backstage, scope),
    secondAccount: () => callsFor('second', backstage, scope),
    need: createPreconditions(scope),
    clock: { ...clock, pass: passing(backstage, scope.signal) },
    target,
    expect: createExpectations(scope),
    eventually,
  };
  bindScope(stage, scope);
  return stage;
}

/** The calls of one account, and the books that it makes. */
function callsFor(
  account: WireRequest['account'],
  { wire: plain, clock, ownership, nextMark, pause }: Backstage,
  scope: Scope,
): Pick<Stage, 'ask' | 'wire' | 'make'> {
  const wire: Wire = async (request, of, mode) => plain({ account, ...request }, of, mode);
  const ask = createTypedCalls(wire, scope);
  const need = createPreconditions(scope);
  const eventually = createEventually(pause, scope.signal);
  return {
    ask,
    wire: async (request) => wire(request, scope),
    make: createBookMaker({ ask, need, clock, ownership, nextMark, eventually }),
  };
}

/** The Date header has whole seconds, so the service gets one second of grace. */
const grace = 1_500;

function passing(
  { clock, pause, patience }: Backstage,
  signal: AbortSignal,
): Stage['clock']['pass'] {
  return async (instant) => {
    const left = instant - clock.now();
    if (left > patience) throw new Unproven('the deadline is too far ahead for a run to wait');
    await pause(Math.max(0, left) + grace, signal);
  };
}
