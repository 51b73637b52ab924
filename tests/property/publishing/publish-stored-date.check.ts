/** Which date publish looks at: the one stored with the book. Where the document is silent, too. */
import { check, observe, section } from '../../../src/harness/suite/index.ts';
import { status } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { editedOr, publishDated } from './publish-dates.ts';

const needs = { needs: ['write', 'publish'] } as const;

/** A complete ebook that is refused as it was created: close to its date, and not final. */
async function refusedEbook(t: Stage): Promise<string> {
  const { id } = await t.make.ready('ebook', { publicationDate: t.clock.day(5) });
  t.need.accepted(await t.ask.update(id, { isFinalVersion: false }));
  const { status: code } = await t.ask.publish(id);
  t.need.that(code === 422, `the window rule answers ${code} where it should refuse to begin with`);
  return id;
}

/** A complete ebook like one that passed as it was created: far from its date, and not final. */
async function passedEbook(t: Stage): Promise<string> {
  const twin = async () => t.make.ready('ebook', { publicationDate: t.clock.day(40) });
  const { id } = await twin();
  t.need.accepted(await t.ask.update(id, { isFinalVersion: false }));
  t.need.accepted(await t.ask.publish(id));
  return editedOr(t, id, twin);
}

async function publishMoved(t: Stage, id: string, days: number) {
  t.need.accepted(await t.ask.update(id, { publicationDate: t.clock.day(days) }));
  t.need.that(status(await t.ask.read(id)) === 'draft', 'an edited book is no draft again');
  return t.ask.publish(id);
}

/** How far ahead a date may lie and still be refused, of 13, 14 and 15; 12 when none is. */
const lastRefusedDay = oncePerRun(async (t) => {
  const { id } = await t.make.ready('ebook');
  let last = 12;
  for (const days of [13, 14, 15]) {
    const answer = await publishDated(t, id, { days, final: false });
    if (answer?.status === 422) last = days;
    else if (answer !== undefined) {
      t.need.accepted(answer);
      break;
    }
  }
  return last;
});

export const publishStoredDate = section('What publish looks at', [
  check(
    'publish.stored-date',
    {
      'judges a book by the date it was last given, not by the one it was created with': async (
        t,
      ) => {
        const refused = await refusedEbook(t);
        const passed = await passedEbook(t);
        t.expect.accepted(
          await publishMoved(t, refused, 40),
          'for a book moved from 5 to 40 days ahead',
        );
        t.expect.status(
          await publishMoved(t, passed, 5),
          422,
          'for a book moved from 40 to 5 days ahead',
        );
      },
      'refuses by the stored date although the request names a later one': async (t) => {
        const id = await refusedEbook(t);
        const answer = await t.wire({
          method: 'POST',
          path: `/books/${id}/publish`,
          json: { publicationDate: t.clock.day(40), isFinalVersion: true },
        });
        t.expect.refused(answer, [400, 422], 'for a date sent along with the publish request');
        t.need.accepted(await t.ask.update(id, { isFinalVersion: true }));
        t.need.accepted(await t.ask.publish(id));
      },
    },
    needs,
  ),
  observe(
    'publish.day-14',
    async (t) => ((await lastRefusedDay(t)) >= 14 ? 'inclusive' : 'exclusive'),
    needs,
  ),
  observe(
    'publish.timezone',
    async (t) => {
      const last = await lastRefusedDay(t);
      // Elsewhere the day is the same now, or day 14 hides it.
      t.need.that(last !== 13 && last !== 14, 'no zone shows at this hour');
      return last === 15 ? 'a zone ahead of UTC' : 'a zone behind UTC';
    },
    needs,
  ),
]);
