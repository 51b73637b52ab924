/** The limits of the publish window that the document leaves open, and the date that publish uses. */
import { check, observe, section } from '../../../src/harness/suite/index.ts';
import { type Book, oncePerRun } from '../../../src/harness/stage/index.ts';
import { withReady } from '../../contract/steps/index.ts';

const needs = { needs: ['write', 'publish'] } as const;

/** The last of days 13, 14 and 15 on which a book is refused; 12 if none is. */
export const findLastRefusedDay = oncePerRun(async (t) => {
  let last = 12;
  for (const days of [13, 14, 15]) {
    const change = { publicationDate: t.clock.day(days), isFinalVersion: false };
    const answer = await withReady(t, async ({ id }) => t.ask.publish(id), change);
    if (answer.status !== 422) {
      t.need.accepted(answer);
      break;
    }
    last = days;
  }
  return last;
});

export const publishEdges = section('What publish looks at', [
  check(
    'publish.stored-date',
    {
      'uses the stored date, even if the request names another': async (t) => {
        const change = { publicationDate: t.clock.today(), isFinalVersion: false };
        const publishes = async ({ id }: Book): Promise<void> => {
          const json = { publicationDate: t.clock.day(40), isFinalVersion: true };
          await t.wire({ method: 'POST', path: `/books/${id}/publish`, json });
          await t.ask.update(id, { publicationDate: t.clock.day(40) });
          await t.ask.publish(id);
        };
        await withReady(t, publishes, change);
      },
    },
    needs,
  ),
  observe(
    'publish.day-14',
    async (t) => ((await findLastRefusedDay(t)) >= 14 ? 'inclusive' : 'exclusive'),
    needs,
  ),
  observe(
    'publish.timezone',
    async (t) => {
      const last = await findLastRefusedDay(t);
      // In other zones the day is the same now, or day 14 hides it.
      t.need.that(last !== 13 && last !== 14, 'at this hour every time zone has the same day');
      return last === 15 ? 'a zone ahead of UTC' : 'a zone behind UTC';
    },
    needs,
  ),
]);
