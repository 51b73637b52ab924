/** Tests how the monitor judges books that a call has deleted, or may have deleted. */
import { expect, test } from 'vitest';
import {
  at,
  attach,
  buildExchange,
  buildPage,
  changeRequest,
  create,
  created,
  deleted,
  judge,
  list,
  lookUp,
  otherId,
  read,
  refuse,
  refuseWithMessage,
  requestUpload,
  type UnnumberedExchange,
  update,
} from '../../../tests/support/monitor/histories.ts';

const minute = 60_000;
const missing = [created, deleted, refuseWithMessage(read(), 404)];
const stillShown = [created, deleted, read()];
const judgeDrifts = (...history: readonly UnnumberedExchange[]) => judge(history).drifts;

test('a book that is missing after a delete with a wrong key drifts for that delete, whatever call shows it', () => {
  const unauthorized = refuseWithMessage(changeRequest(deleted, { key: 'wrong' }), 401);
  const invalidUpdate = refuseWithMessage(update({ publicationDate: '2031-02-30' }), 404);
  const emptyList = buildExchange('GET', '/books', { body: buildPage([]), sentAt: 60_000 });
  for (const next of [refuseWithMessage(read(), 404), invalidUpdate, emptyList]) {
    expect(judgeDrifts(created, read(), unauthorized, next)).toEqual(['auth.no-effect']);
  }
});

test('a missing book does not drift for a delete that did not find it', () => {
  const notFound = [deleted, read()].map((call) => refuseWithMessage(call, 404));
  expect(judgeDrifts(created, read(), ...notFound)).not.toContain('delete.refused-changes-nothing');
});

test('a lookup that shows a deleted book drifts after the lag, and is reported as older within it', () => {
  const judgeAt = (answeredAt: number) => judge([...missing, lookUp({}, { answeredAt })]);
  expect(judgeAt(minute).drifts).toEqual(['lookup.unknown-422']);
  expect(judgeAt(1000)).toMatchObject({ drifts: [], excusedExchanges: [4] });
});

test('a list that shows a deleted book drifts after the lag, but not within it', () => {
  const judgeAt = (answeredAt: number) => judge([...missing, list({}, { answeredAt })]).drifts;
  expect(judgeAt(minute)).toEqual(['delete.deletes']);
  expect(judgeAt(1000)).toEqual([]);
});

test('lookups and lists may show a deleted book if reads still show it', () => {
  const lookUpAndList = [lookUp({}, { answeredAt: minute }), list({}, { answeredAt: 2 * minute })];
  expect(judge([...stillShown, ...lookUpAndList]).drifts).toEqual([]);
});

test('a lookup may be refused for several books if reads still show a deleted one with its external id', () => {
  const refusedLookUp = at(refuseWithMessage(lookUp(), 409), minute);
  const judgeAfter = (...calls: readonly UnnumberedExchange[]) =>
    judge([...calls, create({}, { id: otherId }), refusedLookUp]).drifts;
  expect(judgeAfter(...stillShown)).toEqual([]);
  expect(judgeAfter(...missing)).toContain('lookup.answers-200');
});

test('an update of a deleted book must get 404 if reads do not find it, and may get 422 if they do', () => {
  const refuseUpdate = (status: number) => refuse(update({ subtitle: 'Late' }), status);
  expect(judge([...missing, refuseUpdate(422)]).drifts).toContain('update.unknown-404');
  expect(judge([...missing, refuseUpdate(404)]).drifts).toEqual([]);
  expect(judge([...stillShown, refuseUpdate(422)]).drifts).toEqual([]);
});

test('an attach of a file may succeed after its book was deleted, if the file was granted before', () => {
  const history = [created, requestUpload(), ...missing.slice(1)];
  expect(judge([...history, attach()]).drifts).toEqual([]);
  expect(judge([...history, attach({}, { file: otherId })]).drifts).toContain('attach.unknown-404');
});
