/** Observes the last day of the publish window and its time zone, and tests which date a publish uses. */
import { check, observe, section } from '../../../src/harness/suite/index.ts';
import { type Book, oncePerRun } from '../../../src/harness/stage/index.ts';
import { withReady } from '../../contract/steps/index.ts';

const needsPublish = { needs: ['write', 'publish'] } as const;

/** Returns the last of the days 13, 14 and 15 ahead for which a publish is refused; 12 if none is. */
export const findLastRefusedDay = oncePerRun(async (t) => {
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
