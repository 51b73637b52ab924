/** Tests how the monitor judges an attach of a file to another book than its own. */
import { expect, test } from 'vitest';
import {
  attach,
  create,
  created,
  judge,
  otherId,
  refuseWithMessage,
  requestUpload,
} from '../../tests/support/monitor/histories.ts';

test('an attach to another book must be refused, even while that book has calls in progress', () => {
  const call = attach({}, { id: otherId });
  const upload = { method: 'POST', path: `/books/${otherId}/upload`, toStorage: false };
  const inFlight = [{ ...upload, account: call.request.account }];
  const judgeAttach = (response: typeof call) =>
    judge([created, create({}, { id: otherId }), requestUpload(), { ...response, inFlight }])
      .drifts;
  expect(judgeAttach(call)).toContain('attach.unknown-404');
  for (const status of [400, 403, 404, 409, 422]) {
    expect(judgeAttach(refuseWithMessage(call, status))).toEqual([]);
  }
});
