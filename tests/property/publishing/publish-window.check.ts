/**
 * Generated dates around the publish window; the monitor judges each publish (States, Limits). Observes the last day of
 * the publish window and its time zone, and tests which date a publish uses.
 */
import fc from 'fast-check';
import {
  daysAhead,
  type DayRange,
  drawOfEachClass,
  type Format,
  formats,
} from '../../../src/harness/arbitraries/index.ts';
import {
  type Book,
  lendInTurns,
  oncePerRun,
  type Stage,
} from '../../../src/harness/stage/index.ts';
import { check, forAll, observe, section } from '../../../src/harness/suite/index.ts';
import { isAccepted } from '../../contract/steps/steps.ts';
import { withReady } from '../../contract/steps/shared-books.ts';
import { valuesPerSuite } from '../values-per-suite.ts';

const needsPublish = { needs: ['write', 'publish'] } as const;

/** Returns the last of the days 13, 14 and 15 ahead for which a publish is refused; 12 if none is. */
const findLastRefusedDay = oncePerRun(async (t) => {
  let lastDay = 12;
  for (const days of [13, 14, 15]) {
    const change = { publicationDate: t.clock.day(days), isFinalVersion: false };
    const exchange = await withReady(t, async ({ id }) => t.ask.publish(id), change);
    if (exchange.response.status !== 422) {
      t.need.accepted(exchange);
      break;
    }
    lastDay = days;
  }
  return lastDay;
});

/** Changes the publication date of a draft to one day of each kind; the monitor judges each update. */
export const dates = section('Dates', [
  check(
    'date.valid-on-update',
    {
      'accepts a day of each kind, and refuses a text of each kind that is not a day': forAll(
        (t) =>
          drawOfEachClass(
            'updateBook',
            { publicationDate: t.clock.day(400) },
            {
              kinds: ['edge', 'refused'],
              isVaried: (name) => name === 'publicationDate',
              today: t.clock.day(0),
            },
          ),
        async (t, variations) => {
          const { id } = await t.make.draft('ebook');
          for (const { value } of variations) {
            await t.wire({ method: 'PATCH', path: `/books/${id}`, json: value });
          }
        },
        { runs: 1 },
      ),
    },
    { needs: ['write'] },
  ),
]);

export const publishEdges = section('The date and time zone of a publish', [
  check(
    'publish.stored-date',
    {
      'uses the stored date, even if the publish request contains another one': async (t) => {
        const change = { publicationDate: t.clock.today(), isFinalVersion: false };
        const publishAndMove = async ({ id }: Book): Promise<void> => {
          const json = { publicationDate: t.clock.day(40), isFinalVersion: true };
          await t.wire({ method: 'POST', path: `/books/${id}/publish`, json });
          await t.ask.update(id, { publicationDate: t.clock.day(40) });
          await t.ask.publish(id);
        };
        await withReady(t, publishAndMove, change);
      },
    },
    needsPublish,
  ),
  observe(
    'publish.day-14',
    async (t) => ((await findLastRefusedDay(t)) >= 14 ? 'inclusive' : 'exclusive'),
    needsPublish,
  ),
  observe(
    'publish.timezone',
    async (t) => {
      const lastDay = await findLastRefusedDay(t);
      // In UTC the last day is 13 or 14, depending on day 14, so these say nothing about the zone.
      t.need.that(
        lastDay !== 13 && lastDay !== 14,
        'at this hour every time zone has the same day',
      );
      return lastDay === 15 ? 'a zone ahead of UTC' : 'a zone behind UTC';
    },
    needsPublish,
  ),
]);

function lendReadyBook(format: Format) {
  return lendInTurns(async (t) => ({ book: await t.make.ready(format) }));
}

/** Each lends one book with its files to one case at a time. The book is published again and again. */
const lendByFormat = {
  ebook: lendReadyBook('ebook'),
  print: lendReadyBook('print'),
  audio: lendReadyBook('audio'),
};

/** Publishes a book of any format on any day of several ranges, each of which is as likely. */
function forAnyDay(ranges: readonly DayRange[], isFinalVersion: boolean, runs: number) {
  return forAll(
    (t) =>
      fc.record({
        format: fc.constantFrom<Format[]>(...formats),
        days: fc.oneof(...ranges.map((range) => daysAhead(t.clock.today(), range))),
      }),
    async (t, { format, days }) =>
      lendByFormat[format](t, async (slot) => {
        const change = { publicationDate: t.clock.day(days), isFinalVersion };
        if (!isAccepted(await t.ask.update(slot.book.id, change))) {
          // A service may refuse updates in some statuses, so the value gets another book.
          slot.book = await t.make.ready(format);
          t.need.accepted(await t.ask.update(slot.book.id, change));
        }
        await t.ask.publish(slot.book.id);
      }),
    { runs },
  );
}

/** Between about 1971 and last year. */
const longAgo = { from: -20_000, to: -401 };

const third = Math.round(valuesPerSuite / 3);

export const publishWindow = section('The publish window', [
  check(
    'publish.final-version-window',
    {
      'requires a final version up to two weeks ahead': async (t: Stage) => {
        await findLastRefusedDay(t);
      },
      'refuses any book dated up to 12 days ahead that is not final': forAnyDay(
        [longAgo, { from: -400, to: -1 }, { from: 0, to: 12 }],
        false,
        third,
      ),
    },
    needsPublish,
  ),
  check(
    'publish.outside-window',
    {
      'publishes any book dated 16 days ahead or later': forAnyDay(
        [
          { from: 16, to: 60 },
          { from: 61, to: 700 },
        ],
        false,
        third,
      ),
    },
    needsPublish,
  ),
  check(
    'publish.final-any-date',
    {
      'publishes a final version with any date': forAnyDay(
        [longAgo, { from: -400, to: 60 }],
        true,
        third,
      ),
    },
    needsPublish,
  ),
]);
