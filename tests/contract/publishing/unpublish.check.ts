/** Taking a book back out of distribution. */
import { check, section } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { accepted, statusNow } from '../steps/index.ts';

const needs = { needs: ['write', 'publish'] } as const;

/** Takes a book that was published out of distribution, and expects it to show. */
export async function expectWithdrawn(t: Stage, id: string): Promise<void> {
  const before = await statusNow(t, id);
  const answer = await t.ask.unpublish(id);
  // A book under review counts as published for some services and not for others.
  t.need.that(
    before === 'published' || accepted(answer),
    `unpublish answered ${answer.status} to a book that is ${before}`,
  );
  t.expect.accepted(answer, 'to withdrawing a published book');
  const after = await t.eventually(
    async () => statusNow(t, id),
    (status) => status !== before,
  );
  t.expect.that(after !== before && after !== 'published', {
    expected: `a status other than ${before}`,
    actual: after,
  });
}

export const unpublish = section('Unpublish', [
  check(
    'unpublish.withdraws',
    {
      'takes a published book out of distribution': async (t) => {
        const { id } = await t.make.published('ebook');
        await expectWithdrawn(t, id);
      },
    },
    needs,
  ),
  check(
    'unpublish.unknown-404',
    {
      'answers 404 for a book that does not exist': async (t) => {
        const { id } = await t.make.published('ebook');
        t.need.accepted(await t.ask.unpublish(id));
        t.expect.notFound(await t.ask.unpublish(t.make.unknownId()));
      },
    },
    needs,
  ),
]);
