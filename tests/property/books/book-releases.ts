/** The calls of a history that send a book on its way, bring it back or end it; and which moves there are. */
import fc from 'fast-check';
import { blame } from '../../../src/harness/evidence/index.ts';
import { agree } from './book-agreement.ts';
import { anyStatus, hasLeftDraft, isComplete, isDraft, narrowed } from './book-model.ts';
import {
  badChange,
  changes,
  chapters,
  file,
  move,
  url,
  withoutFlag,
  type BookMove,
} from './book-moves.ts';

const publish: BookMove = move({
  says: 'publish',
  status: 'status.changed-only-by',
  fields: 'update.keeps-the-rest',
  when: (model) => isDraft(model) && isComplete(model),
  go: async (model, t) => {
    const answer = await t.ask.publish(model.id);
    blame('publish.from-draft', () => t.expect.accepted(answer, 'to publishing a complete draft'));
    model.statuses = anyStatus;
    // Whether a published version stays a final one is open.
    model.fields = withoutFlag(model.fields);
    const seen = await t.eventually(
      async () => String((await t.ask.read(model.id)).text.match(/"status":\s*"(\w+)"/)?.[1]),
      (status) => status !== 'draft',
    );
    model.statuses = narrowed(model.statuses, seen);
  },
});

/** Refused on purpose: a near date and no final version. */
const publishEarly: BookMove = move({
  says: 'publish five days ahead without being final (refused)',
  status: 'publish.refused-keeps-status',
  fields: 'update.keeps-the-rest',
  when: (model) => isDraft(model) && isComplete(model),
  go: async (model, t) => {
    const near = { publicationDate: t.clock.day(5), isFinalVersion: false };
    const early = await t.ask.update(model.id, near);
    // A service may refuse such a date at once.
    if (early.status >= 400 && early.status < 500) return;
    t.need.accepted(early);
    model.fields = { ...model.fields, ...near };
    const answer = await t.ask.publish(model.id);
    blame('publish.final-version-window', () =>
      t.expect.that(answer.status === 422, {
        expected: '422 for a book dated five days ahead that is not final',
        actual: String(answer.status),
        permitted: [422],
      }),
    );
    const far = { publicationDate: t.clock.day(400) };
    await agree(model, t, {
      status: 'publish.refused-keeps-status',
      fields: 'update.changes-values',
    });
    t.need.accepted(await t.ask.update(model.id, far));
    model.fields = { ...withoutFlag(model.fields), ...far };
  },
});

const unpublish: BookMove = move({
  says: 'unpublish',
  status: 'status.changed-only-by',
  fields: 'update.keeps-the-rest',
  when: hasLeftDraft,
  go: async (model, t) => {
    const answer = await t.ask.unpublish(model.id);
    // Whether a book can be withdrawn before a review has ended, or twice, is open.
    if (answer.status >= 400 && answer.status < 500) return;
    t.need.accepted(answer);
    model.statuses = anyStatus;
    model.fields = withoutFlag(model.fields);
  },
});

/** What of a deleted book can still be seen is open, so that a history ends here. */
const remove: BookMove = {
  check: isDraft,
  run: async (model, t) => {
    t.need.accepted(await t.ask.delete(model.id));
    model.gone = true;
  },
  toString: () => 'delete',
};

/** Moves of a draft that is never published. */
export const draftMoves: readonly fc.Arbitrary<BookMove>[] = [
  changes,
  changes,
  changes,
  chapters,
  fc.constant(file),
  fc.constant(file),
  fc.constant(url),
  fc.constant(badChange),
  fc.constant(remove),
];

/** Moves of a book that has all it needs, publishing included. */
export const allMoves: readonly fc.Arbitrary<BookMove>[] = [
  changes,
  changes,
  chapters,
  fc.constant(url),
  fc.constant(publish),
  fc.constant(publish),
  fc.constant(unpublish),
  fc.constant(publishEarly),
];
