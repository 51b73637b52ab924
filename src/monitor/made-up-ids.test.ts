/** Tests how the monitor judges calls on ids that the caller made up. */
import { expect, test } from 'vitest';
import {
  attach,
  bookId,
  changeRequest,
  create,
  fileId,
  judge,
  read,
  refuse,
  requestUpload,
  update,
} from '../../tests/support/monitor/histories.ts';

test.each([
  ['update.unknown-404', update({ subtitle: 'A sea' })],
  ['upload.unknown-404', requestUpload()],
  ['attach.unknown-404', attach()],
  ['read.unknown-404', read()],
])('by %s, a call must get 404 if the caller made the id up', (requirement, call) => {
  const judgeStatus = (status: number, madeUpIds: readonly string[]) =>
    judge([refuse(changeRequest(call, { madeUpIds }), status)], { startsEmpty: false });
  expect(judgeStatus(422, [bookId]).drifts).toContain(requirement);
  expect(judgeStatus(404, [bookId]).drifts).toEqual([]);
  expect(judgeStatus(404, [bookId]).met).toContain(requirement);
  expect(judgeStatus(422, []).drifts).toEqual([]);
});

test('an attach of a made-up file id in lower case must get 404, even if the service writes ids in upper case', () => {
  const id = bookId.toUpperCase();
  const attachFile = changeRequest(attach({}, { id }), { madeUpIds: [fileId] });
  expect(judge([create({}, { id }), attachFile]).drifts).toContain('attach.unknown-404');
});
