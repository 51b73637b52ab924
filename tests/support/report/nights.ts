/** Made-up histories with one run for each night. */
import { type HistoryLine, toHistoryLine } from '../../../src/report/history/index.ts';
import { createRandom } from '../random.ts';
import { report } from './made-up-drifts.ts';

const operations = ['listBooks', 'createBook', 'readBook', 'updateBook', 'publishBook'];

/** The drifts and slow operations of a night. */
export interface NightOptions {
  readonly drifts?: readonly string[];
  /** The factor by which each operation is slower. */
  readonly slower?: Readonly<Record<string, number>>;
}

/** Creates the nights of a service whose latencies have a normally distributed noise of 10%. */
export function createNights(
  count: number,
  seed: number,
  getOptions: (night: number) => NightOptions = () => ({}),
): HistoryLine[] {
  const nextRandom = createRandom(seed);
  // The Box-Muller transform. The logarithm of 0 would be infinite.
  const noise = (): number =>
    Math.sqrt(-2 * Math.log(nextRandom() || 1e-9)) * Math.cos(2 * Math.PI * nextRandom());
  return Array.from({ length: count }, (_, night) => {
    const { drifts = [], slower = {} } = getOptions(night);
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

/** Creates thirty nights with a flaky drift, a drift that is fixed after five nights, and an operation that becomes slower. */
export function createNightsWithThreeEvents(): HistoryLine[] {
  return createNights(30, 7, (night) => ({
    drifts: [...(night % 4 === 1 ? ['flaky'] : []), ...(night >= 8 && night < 13 ? ['real'] : [])],
    slower: night >= 20 ? { readBook: 1.6 } : {},
  }));
}
