/** Days ahead, with a preference for the first and last days of months and years, and for the end of February. */
import fc from 'fast-check';
import { daysAfter } from './dates.ts';
import { daysInWords, inWords } from './in-words.ts';

type Turn = 'a month' | 'a February' | 'a year';

/** A number of days from the target's date, or one of the turning days in the same range. */
export type DayAhead = number | { readonly turn: Turn; readonly pick: number };

/** Generates days in a range relative to today; about every third is a turning day. */
export function daysOrTurns(from: number, to: number): fc.Arbitrary<DayAhead> {
  const days = fc.oneof(
    { weight: 2, arbitrary: fc.integer({ min: from, max: to }) },
    {
      weight: 1,
      arbitrary: fc.record({
        turn: fc.constantFrom<Turn[]>('a month', 'a February', 'a year'),
        pick: fc.nat(99),
      }),
    },
  );
  return inWords(days, (ahead) =>
    typeof ahead === 'number' ? daysInWords(ahead) : `dated at the turn of ${ahead.turn}`,
  );
}

/** The days to choose from, as numbers relative to today. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** Returns one matching day, as a number of days from `today`, or some day of the range if none matches. */
export function resolveDay(today: string, ahead: DayAhead, { from, to }: DayRange): number {
  if (typeof ahead === 'number') return ahead;
  const all = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const turning = all.filter((days) => turns(daysAfter(today, days), ahead.turn));
  const choice = turning.length === 0 ? all : turning;
  return choice[ahead.pick % choice.length] ?? from;
}

/** True if a day is the last one before a turn or the first one after it. */
function turns(day: string, turn: Turn): boolean {
  const turned = (first: string): boolean =>
    [day, daysAfter(day, 1)].some((one) => one.endsWith(first));
  return turned({ 'a month': '-01', 'a February': '-03-01', 'a year': '-01-01' }[turn]);
}
