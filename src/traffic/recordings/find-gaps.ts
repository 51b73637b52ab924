/** Finds missing exchanges in recordings, and compares the clocks of recorders. */
import type { RecordedExchange } from './recorded-exchange.ts';

interface SeenNumbers {
  last: number;
  readonly ignored: Set<number>;
}

export type GapFinder = ReturnType<typeof createGapFinder>;

/** @param complete whether recordings without numbers have every call */
export function createGapFinder(complete: boolean) {
  const recordings = new Map<number, SeenNumbers>();
  const getNumbers = ({ recording = 0 }: RecordedExchange): SeenNumbers => {
    const known = recordings.get(recording) ?? { last: 0, ignored: new Set<number>() };
    recordings.set(recording, known);
    return known;
  };
  return {
    /** Notes an exchange that is not judged: it is not missing. */
    ignore: (recorded: RecordedExchange): void => {
      if (recorded.number !== undefined) getNumbers(recorded).ignored.add(recorded.number);
    },
    /** Returns whether calls may be missing before this exchange. Takes exchanges in the order of their responses. */
    isAfterGap: (recorded: RecordedExchange): boolean => {
      const { number, ordered } = recorded;
      if (number === undefined) return !complete || ordered === false;
      const numbers = getNumbers(recorded);
      let expected = numbers.last + 1;
      while (numbers.ignored.delete(expected)) expected += 1;
      numbers.last = Math.max(numbers.last, number);
      return number > expected;
    },
  };
}

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
