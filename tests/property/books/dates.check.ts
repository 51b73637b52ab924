/** Publication dates, valid and invalid, on create and on update; the monitor judges each. */
import { check, type Check, forAll, section } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  daysAhead,
  calendarEdges,
  type Format,
  formats,
  impossibleDates,
  mixedTexts,
  nonDates,
  type InvalidDate,
  invalidDate,
  otherDateFormats,
  getYear,
} from '../../../src/harness/values/index.ts';
import { getWorkbench } from '../../contract/steps/index.ts';

const needs = { needs: ['write'] } as const;

/** Sends a publication date; the turns go through all formats. */
type Send = (t: Stage, publicationDate: string, turn: number) => Promise<unknown>;

function pickFormat(turn: number): Format {
  return formats[turn % formats.length] ?? 'ebook';
}

const sendInCreate: Send = async (t, publicationDate, turn) =>
  t.ask.create(t.make.body(pickFormat(turn), { ...mixedTexts(1), publicationDate }));

const sendInUpdate: Send = async (t, publicationDate, turn) =>
  t.ask.update((await getWorkbench(t, pickFormat(turn))).id, { publicationDate });

/** The next year, whose days are all in the future. */
function getNextYear(t: Stage): number {
  return getYear(t.clock.today()) + 1;
}

/** @param isSelected whether the value at a place is sent */
function createCases(send: Send, isSelected: (index: number) => boolean): Check['cases'] {
  return {
    'refuses strings that are not dates': async (t) => {
      const year = getNextYear(t);
      const select = (texts: readonly InvalidDate[]): readonly InvalidDate[] =>
        texts.filter((_, index) => isSelected(index));
      const texts = [otherDateFormats, nonDates, impossibleDates].flatMap((of) => select(of(year)));
      for (const [turn, { value }] of texts.entries()) await send(t, value, turn);
    },
    'accepts the last days of months and years, and a leap day': async (t) => {
      const days = calendarEdges(getNextYear(t)).filter((_, index) => isSelected(index));
      for (const [turn, day] of days.entries()) await send(t, day, turn);
    },
    'refuses any string that is not a date': forAll(
      invalidDate,
      async (t, { value }) => {
        await send(t, value, value.length);
      },
      { runs: 1 },
    ),
  };
}

export const dates = section('Publication date', [
  check(
    'date.valid-on-create',
    createCases(sendInCreate, (index) => index % 4 === 0),
    needs,
  ),
  check(
    'date.valid-on-update',
    createCases(sendInUpdate, (index) => index % 4 !== 0 || index === 0),
    needs,
  ),
  check(
    'update.changes-values',
    {
      'accepts any day well ahead': forAll(
        daysAhead(20, 1400),
        async (t, days) => {
          await sendInUpdate(t, t.clock.day(days), days);
          await t.ask.read((await getWorkbench(t, pickFormat(days))).id);
        },
        { runs: 3 },
      ),
    },
    { ...needs, depth: 'deep' },
  ),
]);
