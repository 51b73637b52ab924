/** Deleting a book, and what happens where the book's state does not allow it. */
import type { JsonObject } from '../../../src/contract/json-pointer.ts';
import { check, section } from '../../../src/harness/suite/index.ts';
import { attributes, problemOf, status } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { accepted, bookNow, documented, listed, onceListed, onceLookedUp } from '../steps/index.ts';

const remove = { needs: ['write', 'delete'] } as const;
const refuse = { needs: ['write', 'publish', 'delete'] } as const;

/** What there is to see of a book: its status as read, and whether lookup and list have it. */
async function traces(t: Stage, id: string, externalId: string): Promise<string> {
  const read = await t.ask.read(id);
  const looked = accepted(await t.ask.lookUp(externalId)) ? 'looked up' : 'not looked up';
  const inList = (await listed(t, id)) === undefined ? 'not listed' : 'listed';
  return [accepted(read) ? status(read) : `read ${read.status}`, looked, inList].join(', ');
}

/** The part of a book that its client wrote; the service may fill in the rest at any time. */
function written(book: JsonObject): JsonObject {
  const { status: _, ebookDetails: __, podDetails: ___, ...rest } = documented(book);
  return rest;
}

/** What deleting a published book is answered with, once for all who ask. */
const deletion = oncePerRun(async (t) => {
  const { id } = await t.make.published('ebook');
  const before = written(await bookNow(t, id));
  return { id, before, answer: await t.ask.delete(id) };
});

/** A delete that was refused, with its book; which statuses are refused is open. */
async function refused(t: Stage) {
  const found = await deletion(t);
  t.need.that(!accepted(found.answer), 'no status was met in which delete is refused');
  return found;
}

async function deleteDraft(t: Stage): Promise<void> {
  const { id } = await t.make.draft('ebook');
  t.need.accepted(await t.ask.delete(id));
}

export const removal = section('Delete', [
  check(
    'delete.deletes',
    {
      'deletes a draft, so that something of it is gone': async (t) => {
        const { id, externalId } = await t.make.draft('ebook');
        await onceLookedUp(t, externalId);
        await onceListed(t, id);
        const before = await traces(t, id, externalId);
        t.expect.accepted(await t.ask.delete(id), 'to deleting a draft');
        const after = await t.eventually(
          async () => traces(t, id, externalId),
          (now) => now !== before,
        );
        t.expect.that(after !== before, {
          expected: 'a book that is gone from read, lookup or list, or shows another status',
          actual: after,
        });
      },
    },
    remove,
  ),
  check(
    'delete.unknown-404',
    {
      'answers 404 for a book that does not exist': async (t) => {
        await deleteDraft(t);
        t.expect.notFound(await t.ask.delete(t.make.unknownId()));
      },
    },
    remove,
  ),
  check(
    'delete.refused-409',
    {
      'answers 409 where the state of the book does not allow it': async (t) => {
        await deleteDraft(t);
        // Where the run itself chose the statuses that refuse, a published book is among them.
        const chosen = t.target.readings?.['delete.refused-states'] !== undefined;
        const { answer } = chosen ? await deletion(t) : await refused(t);
        t.expect.problem(answer, 409);
      },
    },
    refuse,
  ),
  check(
    'delete.refusal-detail',
    {
      'says why in its detail': async (t) => {
        const { answer } = await refused(t);
        const problem = problemOf(answer.body);
        t.need.that(problem !== undefined, 'the refusal is no Problem');
        t.expect.that(problem?.detail.trim() !== '', {
          expected: 'a detail with an explanation',
          actual: 'an empty detail',
        });
      },
    },
    refuse,
  ),
  check(
    'delete.refused-changes-nothing',
    {
      'leaves the book readable and as it was': async (t) => {
        const { id, before } = await refused(t);
        const read = await t.ask.read(id);
        t.expect.accepted(read, 'to reading the book');
        t.expect.equal(written(attributes(read)), before, 'book after a refused delete');
        const now = status(read);
        t.expect.that(now !== 'draft' && now !== 'withdrawn', {
          expected: 'a book that is still under way to the shops',
          actual: `status ${now}`,
        });
      },
    },
    refuse,
  ),
]);
