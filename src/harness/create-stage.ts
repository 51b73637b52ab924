/** Puts together what one case is handed. */
import { createAnswers } from './ask.ts';
import type { SetClock } from './clock.ts';
import { createEventually, type Pause } from './eventually.ts';
import { createExpectations, summary } from './expect.ts';
import { createBookMaker } from './make.ts';
import type { Ownership } from './ownership.ts';
import { assertOpen, bindScope, type Scope } from './scope.ts';
import type { Needed, Stage } from './stage.ts';
import type { KnownTarget } from './target.ts';
import type { Mark } from './values/books.ts';
import { Unproven } from './verdict-errors.ts';
import type { Wire } from './wire.ts';

/** What all cases of a run share. */
export interface Backstage {
  readonly wire: Wire;
  readonly clock: SetClock;
  readonly ownership: Ownership;
  readonly target: KnownTarget;
  readonly nextMark: () => Mark;
  readonly pause: Pause;
  /** Milliseconds a run waits for an instant to pass. */
  readonly patience: number;
}

/** Makes the stage of one case. */
export function createStage(backstage: Backstage, scope: Scope): Stage {
  const { wire, clock, ownership, target, nextMark, pause } = backstage;
  const eventually = createEventually(pause, scope.signal);
  const ask = createAnswers(wire, scope);
  const need = createNeeded(scope);
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

/** The Date header has whole seconds, so that a second of grace is the service's due. */
const grace = 1_500;

function passing(
  { clock, pause, patience }: Backstage,
  signal: AbortSignal,
): Stage['clock']['pass'] {
  return async (instant) => {
    const left = instant - clock.now();
    if (left > patience) throw new Unproven('a deadline is further off than a run waits');
    await pause(Math.max(0, left) + grace, signal);
  };
}

function createNeeded(scope: Scope): Needed {
  return {
    accepted: (exchange) => {
      assertOpen(scope);
      if (exchange.status >= 200 && exchange.status < 300) return exchange;
      const call = `${exchange.request.method} ${exchange.request.path}`;
      throw new Unproven(
        `${call} had to be accepted first and was not: ${summary(exchange)}`,
        exchange,
      );
    },
    that: (condition, reason) => {
      assertOpen(scope);
      if (!condition) throw new Unproven(reason, scope.exchanges.at(-1));
    },
  };
}
