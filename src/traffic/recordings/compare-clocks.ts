/** Finds out whether the recorders of several files had the same time, by the service's clock. */
import type { RecordedExchange } from './recorded-exchange.ts';

/** Two recordings whose calls cannot be put in order. */
export class ClocksDiffer extends Error {
  /** The numbers of the recordings. */
  readonly recordings: readonly [number, number];
  readonly seconds: number;

  constructor(recordings: readonly [number, number], milliseconds: number) {
    super('The clocks of two recordings differ.');
    this.recordings = recordings;
    this.seconds = Math.round(Math.abs(milliseconds) / 1000);
  }
}

/** A Date header has whole seconds, and a response may take a while. */
const tolerance = 10_000;

/**
 * Returns a check that takes calls to the service. It compares the first response of each recording
 * that has a Date header and does not come from a cache.
 * @throws ClocksDiffer
 */
export function createClockComparison(): (exchange: RecordedExchange) => void {
  const offsets = new Map<number, number>();
  return ({ recording = 0, sentAt, took, response }) => {
    if (offsets.has(recording)) return;
    const { date = '', age } = response?.headers ?? {};
    const offset = Date.parse(date) - sentAt - took;
    if (Number.isNaN(offset) || age !== undefined) return;
    for (const [other, known] of offsets) {
      const difference = offset - known;
      if (Math.abs(difference) > tolerance) throw new ClocksDiffer([other, recording], difference);
    }
    offsets.set(recording, offset);
  };
}
