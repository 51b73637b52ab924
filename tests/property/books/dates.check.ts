/** A publication date is a day of the calendar: what is refused on create and on update (Book, Errors). */
import { check, type Check, forAll, section } from '../../../src/harness/suite/index.ts';
import type { Exchange } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import {
  daysAhead,
  edgesFrom,
  impossibleDays,
  neverDates,
  noDate,
  type NoDate,
  otherForms,
  yearOf,
} from '../../../src/harness/values/index.ts';

const needs = { needs: ['write'] } as const;

/** Sends a publication date, right or wrong. */
type Send = (t: Stage, publicationDate: string) => Promise<Exchange>;

const draft = oncePerRun(async (t) => t.make.draft('ebook'));

/** Creates with the date, once a create with a right one was seen to pass. */
const onCreate: Send = async (t, publicationDate) => {
  await draft(t);
  return t.ask.create(t.make.body('ebook', { publicationDate }));
};

/** Updates with the date, once an update with a right one was seen to pass. */
const onUpdate: Send = async (t, publicationDate) => {
  const { id } = await takingUpdates(t);
  return t.ask.update(id, { publicationDate });
};

const takingUpdates = oncePerRun(async (t) => {
  const book = await draft(t);
  t.need.accepted(await t.ask.update(book.id, { publicationDate: t.clock.day(200) }));
  return book;
});

/** A year in which every day lies ahead, for what is refused is then not refused for being past. */
function nextYear(t: Stage): number {
  return yearOf(t.clock.today()) + 1;
}

/**
 * Whether this service reads dates leniently, which the document leaves open: then it takes
 * other spellings of a day, and may roll impossible days over into the next month.
 */
const isLenient = oncePerRun(async (t): Promise<boolean> => {
  const set = t.target.readings?.['date.form'];
  if (set !== undefined) return set === 'lenient';
  for (const { value } of otherForms(nextYear(t))) {
    if ((await onUpdate(t, value)).status < 300) return true;
  }
  return false;
});

/** Written-out texts that are no date to this service. */
function noDates(t: Stage, lenient: boolean): readonly NoDate[] {
  const year = nextYear(t);
  if (lenient) return neverDates(year);
  return [...neverDates(year), ...impossibleDays(year), ...otherForms(year)];
}

async function expectRefused(t: Stage, send: Send, { what, value }: NoDate): Promise<void> {
  t.expect.status(await send(t, value), 422, `for ${what}: ${value}`);
}

/** What both calls that take a date are asked in the same way. */
function refusals(send: Send): Check['cases'] {
  return {
    'refuses what is no date': async (t) => {
      const lenient = await isLenient(t);
      for (const no of noDates(t, lenient)) await expectRefused(t, send, no);
    },
    'refuses any text that is no date': forAll(
      noDate,
      async (t, no) => {
        const [never] = neverDates(nextYear(t));
        const rolls = no.kind === 'impossible' && (await isLenient(t));
        const asked = rolls && never !== undefined ? never : no;
        await expectRefused(t, send, asked);
      },
      { runs: 3 },
    ),
  };
}

export const dates = section('Publication date', [
  check(
    'date.valid-on-create',
    {
      ...refusals(onCreate),
      'takes the last days of months, and a leap day': async (t) => {
        for (const day of edgesFrom(nextYear(t)).slice(0, 3)) {
          t.expect.accepted(await onCreate(t, day), `for ${day}`);
        }
      },
    },
    needs,
  ),
  check(
    'date.valid-on-update',
    {
      ...refusals(onUpdate),
      'takes the last days of months and years, and a leap day': async (t) => {
        for (const day of edgesFrom(nextYear(t))) {
          t.expect.accepted(await onUpdate(t, day), `for ${day}`);
        }
      },
      'takes any day well ahead': forAll(
        daysAhead(20, 1400),
        async (t, days) => {
          const day = t.clock.day(days);
          t.expect.accepted(await onUpdate(t, day), `for ${day}`);
        },
        { runs: 3 },
      ),
    },
    needs,
  ),
]);
