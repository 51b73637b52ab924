/** Damages recordings as users' recordings often are: cut off, with gaps, or with files in the wrong order. */
import { createRandom, type Random, shuffle } from '../../random-traffic/random.ts';
import type { ObservedExchange } from '../../../src/monitor/index.ts';

type ListDamage = <T>(exchanges: readonly T[], random: Random) => readonly T[];

/** Functions that remove or reorder the exchanges of a recording in any format. */
export const listDamages: Readonly<Record<string, ListDamage>> = {
  'the beginning missing': (exchanges, random) =>
    exchanges.slice(Math.floor((0.1 + 0.8 * random()) * exchanges.length)),
  'half of the exchanges missing': (exchanges, random) => exchanges.filter(() => random() < 0.5),
  'one exchange in fifty missing': (exchanges, random) => exchanges.filter(() => random() > 0.02),
  'long gaps': (exchanges, random) =>
    splitInto(exchanges, 12)
      .filter(() => random() < 0.6)
      .flat(),
  'files in the wrong order': (exchanges, random) =>
    shuffle(splitInto(exchanges, 6), random).flat(),
  'exchanges in any order': (exchanges, random) => shuffle(exchanges, random),
};

const damages: Readonly<Record<string, DamageHistory>> = {
  'nothing missing': (history) => history,
  ...listDamages,
  'bodies left out': (history, random) => history.map((exchange) => removeBodies(exchange, random)),
};

type History = readonly ObservedExchange[];
type DamageHistory = (history: History, random: Random) => History;

export const damageNames = Object.keys(damages);

/** Damages a recording; the same seed gives the same result. */
export function damageHistory(history: History, name: string, seed: number): History {
  return damages[name]?.(history, createRandom(seed)) ?? history;
}

function splitInto<T>(list: readonly T[], count: number): T[][] {
  const length = Math.ceil(list.length / count);
  return Array.from({ length: count }, (_, index) =>
    list.slice(index * length, (index + 1) * length),
  );
}

function removeBodies(exchange: ObservedExchange, random: Random): ObservedExchange {
  const { request, response } = exchange;
  const omitsRequestBody = random() < 0.2 && request.body.kind !== 'none';
  const omitsResponseBody = random() < 0.2 && response !== undefined;
  return {
    ...exchange,
    request: omitsRequestBody ? { ...request, body: { kind: 'unknown' } } : request,
    response: omitsResponseBody ? { ...response, text: undefined, body: undefined } : response,
  };
}
