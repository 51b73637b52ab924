/** Finds gaps in a recording from the numbers of its exchanges. */
import type { RecordedExchange } from './recorded-exchange.ts';

export interface GapFinder {
  /** Returns whether calls may be missing before this exchange. Takes exchanges in the order of their responses. */
  readonly isAfterGap: (recorded: RecordedExchange) => boolean;
  /** Notes an exchange that is not judged: it is not missing. */
  readonly ignore: (recorded: RecordedExchange) => void;
}

interface Numbers {
  last: number;
  readonly ignored: Set<number>;
}

/** @param complete whether recordings without numbers have every call */
export function createGapFinder(complete: boolean): GapFinder {
  const recordings = new Map<number, Numbers>();
  const numbersOf = ({ recording = 0 }: RecordedExchange): Numbers => {
    const known = recordings.get(recording) ?? { last: 0, ignored: new Set<number>() };
    recordings.set(recording, known);
    return known;
  };
  return {
    ignore: (recorded) => {
      if (recorded.number !== undefined) numbersOf(recorded).ignored.add(recorded.number);
    },
    isAfterGap: (recorded) => {
      const { number, ordered } = recorded;
      if (number === undefined) return !complete || ordered === false;
      const numbers = numbersOf(recorded);
      let due = numbers.last + 1;
      while (numbers.ignored.delete(due)) due += 1;
      numbers.last = Math.max(numbers.last, number);
      return number > due;
    },
  };
}
