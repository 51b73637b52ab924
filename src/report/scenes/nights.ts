/** Made-up lines of a history, one for each night. */
import { type HistoryLine, toHistoryLine } from '../history/index.ts';
import { report } from './made-up-drifts.ts';

const operations = ['listBooks', 'createBook', 'readBook', 'updateBook', 'publishBook'];

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The drifts of a night. */
export interface NightOptions {
  readonly drifts?: readonly string[];
  /** The factor by which each operation is slower. */
  readonly slower?: Readonly<Record<string, number>>;
}

/** Nights of a service whose latency has normal noise of a tenth. */
export function createNights(
  count: number,
  seed: number,
  optionsFor: (at: number) => NightOptions = () => ({}),
): HistoryLine[] {
  const nextRandom = random(seed);
  const noise = (): number =>
    Math.sqrt(-2 * Math.log(nextRandom() || 1e-9)) * Math.cos(2 * Math.PI * nextRandom());
  return Array.from({ length: count }, (_, night) => {
    const { drifts = [], slower = {} } = optionsFor(night);
    return {
      ...toHistoryLine(report),
      startedAt: new Date(Date.UTC(2026, 9, 1 + night, 2)).toISOString(),
      total: 197,
      proven: 190,
      conforms: 190 - drifts.length,
      untested: ['put.deadline'],
      drifts: drifts.map((fingerprint) => ({ fingerprint, requirement: `list.${fingerprint}` })),
      latency: operations.map((operation, index) => {
        const median = (20 + 15 * index) * (slower[operation] ?? 1) * Math.exp(0.1 * noise());
        return { operation, calls: 200, median, p95: 3 * median };
      }),
    };
  });
}

/** Thirty nights with a flaky drift, a drift that was fixed after five nights, and a slower operation. */
export function nightsWithThreeEvents(): HistoryLine[] {
  return createNights(30, 7, (at) => ({
    drifts: [...(at % 4 === 1 ? ['flaky'] : []), ...(at >= 8 && at < 13 ? ['real'] : [])],
    slower: at >= 20 ? { readBook: 1.6 } : {},
  }));
}
