/** Two concurrent branches of calls on one book, and the states that any order of the calls could leave. */
import type { Exchange } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';

/** One call of a branch: how it is sent, and how it changes the state when it is accepted. */
export interface Step<State> {
  readonly send: (t: Stage) => Promise<Exchange>;
  readonly apply: (state: State) => State;
}

export type Branch<State> = readonly Step<State>[];

/** Sends the calls of a branch one after another; returns those that were accepted. */
export async function runBranch<State>(t: Stage, branch: Branch<State>): Promise<Step<State>[]> {
  const acceptedSteps: Step<State>[] = [];
  for (const step of branch) {
    const answer = await step.send(t);
    t.need.that(answer.status < 500, `a call of the history got ${answer.status}`);
    if (answer.status < 300) acceptedSteps.push(step);
  }
  return acceptedSteps;
}

/** Sends two branches concurrently; each keeps its own order. */
export async function runConcurrently<State>(
  t: Stage,
  one: Branch<State>,
  other: Branch<State>,
): Promise<readonly [Branch<State>, Branch<State>]> {
  const [first, second] = await Promise.all([runBranch(t, one), runBranch(t, other)]);
  t.need.that(
    first.length > 0 && second.length > 0,
    'concurrent calls were refused, so no update could be lost',
  );
  return [first, second];
}

/** Returns every state that some order of the calls leaves, with the order inside each branch kept. */
export function listOutcomes<State>(
  start: State,
  [one, ...rest]: Branch<State>,
  [other, ...others]: Branch<State>,
): State[] {
  if (one === undefined && other === undefined) return [start];
  return [
    ...(one === undefined
      ? []
      : listOutcomes(one.apply(start), rest, other === undefined ? [] : [other, ...others])),
    ...(other === undefined
      ? []
      : listOutcomes(other.apply(start), one === undefined ? [] : [one, ...rest], others)),
  ];
}

/** Asserts that some order of the calls leaves this state. */
export function expectExplained<State>(t: Stage, actual: State, possible: readonly State[]): void {
  const permitted = [...new Set(possible.map((state) => JSON.stringify(state)))];
  t.expect.that(permitted.includes(JSON.stringify(actual)), {
    expected: `a result that some order of the accepted calls explains: ${permitted.join(' or ')}`,
    actual: JSON.stringify(actual),
  });
}
