/** Two concurrent branches of requests on one book, and the states that any order of the requests could leave. */
import { type Exchange, readBookId } from '../../../src/harness/evidence/index.ts';
import type { Stage, Book } from '../../../src/harness/stage/index.ts';
import {
  type BookCreate,
  type Format,
  createMixedTexts,
  createMixedTitle,
} from '../../../src/harness/arbitraries/index.ts';
import { isAccepted } from './steps.ts';

/** One request of a branch, and the change of the state if the service accepts it. */
export interface Step<State> {
  readonly send: (t: Stage) => Promise<Exchange>;
  readonly apply: (state: State) => State;
}

export type Branch<State> = readonly Step<State>[];

/** Sends the requests of a branch one after another; returns the accepted ones. */
export async function runBranch<State>(t: Stage, branch: Branch<State>): Promise<Step<State>[]> {
  const acceptedSteps: Step<State>[] = [];
  for (const step of branch) {
    const exchange = await step.send(t);
    t.need.that(
      exchange.response.status < 500,
      `a request of the branch got ${exchange.response.status}`,
    );
    if (exchange.response.status < 300) acceptedSteps.push(step);
  }
  return acceptedSteps;
}

/**
 * Sends two branches concurrently, each in its own order.
 * @returns the accepted requests of each branch; the case stays unproven if a branch has none
 */
export async function runConcurrently<State>(
  t: Stage,
  firstBranch: Branch<State>,
  secondBranch: Branch<State>,
): Promise<readonly [Branch<State>, Branch<State>]> {
  const [firstAccepted, secondAccepted] = await Promise.all([
    runBranch(t, firstBranch),
    runBranch(t, secondBranch),
  ]);
  t.need.that(
    firstAccepted.length > 0 && secondAccepted.length > 0,
    'concurrent requests were refused, so no update could be lost',
  );
  return [firstAccepted, secondAccepted];
}

/** Returns every state that can result if the branches interleave; each branch keeps its order. */
export function listOutcomes<State>(
  start: State,
  first: Branch<State>,
  second: Branch<State>,
): State[] {
  const [firstStep, ...firstRest] = first;
  const [secondStep, ...secondRest] = second;
  if (firstStep === undefined && secondStep === undefined) return [start];
  const outcomes: State[] = [];
  if (firstStep !== undefined) {
    outcomes.push(...listOutcomes(firstStep.apply(start), firstRest, second));
  }
  if (secondStep !== undefined) {
    outcomes.push(...listOutcomes(secondStep.apply(start), first, secondRest));
  }
  return outcomes;
}

/** Asserts that the actual state is one of those that some order of the requests leaves. */
export function expectExplained<State>(t: Stage, actual: State, outcomes: readonly State[]): void {
  const permittedStates = [...new Set(outcomes.map((state) => JSON.stringify(state)))];
  t.expect.that(permittedStates.includes(JSON.stringify(actual)), {
    expected: `a result that some order of the accepted requests explains: ${permittedStates.join(' or ')}`,
    actual: JSON.stringify(actual),
  });
}

interface MixedDraft {
  readonly format: Format;
  /** Chooses which field has which text. */
  readonly turn: number;
  readonly fields?: Partial<BookCreate>;
}

/** Returns prices in one currency or, every second turn, in all three. */
function createPrices({ price }: BookCreate, turn: number): BookCreate['price'] {
  if (turn % 2 === 0) return price;
  return [...price, { currency: 'EUR', price: 8.2 }, { currency: 'GBP', price: 4 }];
}

/** Creates a draft with texts in many scripts, or a plain draft if the service refuses them. */
export async function createMixedDraft(
  t: Stage,
  { format, turn, fields = {} }: MixedDraft,
): Promise<Book> {
  const body = t.make.body(format);
  const title = `${body.title} ${createMixedTitle(turn)}`;
  const price = createPrices(body, turn);
  const mixedBody = { ...body, ...createMixedTexts(turn), title, price, ...fields };
  const response = await t.ask.create(mixedBody);
  if (!isAccepted(response)) return t.make.draft(format);
  const externalId = mixedBody.externalId ?? '';
  return { id: readBookId(response), format, body: mixedBody, externalId };
}
