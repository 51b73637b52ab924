/** Recordings as they often are: cut off, with holes, or with their files in the wrong order. */
import { createRandom, type Random } from '../../random-traffic/random.ts';
import type { ObservedExchange } from '../../../src/monitor/index.ts';

type History = readonly ObservedExchange[];

/** Ways in which a recording can be incomplete; each keeps the service as correct as it was. */
export const damages = {
  'nothing missing': (history) => history,
  'the beginning missing': (history, random) =>
    history.slice(Math.floor((0.1 + 0.8 * random()) * history.length)),
  'half of the exchanges missing': (history, random) => history.filter(() => random() < 0.5),
  'one exchange in twenty missing': (history, random) => history.filter(() => random() >= 0.05),
  'long holes': (history, random) => {
    const holes = piecesOf(history, 12).map((piece) => ({ piece, kept: random() < 0.6 }));
    return holes.flatMap(({ piece, kept }) => (kept ? piece : []));
  },
  'files in the wrong order': (history, random) => shuffled(piecesOf(history, 6), random).flat(),
  'exchanges in any order': (history, random) => shuffled(history, random),
  'bodies left out': (history, random) =>
    history.map((exchange) => withoutBodies(exchange, random)),
} as const satisfies Record<string, (history: History, random: Random) => History>;

export type Damage = keyof typeof damages;
export const damageNames = Object.keys(damages).filter((name): name is Damage => name in damages);

/** Returns the recording with a damage; the same seed damages it alike. */
export function damaged(history: History, damage: Damage, seed: number): History {
  return damages[damage](history, createRandom(seed));
}

function piecesOf(history: History, count: number): History[] {
  const length = Math.ceil(history.length / count);
  return Array.from({ length: count }, (_, at) => history.slice(at * length, (at + 1) * length));
}

function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  return list
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function withoutBodies(exchange: ObservedExchange, random: Random): ObservedExchange {
  const { request, response } = exchange;
  const withoutSent = random() < 0.2 && request.body.kind !== 'none';
  const withoutReceived = random() < 0.2 && response !== undefined;
  return {
    ...exchange,
    request: withoutSent ? { ...request, body: { kind: 'unknown' } } : request,
    response: withoutReceived ? { ...response, text: undefined, body: undefined } : response,
  };
}
