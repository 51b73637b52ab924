/** One step of the monitor: an exchange held against everything known, and what is known after it. */
import type { StatedId } from '../contract/requirements.ts';
import { readCall, type Call } from './call.ts';
import { worldAfter, type Effect } from './effects/index.ts';
import type { ObservedExchange } from './exchange.ts';
import { expectationFor, type Ground, isMust, type Question } from './expectations/index.ts';
import {
  judgeContent,
  judgeFailure,
  judgeOutcome,
  judgeProblem,
  judgeShape,
  showsOlderState,
  widerEvidence,
  type Finding,
  type ListFindings,
  type Reading,
} from './judging/index.ts';
import { learnFromResponse } from './learning/index.ts';
import { outcomeOf } from './responses/index.ts';
import { questionFor, serviceTime } from './question.ts';
import { situationOf, type Situation } from './situations/index.ts';
import { forgetOldBooks, isFull, PersistentMap, type World } from './world/index.ts';

/** The request of a call, as judged before its response. */
export interface JudgedRequest {
  readonly question: Question;
  /** The requirements by which it has to be refused. */
  readonly refusals: readonly StatedId[];
}

export interface ObserveResult {
  readonly world: World;
  /** Undefined for a route that the contract does not have. */
  readonly request: JudgedRequest | undefined;
  /** Undefined for a route that the contract does not have. */
  readonly situation: Situation | undefined;
  readonly judgements: readonly Finding[];
  /** The service's answers to silences of the document. */
  readonly observations: readonly Reading[];
  /** True if the response shows a book as it was before a write, which only lag permits. */
  readonly isOlder: boolean;
}

const emptyObservation = {
  request: undefined,
  situation: undefined,
  judgements: [],
  observations: [],
  isOlder: false,
};

/** Judges an exchange. Pure: the world given stays as it is. */
export function observe(before: World, exchange: ObservedExchange): ObserveResult {
  const world = advanceWorld(before, exchange);
  const call = readCall(exchange.request, world.upperCaseIds);
  if (call === undefined) return { world, ...emptyObservation };
  const question = questionFor(world, exchange, call);
  const expectation = expectationFor(question);
  const outcome = outcomeOf(exchange.response);
  const effect: Effect = { question, expectation, outcome };
  const believed = { ...effect, outcome: believedOutcome(effect) };
  const affected = worldAfter(believed);
  const { findings, readings, list } = judgeResponse(effect, affected);
  const after = learnFromResponse(believed, affected, list);
  const refusals = (expectation?.grounds ?? []).filter(isMust).map(({ must }) => must);
  return {
    world: withReadings(after, readings, exchange.number),
    request: { question, refusals },
    situation: situationOf(question, expectation),
    judgements: withoutRepeats(findings),
    observations: readings,
    isOlder: outcome === 'accepted' && showsOlderState(question, list),
  };
}

/** A call that was accepted and had to be refused may have taken effect, or only seem to. */
function believedOutcome({ outcome, expectation }: Effect): Effect['outcome'] {
  const wrong = outcome === 'accepted' && expectation?.grounds.some(isMust) === true;
  return wrong ? 'unclear' : outcome;
}

/** Applies what passing time and numbering show, before the call itself is considered. */
function advanceWorld(before: World, exchange: ObservedExchange): World {
  const isTooMuch = isFull(before);
  const world = isTooMuch ? forgetOldBooks(before) : before;
  const { number, answeredAt } = exchange;
  const isLate = answeredAt < world.latest - timeSlack;
  const jumps = world.lastNumber !== undefined && number !== world.lastNumber + 1;
  const isKnownGap = jumps || exchange.afterGap === true;
  const date = serviceTime(exchange);
  const clockOffset = date === undefined ? world.clockOffset : date - answeredAt;
  const moved = Math.abs((clockOffset ?? 0) - (world.clockOffset ?? clockOffset ?? 0));
  return {
    ...(isLate || world.wasLate || isKnownGap || isTooMuch ? afterGap(world) : world),
    wasLate: isLate,
    lastNumber: number,
    seesStorage: world.seesStorage || exchange.request.toStorage,
    latest: Math.max(world.latest, answeredAt),
    clockOffset,
    clockMoved: world.clockMoved || moved > clockSlack,
  };
}

/** Times of calls that end together may be recorded in the wrong order by this many milliseconds. */
const timeSlack = 50;

/** A `Date` header has whole seconds and may be a little old. If the offset changes by more, a clock was set. */
const clockSlack = 60_000;

/** After a gap, books may have changed and files may have been uploaded. */
function afterGap(world: World): World {
  return {
    ...world,
    epoch: world.epoch + 1,
    refused: world.refused.clear(),
    pages: world.pages.clear(),
    miscounted: world.miscounted.clear(),
  };
}

interface ResponseVerdicts {
  readonly findings: readonly Finding[];
  readonly readings: readonly Reading[];
  readonly list?: ListFindings | undefined;
}

function judgeResponse(effect: Effect, after: World): ResponseVerdicts {
  const { question, expectation } = effect;
  const { exchange, call } = question;
  const { response, request } = exchange;
  if (response === undefined) return { findings: [], readings: [] };
  if (response.status >= 500)
    return { findings: judgeFailure(call.operation, response), readings: [] };
  const outcome = expectation && judgeOutcome(expectation, response);
  const shape = isUnreadable(call, response.status) ? [] : judgeShape(call.operation, response);
  if (after.options.stateless) {
    const refusal = isAgainstSchema(effect) ? (outcome?.findings ?? []) : [];
    return { findings: [...shape, ...refusal], readings: [] };
  }
  const content = judgeContent(effect, after);
  const findings = [
    ...shape,
    ...(isUnreadable(call, response.status) ? [] : judgeProblem(request, response)),
    ...(outcome?.findings ?? []),
    ...content.findings,
  ];
  return {
    findings: [...findings, ...widerEvidence(effect, findings)],
    readings: [...(outcome?.readings ?? []), ...content.readings],
    list: content.list,
  };
}

/** Returns whether a request must be refused for its form alone, in every state of the service. */
function isAgainstSchema({ expectation }: Effect): boolean {
  const grounds = expectation?.grounds ?? [];
  const isForm = (ground: Ground): boolean => isMust(ground) && ground.statuses.join() === '400';
  return grounds.length > 0 && grounds.every(isForm);
}

/** True if the body is not JSON; the document does not say in which form that is refused. */
function isUnreadable({ body }: Call, status: number): boolean {
  return body.kind === 'malformed' && status === 400;
}

/** A requirement drifts once in each place, and conforms only if it drifts nowhere. */
function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  const drifting = new Set(
    findings.filter(({ verdict }) => verdict === 'drifts').map(({ requirement }) => requirement),
  );
  const seen = new Set<string>();
  return findings.filter(({ requirement, verdict, pointer = '', expected }) => {
    if (verdict === 'conforms' && drifting.has(requirement)) return false;
    const key = verdict === 'conforms' ? requirement : `${requirement} ${pointer} ${expected}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function withReadings(world: World, readings: readonly Reading[], number: number): World {
  if (readings.length === 0) return world;
  return {
    ...world,
    readings: readings.reduce((all, { silence, reading }) => {
      const seen = all.get(silence) ?? PersistentMap<string, number>();
      return seen.has(reading) ? all : all.set(silence, seen.set(reading, number));
    }, world.readings),
  };
}
