/** Days ahead, with a preference for ends and starts of months, Februaries and years. */
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
    typeof ahead === 'number' ? daysInWords(ahead) : `dated where ${ahead.turn} turns`,
  );
}

/** The days to choose from, as numbers relative to today. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the matching days from `today` on, or some day of the range if none matches. */
export function daysMeant(today: string, ahead: DayAhead, { from, to }: DayRange): number {
  if (typeof ahead === 'number') return ahead;
  const all = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const turning = all.filter((days) => turns(daysAfter(today, days), ahead.turn));
  const choice = turning.length === 0 ? all : turning;
  return choice[ahead.pick % choice.length] ?? from;
}

/** Returns whether a day is the last before a turn or the first after it. */
function turns(day: string, turn: Turn): boolean {
  const turned = (first: string): boolean =>
    [day, daysAfter(day, 1)].some((one) => one.endsWith(first));
  return turned({ 'a month': '-01', 'a February': '-03-01', 'a year': '-01-01' }[turn]);
}
