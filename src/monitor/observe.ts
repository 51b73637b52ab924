/** Judges one exchange by what the exchanges before it have shown, and learns from it. */
import { readCall, type Call, type UnknownCall } from './call.ts';
import type { ObservedExchange } from './exchange.ts';
import { createQuestion, isMust, readServiceTime, type Ground } from './grounds/index.ts';
import {
  countFailures,
  deriveEvidence,
  type Excused,
  judgeFailingCall,
  judgeFailure,
  judgeOutcome,
  judgeProblem,
  judgeShape,
  judgeWithoutLag,
  readBodyLabel,
  readEntries,
} from './judging/index.ts';
import {
  applyEffect,
  getExpectation,
  isOpenLabel,
  judgeContent,
  learnFromResponse,
  type Effect,
} from './operations/index.ts';
import { judgeRequest, type JudgedRequest } from './predict.ts';
import { readOutcome } from './responses.ts';
import { type Judgement, noVerdicts, type ObservedReading, type Verdicts } from './views/index.ts';
import {
  forgetOldBooks,
  isFull,
  PersistentMap,
  repeatUnfinishedCalls,
  type World,
} from './world/index.ts';

export interface ObserveResult {
  readonly world: World;
  readonly call: Call | UnknownCall;
  /** Undefined for a route that the contract does not have. */
  readonly request: JudgedRequest | undefined;
  readonly judgements: readonly Judgement[];
  /** The readings of silences that the service showed. */
  readonly observations: readonly ObservedReading[];
  /** What is wrong with a list or a lookup, unless it lags or another client writes at the same moment. */
  readonly excused: readonly Excused[];
}

/** Judges an exchange. Returns a new world and leaves the given one as it is. */
export function observe(previous: World, exchange: ObservedExchange): ObserveResult {
  const world = advanceWorld(previous, exchange);
  const call = readCall(exchange.request, world.upperCaseIds);
  if (call.operation === undefined) {
    const empty = { judgements: [], observations: [], excused: [] };
    return { world, call, request: undefined, ...empty };
  }
  const question = createQuestion(world, exchange, call);
  const expectation = getExpectation(question);
  const outcome = readOutcome(exchange.response);
  const effect: Effect = { question, expectation, outcome };
  const assumedEffect = { ...effect, outcome: getAssumedOutcome(effect) };
  const worldAfter = countFailures(applyEffect(assumedEffect), exchange, call.operation);
  const { judgements, readings } = judgeResponse(effect, worldAfter);
  const finalWorld = learnFromResponse(assumedEffect, worldAfter);
  const excused = judgements.some(isDrift) ? [] : judgeWithoutLag(effect, readings);
  const observations = [...readings, ...excused.slice(0, 1).map(readLag)];
  return {
    world: withReadings(finalWorld, observations, exchange.number),
    call,
    request: judgeRequest(question, expectation),
    judgements: withoutRepeats(judgements),
    observations,
    excused,
  };
}

function isDrift({ verdict }: Judgement): boolean {
  return verdict === 'drifts';
}

/** Returns the reading that a response shows which only lag excuses. */
function readLag({ expected, actual, pointer }: Excused): ObservedReading {
  const difference = { expected, actual, ...(pointer !== undefined && { pointer }) };
  return { silence: 'consistency', reading: 'eventual', difference };
}

/** Returns the outcome by which the world changes. A wrongly accepted call may have had no effect. */
function getAssumedOutcome({ outcome, expectation }: Effect): Effect['outcome'] {
  const isWrong = outcome === 'accepted' && expectation?.grounds.some(isMust) === true;
  return isWrong ? 'unclear' : outcome;
}

/** Returns the world with the gaps and clock changes that the number and times of an exchange show. */
function advanceWorld(previous: World, exchange: ObservedExchange): World {
  const isTooLarge = isFull(previous);
  const keptWorld = isTooLarge ? forgetOldBooks(previous) : previous;
  const world = repeatUnfinishedCalls(keptWorld, exchange.sentAt);
  const { number, answeredAt } = exchange;
  const isLate = answeredAt < world.latestAnsweredAt - timeSlack;
  const jumps = world.lastExchangeNumber !== undefined && number !== world.lastExchangeNumber + 1;
  const isKnownGap = jumps || exchange.afterGap === true;
  const date = readServiceTime(exchange);
  const clockOffset = date === undefined ? world.clockOffset : date - answeredAt;
  const clockChange = Math.abs((clockOffset ?? 0) - (world.clockOffset ?? clockOffset ?? 0));
  return {
    ...(isLate || world.wasLate || isKnownGap || isTooLarge ? startEpoch(world) : world),
    wasLate: isLate,
    lastExchangeNumber: number,
    seesStorage: world.seesStorage || exchange.request.toStorage,
    latestAnsweredAt: Math.max(world.latestAnsweredAt, answeredAt),
    clockOffset,
    wasClockSet: world.wasClockSet || clockChange > clockSlack,
  };
}

