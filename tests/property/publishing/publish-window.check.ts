/** The publish rule: close to its date, a book must be a final version (States and transitions, Limits). */
import { check, type Check, forAll, section } from '../../../src/harness/suite/index.ts';
import { status } from '../../../src/harness/evidence/index.ts';
import { oncePerCase, type Stage } from '../../../src/harness/stage/index.ts';
import {
  type DayAhead,
  daysMeant,
  daysOrTurns,
  type Format,
  formats,
  type DayRange,
} from '../../../src/harness/values/index.ts';
import { edgesOf, editedOr, expectPassing, expectRefused } from './publish-dates.ts';

const needs = { needs: ['write', 'publish'] } as const;

/** A complete ebook, not final, of a service that was seen to publish one that is. */
const provenEbook = oncePerCase(async (t) => {
  const published = await t.make.ready('ebook');
  t.need.accepted(await t.ask.publish(published.id));
  const id = await editedOr(t, published.id, async () => t.make.ready('ebook'));
  t.need.that(status(await t.ask.read(id)) === 'draft', 'an edited book is no draft again');
  return id;
});

const shared = oncePerCase(async (t) => ({ id: (await t.make.ready('ebook')).id, used: false }));

/** A complete ebook to be published again and again: one book, unless review locks it. */
async function reusedEbook(t: Stage): Promise<string> {
  const book = await shared(t);
  if (book.used) book.id = await editedOr(t, book.id, async () => t.make.ready('ebook'));
  book.used = true;
  return book.id;
}

/** Days that lie inside or outside the window wherever midnight is, and whatever becomes of day 14. */
const inside: DayRange = { from: -60, to: 12 };
const outside: DayRange = { from: 16, to: 700 };
const anyTime: DayRange = { from: -60, to: 60 };

function daysFrom(t: Stage, ahead: DayAhead, reach: DayRange): number {
  return daysMeant(t.clock.today(), ahead, reach);
}

const kindOf = { ebook: 'an ebook', print: 'a print book', audio: 'an audiobook' } as const;

/** A case for each format, so that the first of them can be asked early. */
function ofEachFormat(
  verb: string,
  when: string,
  ask: (t: Stage, format: Format) => Promise<void>,
): Check['cases'] {
  return Object.fromEntries(
    formats.map((format) => [
      `${verb} ${kindOf[format]} ${when}`,
      async (t: Stage) => ask(t, format),
    ]),
  );
}

async function expectLastDay(t: Stage, format: Format): Promise<void> {
  const { id } = await t.make.ready(format);
  await expectRefused(t, id, { days: edgesOf(t).lastInside, final: false });
  t.need.accepted(await t.ask.update(id, { isFinalVersion: true }));
  t.need.accepted(await t.ask.publish(id));
}

async function expectFirstDayPast(t: Stage, format: Format): Promise<void> {
  const { id } = await t.make.ready(format);
  await expectPassing(t, id, { days: edgesOf(t).firstOutside, final: false });
}

export const publishWindow = section('The publish window', [
  check(
    'publish.final-version-window',
    {
      ...ofEachFormat('refuses', 'on the last day of the window until it is final', expectLastDay),
      'refuses a book dated today or in the past until it is final': async (t) => {
        const { id } = await t.make.ready('ebook');
        for (const days of [0, -1, -30]) await expectRefused(t, id, { days, final: false });
        t.need.accepted(await t.ask.update(id, { isFinalVersion: true }));
        t.need.accepted(await t.ask.publish(id));
      },
      'refuses any book dated up to 12 days ahead that is not final': forAll(
        daysOrTurns(inside.from, inside.to),
        async (t, ahead) => {
          const days = daysFrom(t, ahead, inside);
          await expectRefused(t, await provenEbook(t), { days, final: false });
        },
      ),
    },
    needs,
  ),
  check(
    'publish.outside-window',
    {
      ...ofEachFormat('publishes', 'on the first day past the window', expectFirstDayPast),
      'publishes any book dated 16 days ahead or later': forAll(
        daysOrTurns(outside.from, outside.to),
        async (t, ahead) => {
          const days = daysFrom(t, ahead, outside);
          await expectPassing(t, await reusedEbook(t), { days, final: false });
        },
        { runs: 8 },
      ),
    },
    needs,
  ),
  check(
    'publish.final-any-date',
    {
      'publishes a final version dated today': async (t) => {
        await expectPassing(t, await reusedEbook(t), { days: 0, final: true });
      },
      'publishes a final version whatever its date': forAll(
        daysOrTurns(anyTime.from, anyTime.to),
        async (t, ahead) => {
          const days = daysFrom(t, ahead, anyTime);
          await expectPassing(t, await reusedEbook(t), { days, final: true });
        },
        { runs: 6 },
      ),
    },
    needs,
  ),
]);
