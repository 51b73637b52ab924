/** Looking a book up by the client's own id: found, unknown, and the same book as the read shows. */
import { check, section } from '../../../src/harness/suite/index.ts';
import { attributes } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { accepted, bookNow, documented, onceLookedUp, untouched } from '../steps/index.ts';

/** The answer to the lookup of a book that was just made. */
async function ownFound(t: Stage) {
  const { externalId } = await untouched(t, 'ebook');
  return t.need.accepted(await onceLookedUp(t, externalId));
}

/** An external id nobody uses: the mark of a book that is never made. */
function unusedId(t: Stage): string {
  return t.make.body('ebook').externalId ?? '';
}

export const lookup = section('Look up by external id', [
  check(
    'lookup.answers-200',
    {
      'answers 200 with the book': async (t) => {
        const { externalId } = await untouched(t, 'ebook');
        t.expect.status(await onceLookedUp(t, externalId), 200);
      },
    },
    { reach: 'shape' },
  ),
  check('lookup.unknown-422', {
    'answers 422, not 404, for an external id that no book has': async (t) => {
      await ownFound(t);
      t.expect.status(await t.ask.lookUp(unusedId(t)), 422);
    },
    'answers 422 for an external id that its book has given up': async (t) => {
      const { id, externalId } = await t.make.draft('ebook');
      t.need.accepted(await onceLookedUp(t, externalId));
      const changed = `${externalId}-anew`;
      t.need.accepted(await t.ask.update(id, { externalId: changed }));
      const now = (await bookNow(t, id))['externalId'];
      t.need.that(now === changed, 'the external id of a book stays what it was');
      t.need.accepted(await onceLookedUp(t, changed));
      const given = async () => t.ask.lookUp(externalId);
      t.expect.status(await t.eventually(given, ({ status }) => status === 422), 422);
    },
  }),
  check('lookup.unknown-names-parameter', {
    'names bookExternalId in the refusal': async (t) => {
      await ownFound(t);
      const refused = await t.ask.lookUp(unusedId(t));
      t.need.that(refused.status === 422, 'the lookup was not refused with 422');
      t.expect.problem(refused, 422, { names: ['bookExternalId'] });
    },
  }),
  check('lookup.same-book', {
    'shows the book that the read shows, also after an update': async (t) => {
      const { id, externalId, sent } = await t.make.draft('ebook', { subtitle: 'Before' });
      for (const title of [sent.title, `${sent.title} revised`]) {
        t.need.accepted(await t.ask.update(id, { title }));
        const shown = documented(await bookNow(t, id));
        const looked = await t.eventually(
          async () => t.ask.lookUp(externalId),
          (found) => accepted(found) && attributes(found)['title'] === shown['title'],
        );
        t.need.accepted(looked);
        t.expect.equal(documented(attributes(looked)), shown, 'book as looked up');
      }
    },
    'tells two books apart': async (t) => {
      for (const { id, externalId } of [await untouched(t, 'ebook'), await untouched(t, 'print')]) {
        const looked = t.need.accepted(await onceLookedUp(t, externalId));
        const shown = documented(await bookNow(t, id));
        t.expect.equal(documented(attributes(looked)), shown, 'book as looked up');
      }
    },
  }),
]);
