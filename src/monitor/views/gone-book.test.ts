/** Tests how the monitor judges calls on a deleted book after a read that found it, or did not. */
import { expect, test } from 'vitest';
import {
  attach,
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
  update,
} from '../../../tests/support/monitor/histories.ts';

const minute = 60_000;
const missing = [created, deleted, refuseWithMessage(read(), 404)];
const stillShown = [created, deleted, read()];

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
