/** Generated dates around the publish window; the monitor judges each publish (States, Limits). */
import { check, type Check, forAll, section } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  type DayRange,
  resolveDay,
  daysOrBoundaries,
  formats,
  createMixedTexts,
} from '../../../src/harness/values/index.ts';
import { withReady } from '../../contract/steps/index.ts';
import { findLastRefusedDay } from './publish-edges.check.ts';

const needsPublish = { needs: ['write', 'publish'] } as const;

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
