/** Tests how the monitor judges lookups and lists that show a book as it was before a write. */
import { expect, test } from 'vitest';
import {
  at,
  change,
  created,
  judge,
  list,
  lookUp,
  publish,
  read,
  refuseWithMessage,
  update,
} from '../../../tests/support/monitor/histories.ts';

const fresh = { title: 'Fresh' };
const withinLag = { answeredAt: 4_000 };
const afterLag = { answeredAt: 60_000 };
const history = [created, update(fresh)];

test('a lookup that shows an older state within the lag does not drift, and is reported as older', () => {
  const lookUps = [lookUp({}, withinLag), lookUp(fresh, { answeredAt: 4_500 })];
  expect(judge([...history, ...lookUps])).toMatchObject({ drifts: [], excusedExchanges: [3] });
});

test('a lookup that was sent before the update was answered may show an older state, and is not reported', () => {
  const overlapping = lookUp({}, { sentAt: 500, answeredAt: 3_000 });
  const updated = at(update(fresh), 0, 1_000);
  expect(judge([created, updated, overlapping])).toMatchObject({
    drifts: [],
    excusedExchanges: [],
  });
});

test('a lookup that shows an older state after the lag drifts', () => {
  const result = judge([...history, lookUp({}, afterLag)]);
  expect(result).toMatchObject({ drifts: ['update.changes-values'], excusedExchanges: [] });
});

test('a list may show an older state within the lag, but drifts if it shows a state that the book never had', () => {
  const older = judge([...history, list({}, withinLag)]);
  expect(older).toMatchObject({ drifts: [], excusedExchanges: [3] });
  const late = judge([...history, list({}, afterLag)]);
  expect(late).toMatchObject({ drifts: ['list.agrees-with-book'], excusedExchanges: [] });
  const wrong = judge([...history, list({ title: 'Other' }, withinLag)]);
  expect(wrong).toMatchObject({ drifts: ['list.agrees-with-book'], excusedExchanges: [] });
});

test('a lookup by a former external id is reported as older within the lag, and drifts after it', () => {
  const newId = { externalId: 'cat-2' };
  const judgeLookUp = (details: typeof withinLag) =>
    judge([created, update(newId), read(newId), lookUp(newId, details)]);
  expect(judgeLookUp(withinLag)).toMatchObject({ drifts: [], excusedExchanges: [4] });
  const { drifts, excusedExchanges } = judgeLookUp(afterLag);
  expect(drifts).toContain('lookup.unknown-422');
  expect(excusedExchanges).toEqual([]);
  const byNewId = { ...afterLag, externalId: 'cat-2' };
  expect(judgeLookUp(byNewId).drifts).toEqual([]);
});

const [draft, inReview, published, withdrawn] = [
  'draft',
  'in_review',
  'published',
  'withdrawn',
].map((status) => ({ status }));

test('a withdrawn book drifts if a later response shows it in review or published', () => {
  const unpublish = change('unpublish', { status: 202, body: {} });
  const withdrawnBook = [created, publish, read(inReview), unpublish, read(withdrawn)];
  const judgeLast = (exchange: typeof created) => judge([...withdrawnBook, exchange]).drifts;
  expect(judgeLast(list(withdrawn, afterLag))).toEqual([]);
  expect(judgeLast(list(inReview, afterLag))).toEqual(['list.agrees-with-book']);
  expect(judgeLast(read(published, afterLag))).not.toEqual([]);
});

test('a book that shows as withdrawn drifts if its unpublish was refused, and may be withdrawn late otherwise', () => {
  const publishedBook = [created, publish, read(published)];
  const refusedUnpublish = refuseWithMessage(change('unpublish', { key: 'wrong' }), 401);
  expect(judge([...publishedBook, refusedUnpublish, read(withdrawn)]).drifts).toEqual([
    'auth.no-effect',
  ]);
  const unpublish = change('unpublish', { status: 202, body: { message: 'No.' } });
  const late = [...publishedBook, unpublish, read(published), read(withdrawn)];
  expect(judge(late).drifts).toEqual([]);
});

test('a list may show a draft after a publish, unless a lookup has shown the book in review', () => {
  const judgeList = (shown: typeof draft) =>
    judge([created, publish, lookUp(shown), list({}, afterLag)]).drifts;
  expect(judgeList(draft)).toEqual([]);
  expect(judgeList(inReview)).toEqual(['list.agrees-with-book']);
});
