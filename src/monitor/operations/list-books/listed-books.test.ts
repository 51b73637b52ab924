/** Tests how the monitor judges the refusal of list pages that must exist, or need not. */
import { expect, test } from 'vitest';
import {
  at,
  buildExchange,
  create,
  judge,
  otherId,
  refuseWithMessage,
} from '../../../../tests/support/monitor/histories.ts';

test.each([
  [2, true],
  [3, false],
])('a list of two books, one on each page, drifts if it refuses page %i: %s', (page, isDrift) => {
  const creates = [create(), create({ externalId: 'cat-2' }, { id: otherId })];
  const list = buildExchange('GET', `/books?perPage=1&page=${page}`, {});
  const { drifts } = judge([...creates, at(refuseWithMessage(list, 404), 60_000)]);
  expect(drifts.includes('list.page')).toBe(isDrift);
});
