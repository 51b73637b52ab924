/**
 * Generated dates around the publish window; the monitor judges each publish (States, Limits). Observes the
 * last day of the publish window and its time zone, and tests which date a publish uses.
 */
import { check, observe, section, type Check, forAll } from '../../../src/harness/suite/index.ts';
import { type Book, oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { withReady } from '../../contract/steps/index.ts';
import {
  type DayRange,
  resolveDay,
  daysOrBoundaries,
  formats,
  createMixedTexts,
} from '../../../src/harness/values/index.ts';

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

/** Sets a book's date and flag, and publishes it. */
async function publishWithDate(t: Stage, days: number, isFinalVersion: boolean): Promise<void> {
  const change = { publicationDate: t.clock.day(days), isFinalVersion };
  await withReady(
    t,
    async ({ id }) => {
      await t.ask.publish(id);
    },
    change,
  );
}

function forAnyDay({ from, to }: DayRange, isFinalVersion: boolean, runs: number) {
  return forAll(
    daysOrBoundaries(from, to),
    async (t, dayOrBoundary) =>
      publishWithDate(t, resolveDay(t.clock.today(), dayOrBoundary, { from, to }), isFinalVersion),
    { runs },
  );
}

/** Cases with every day on which the window could end, for two formats. */
const deepCases: Check['cases'] = Object.fromEntries(
  (['print', 'audio'] as const).map((format) => [
    `requires a final version up to two weeks ahead for a ${format} book`,
    async (t: Stage) => {
      const { id } = await t.make.ready(format, createMixedTexts(formats.indexOf(format)));
      for (const days of [13, 14, 15]) {
        await t.ask.update(id, { publicationDate: t.clock.day(days), isFinalVersion: false });
        await t.ask.publish(id);
      }
      await t.ask.read(id);
    },
  ]),
);

export const publishWindow = section('The publish window', [
  check(
    'publish.final-version-window',
    {
      'requires a final version up to two weeks ahead': async (t) => {
        await findLastRefusedDay(t);
      },
      'refuses any book dated up to 12 days ahead that is not final': forAnyDay(
        { from: -60, to: 12 },
        false,
        2,
      ),
    },
    needsPublish,
  ),
  check('publish.final-version-window', deepCases, { ...needsPublish, depth: 'deep' }),
  check(
    'publish.outside-window',
    {
      'publishes any book dated 16 days ahead or later': forAnyDay({ from: 16, to: 700 }, false, 2),
    },
    needsPublish,
  ),
  check(
    'publish.final-any-date',
    { 'publishes a final version with any date': forAnyDay({ from: -60, to: 60 }, true, 2) },
    needsPublish,
  ),
]);
