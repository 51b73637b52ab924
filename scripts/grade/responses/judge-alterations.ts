/** Judges altered responses: the history of a correct run, in which one value of one response differs. */
import { isArray, isObject, type Json } from '../../../src/contract/json-pointer.ts';
import { permits, requirement } from '../../../src/contract/requirements.ts';
import {
  createWorld,
  type Exchange,
  observe,
  type ObserveResult,
  type World,
  type WorldOptions,
} from '../../../src/monitor/index.ts';
import type { Alteration } from './alterations.ts';

/** `open`: the response shows another reading of a silence, which the document permits. */
export type Notice = 'drift' | 'surprising' | 'open' | 'silent';

/** An exchange of the history, with what the monitor knew before it. */
export interface Step {
  readonly exchange: Exchange;
  readonly before: World;
}

export interface History {
  readonly steps: readonly Step[];
  /** The readings of silences that the unaltered history shows. */
  readonly readings: ReadonlySet<string>;
}

/**
 * Judges a history.
 * @throws Error if it contains a drift, because then a drift says nothing about an alteration
 */
export function readHistory(exchanges: readonly Exchange[], options: WorldOptions): History {
  const readings = new Set<string>();
  let before = createWorld(options);
  const steps = exchanges.map((exchange): Step => {
    const result = observe(before, exchange);
    const drift = result.judgements.find(({ verdict }) => verdict === 'drifts');
    if (drift !== undefined)
      throw new Error(
        `Exchange ${exchange.number} of the unaltered run drifts: ${drift.requirement}`,
      );
    for (const reading of listReadings(result)) readings.add(reading);
    const step = { exchange, before };
    before = result.world;
    return step;
  });
  return { steps, readings };
}

function listReadings({ observations }: ObserveResult): string[] {
  return observations.map(({ silence, reading }) => `${silence} ${reading}`);
}

export interface JudgedAlteration {
  readonly notice: Notice;
  /** The requirement that drifts, or the silence with the new reading. */
  readonly by: string | undefined;
}

/** Judges the history from the step on in which a response is altered. */
export function judgeAlteration(
  { steps, readings }: History,
  at: number,
  { body }: Pick<Alteration, 'body'>,
): JudgedAlteration {
  const [altered, ...later] = steps.slice(at);
  if (altered === undefined) throw new Error(`The history has no step ${at}.`);
  let world = altered.before;
  let openAnswer: string | undefined;
  let surprise: string | undefined;
  for (const exchange of [
    alterResponse(altered.exchange, body),
    ...later.map((step) => step.exchange),
  ]) {
    const result = observe(world, exchange);
    const drift = result.judgements.find(({ verdict }) => verdict === 'drifts');
    if (drift !== undefined) return { notice: 'drift', by: drift.requirement };
    for (const { silence, reading } of result.observations) {
      if (readings.has(`${silence} ${reading}`)) continue;
      if (!permits(silence, reading)) return { notice: 'drift', by: silence };
      if (requirement(silence).surprising?.includes(reading) === true) surprise ??= silence;
      openAnswer ??= `${silence} ${reading}`;
    }
    world = result.world;
  }
  if (surprise !== undefined) return { notice: 'surprising', by: surprise };
  return openAnswer === undefined
    ? { notice: 'silent', by: undefined }
    : { notice: 'open', by: openAnswer };
}

function alterResponse(exchange: Exchange, body: Json): Exchange {
  return { ...exchange, response: { ...exchange.response, body, text: JSON.stringify(body) } };
}

/** Returns the body of a response that alterations can change. */
export function readJsonBody({ response: { body } }: Exchange): Json | undefined {
  return isArray(body) || isObject(body) ? body : undefined;
}