/** Milliseconds by which the times of calls that end together may be in the wrong order. */
const timeSlack = 50;

/** Milliseconds by which the offset between the clocks may change before the monitor assumes that a clock was set. */
const clockSlack = 60_000;

/** Starts a new epoch after a gap, in which books may have changed and files may have been uploaded. */
function startEpoch(world: World): World {
  return {
    ...world,
    epoch: world.epoch + 1,
    refusedCreates: world.refusedCreates.clear(),
    lastPages: world.lastPages.clear(),
    miscountedAccounts: world.miscountedAccounts.clear(),
  };
}

/** The document does not say which form the refusal of a body has that is not JSON, or of an empty one labelled as JSON. */
function isNotJson({ body, type }: Call): boolean {
  return body.kind === 'malformed' || (body.kind === 'none' && type === 'json');
}

/** Returns whether the refusal of a body that is not JSON has the form of a Problem. */
function readOpenForm(form: readonly Judgement[]): ObservedReading {
  const reading = form.some(isDrift) ? '400-other' : '400-problem';
  return { silence: 'request.malformed-json', reading };
}

function judgeResponse(effect: Effect, after: World): Verdicts {
  const { question, expectation } = effect;
  const { exchange, call } = question;
  const { response, request } = exchange;
  if (response === undefined) return noVerdicts;
  if (response.status >= 500) {
    const judgements = [
      ...judgeFailure(call.operation, response),
      ...judgeFailingCall(question.world, exchange, expectation),
    ];
    return { judgements, readings: [] };
  }
  const outcome = expectation && judgeOutcome(expectation, response);
  const isFormOpen = response.status === 400 && isNotJson(call);
  const shownForm = [
    ...judgeShape(call.operation, response).filter(
      (judgement) => !isOpenLabel(judgement, question),
    ),
    ...(after.options.stateless ? [] : judgeProblem(request, response)),
  ];
  const form = isFormOpen ? [] : shownForm;
  if (after.options.stateless) {
    const refusal = isAgainstSchema(effect) ? (outcome?.judgements ?? []) : [];
    return { judgements: [...form, ...refusal], readings: [] };
  }
  const content = judgeContent(effect, after);
  const judgements = [...form, ...(outcome?.judgements ?? []), ...content.judgements];
  return {
    judgements: [...judgements, ...deriveEvidence(effect, judgements)],
    readings: [
      ...(outcome?.readings ?? []),
      ...content.readings,
      ...readEntries(response),
      ...readBodyLabel(call.operation, response),
      ...(isFormOpen ? [readOpenForm(shownForm)] : []),
    ],
  };
}

/** Returns whether a request must be refused for its form alone, in every state of the service. */
function isAgainstSchema({ expectation }: Effect): boolean {
  const grounds = expectation?.grounds ?? [];
  const isForm = (ground: Ground): boolean => isMust(ground) && ground.statuses.join() === '400';
  return grounds.length > 0 && grounds.every(isForm);
}

/** Removes repeated judgements, and `conforms` for a requirement that drifts in another place. */
function withoutRepeats(judgements: readonly Judgement[]): readonly Judgement[] {
  const driftingIds = new Set(
    judgements.filter(({ verdict }) => verdict === 'drifts').map(({ requirement }) => requirement),
  );
  const keys = new Set<string>();
  return judgements.filter(({ requirement, verdict, pointer = '', expected }) => {
    if (verdict === 'conforms' && driftingIds.has(requirement)) return false;
    const key = verdict === 'conforms' ? requirement : `${requirement} ${pointer} ${expected}`;
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  });
}

function withReadings(world: World, readings: readonly ObservedReading[], number: number): World {
  if (readings.length === 0) return world;
  return {
    ...world,
    readings: readings.reduce((all, { silence, reading }) => {
      const known = all.get(silence) ?? PersistentMap<string, number>();
      return known.has(reading) ? all : all.set(silence, known.set(reading, number));
    }, world.readings),
  };
}
