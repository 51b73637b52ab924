/** Finds missing exchanges in recordings, and compares the recorders' clocks. */
import type { RecordedExchange } from './recorded-exchange.ts';

interface RecordedNumbers {
  last: number;
  readonly ignored: Set<number>;
}

export type GapFinder = ReturnType<typeof createGapFinder>;

/**
 * Creates a finder of missing exchanges, which reads their numbers in each recording.
 * @param complete true if recordings without numbers contain every call
 */
export function createGapFinder(complete: boolean) {
  const recordings = new Map<number, RecordedNumbers>();
  const getNumbers = ({ recording = 0 }: RecordedExchange): RecordedNumbers => {
    const numbers = recordings.get(recording) ?? { last: 0, ignored: new Set<number>() };
    recordings.set(recording, numbers);
    return numbers;
  };
  return {
    /** Notes an exchange that is not judged, so that its number does not count as missing. */
    ignore: (recorded: RecordedExchange): void => {
      if (recorded.number !== undefined) getNumbers(recorded).ignored.add(recorded.number);
    },
    /** Returns true if calls may be missing before this exchange. Takes exchanges in the order of their responses. */
    isAfterGap: (recorded: RecordedExchange): boolean => {
      const { number, hasPreciseTimes } = recorded;
      if (number === undefined) return !complete || hasPreciseTimes === false;
      const numbers = getNumbers(recorded);
      let expected = numbers.last + 1;
      while (numbers.ignored.delete(expected)) expected += 1;
      numbers.last = Math.max(numbers.last, number);
      return number > expected;
    },
  };
}

/** Thrown for two recordings whose calls cannot be put in order. */
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

/** In milliseconds: a Date header has whole seconds, and a response may take a while. */
const clockTolerance = 10_000;

/**
 * Returns a check for each call to the service. In each recording, it uses the first response that has a
 * Date header and does not come from a cache. It throws ClocksDiffer if two recorders' clocks differ.
 */
export function createClockComparison(): (exchange: RecordedExchange) => void {
  const offsets = new Map<number, number>();
  return ({ recording = 0, sentAt, took, response }) => {
    if (offsets.has(recording)) return;
    const { date = '', age } = response?.headers ?? {};
    const offset = Date.parse(date) - sentAt - took;
    if (Number.isNaN(offset) || age !== undefined) return;
    for (const [other, otherOffset] of offsets) {
      const difference = offset - otherOffset;
      if (Math.abs(difference) > clockTolerance)
        throw new ClocksDiffer([other, recording], difference);
    }
    offsets.set(recording, offset);
  };
}
