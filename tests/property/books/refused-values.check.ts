/** What stays behind of values that were refused, and of values that were taken (Errors, Endpoints). */
import fc from 'fast-check';
import { check, forAll, section } from '../../../src/harness/suite/index.ts';
import { attributes } from '../../../src/harness/evidence/index.ts';
import { daysAhead, isbn978 } from '../../../src/harness/values/index.ts';
import { oncePerCase } from '../../../src/harness/stage/index.ts';

const needs = { needs: ['write'] } as const;

const printDraft = oncePerCase(async (t) => t.make.draft('print'));

/** Values that are refused by themselves, each in a body that is otherwise right. */
const refused = [
  { what: 'a bad ISBN', values: { isbn: '9780306406158' } },
  { what: 'a date that is none', values: { publicationDate: '2031-13-01' } },
] as const;

/** The part of a book that only its client changes. */
function seen(book: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { title, isbn, publicationDate, status } = book;
  return { title, isbn, publicationDate, status };
}

export const refusedValues = section('Refused and accepted values', [
  check(
    'create.refused-leaves-nothing',
    {
      'leaves no book behind a refused ISBN or date': async (t) => {
        const bad: { what: string; externalId: string }[] = [];
        for (const { what, values } of refused) {
          const body = t.make.body('print', values);
          const answer = await t.ask.create(body);
          t.need.that(answer.status >= 400, `create took ${what}`);
          bad.push({ what, externalId: body.externalId ?? '' });
        }
        // A book made later and seen already shows that the refused ones are not merely late.
        const made = await t.make.draft('print');
        const shown = await t.eventually(
          async () => t.ask.lookUp(made.externalId),
          ({ status }) => status < 300,
        );
        t.need.accepted(shown);
        for (const { what, externalId } of bad) {
          const looked = await t.ask.lookUp(externalId);
          t.expect.refused(looked, [404, 422], `for the book refused over ${what}`);
        }
      },
    },
    needs,
  ),
  check(
    'update.refused-changes-nothing',
    {
      'leaves the book as it was behind a refused ISBN or date': async (t) => {
        const { id } = await t.make.draft('print');
        const before = seen(attributes(await t.ask.read(id)));
        for (const { what, values } of refused) {
          const answer = await t.ask.update(id, values);
          t.need.that(answer.status >= 400, `update took ${what}`);
          const after = seen(attributes(await t.ask.read(id)));
          t.expect.equal(after, before, `the book after ${what} was refused`);
        }
      },
    },
    needs,
  ),
  check(
    'update.changes-values',
    {
      'shows whatever ISBN and date it was last given': forAll(
        fc.record({ isbn: isbn978, days: daysAhead(20, 1400) }),
        async (t, { isbn, days }) => {
          const { id } = await printDraft(t);
          const publicationDate = t.clock.day(days);
          t.need.accepted(await t.ask.update(id, { isbn, publicationDate }));
          const shown = attributes(await t.ask.read(id));
          t.expect.equal(
            { isbn: shown['isbn'], publicationDate: shown['publicationDate'] },
            { isbn, publicationDate },
            'ISBN and date as read back',
          );
        },
        { runs: 2 },
      ),
    },
    needs,
  ),
]);
