/** Tests how the monitor judges a book after overlapping updates. */
import { expect, test } from 'vitest';
import {
  at,
  bookPath,
  created,
  judge,
  read,
  refuseWithMessage,
  update,
} from '../../../tests/support/monitor/histories.ts';

const inFlight = [{ method: 'PATCH', path: bookPath, toStorage: false, account: 'one' }];
const [title, subtitle] = ['Tide', 'A map'];
const titleUpdate = { ...at(update({ title }), 1_000, 1_010), inFlight };

/** Judges a read after an update of the title that overlaps with another update. */
function judgeRead(otherUpdate: ReturnType<typeof update>, shown: Parameters<typeof read>[0]) {
  const later = at(otherUpdate, 1_005, 1_015);
  return judge([created, titleUpdate, later, at(read(shown), 2_000, 2_001)]).drifts;
}

test('overlapping updates of different fields must both take effect', () => {
  expect(judgeRead(update({ subtitle }), { title, subtitle })).toEqual([]);
  expect(judgeRead(update({ subtitle }), { subtitle })).toContain('update.changes-values');
});

test('overlapping updates of one field may take effect in either order', () => {
  const otherUpdate = update({ title: 'Ebb', subtitle });
  expect(judgeRead(otherUpdate, { title, subtitle })).toEqual([]);
  expect(judgeRead(otherUpdate, { title: 'Ebb', subtitle })).toEqual([]);
});

test('an update may or may not take effect if it overlaps with a refused one', () => {
  const refusedUpdate = refuseWithMessage(update({ subtitle }), 409);
  expect(judgeRead(refusedUpdate, { title })).toEqual([]);
  expect(judgeRead(refusedUpdate, {})).toEqual([]);
});
