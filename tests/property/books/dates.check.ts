/** Publication dates, valid and invalid, on create and on update; the monitor judges each. */
import { check, type Check, forAll, section } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  daysAhead,
  calendarEdges,
  type Format,
  formats,
  impossibleDates,
  createMixedTexts,
  nonDates,
  type InvalidDate,
  invalidDate,
  otherDateFormats,
  getYear,
} from '../../../src/harness/values/index.ts';
import { getSharedDraft } from '../../contract/steps/index.ts';

const needsWrite = { needs: ['write'] } as const;

/** Sends a publication date; the turns go through all formats. */
type Send = (t: Stage, publicationDate: string, turn: number) => Promise<unknown>;

function pickFormat(turn: number): Format {
  return formats[turn % formats.length] ?? 'ebook';
}

const sendInCreate: Send = async (t, publicationDate, turn) =>
  t.ask.create(t.make.body(pickFormat(turn), { ...createMixedTexts(1), publicationDate }));

const sendInUpdate: Send = async (t, publicationDate, turn) =>
  t.ask.update((await getSharedDraft(t, pickFormat(turn))).id, { publicationDate });

/** Returns the next year; all its days are in the future. */
function getNextYear(t: Stage): number {
  return getYear(t.clock.today()) + 1;
}

/** @param isSelected returns true if the literal value at an index is to be sent */
function createCases(send: Send, isSelected: (index: number) => boolean): Check['cases'] {
  return {
    'refuses dates in other formats, words, and days that do not exist': async (t) => {
      const year = getNextYear(t);
      const select = (values: readonly InvalidDate[]): readonly InvalidDate[] =>
        values.filter((_, index) => isSelected(index));
      const values = [
        ...select(otherDateFormats(year)),
        ...select(nonDates(year)),
        ...select(impossibleDates(year)),
      ];
      for (const [turn, { value }] of values.entries()) await send(t, value, turn);
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
    needsWrite,
  ),
  check(
    'date.valid-on-update',
    createCases(sendInUpdate, (index) => index % 4 !== 0 || index === 0),
    needsWrite,
  ),
  check(
    'update.changes-values',
    {
      'accepts any day well ahead': forAll(
        daysAhead(20, 1400),
        async (t, days) => {
          await sendInUpdate(t, t.clock.day(days), days);
          await t.ask.read((await getSharedDraft(t, pickFormat(days))).id);
        },
        { runs: 3 },
      ),
    },
    { ...needsWrite, depth: 'deep' },
  ),
]);
