/** Deletes of drafts. */
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import { createMixedDraft } from '../steps/histories.ts';
import { fetchStatus, findListItem, isAccepted } from '../steps/steps.ts';

/** Deletes a draft and asserts that a read, a lookup or the list stops showing it. */
const deleteDraft: CaseBody = async (t) => {
  const book = await createMixedDraft(t, { format: 'ebook', turn: 0 });
  const { id, externalId } = book;
  if (!isAccepted(await t.ask.delete(id))) return;
  const isThere = async (): Promise<boolean> =>
    isAccepted(await t.ask.read(id)) &&
    isAccepted(await t.ask.lookUp(externalId)) &&
    (await fetchStatus(t, id)) === 'draft' &&
    (await findListItem(t, id)) !== undefined;
  const isStillThere = await t.eventually(isThere, (still) => !still);
  t.expect.that(!isStillThere, {
    expected: 'a book that read, lookup or list no longer shows, or that has another status',
    actual: 'the same draft everywhere',
  });
  await t.ask.lookUp(externalId);
};

export const deleting = section('Deleting', [
  check(
    'delete.deletes',
    { 'deletes a draft': deleteDraft },
    { covers: ['delete.', 'flow.withdraw'], needs: ['write', 'delete'], depth: 'quick' },
  ),
]);
