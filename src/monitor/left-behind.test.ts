/** Tests how the monitor judges what a refused or wrongly accepted call left behind. */
import { expect, test } from 'vitest';
import {
  attach,
  create,
  created,
  describeFile,
  hideBody,
  judge,
  list,
  read,
  refuse,
  refuseWithMessage,
  requestUpload,
} from '../../tests/support/monitor/histories.ts';

const refusedCreate = refuse(create({ isbn: 'no number' }), 422, 'isbn');

test('a listed book with the external id of a refused create drifts if it has its title too', () => {
  expect(judge([refusedCreate, list()]).drifts).toEqual(['create.refused-leaves-nothing']);
  expect(judge([refusedCreate, list({ title: 'Other' })]).drifts).toEqual([]);
});

test.each([
  ['request', hideBody(created)],
  [
    'response',
    { ...created, response: { status: 201, headers: {}, text: undefined, body: undefined } },
  ],
])('a listed book does not drift if a later create has an unknown %s', (_what, later) => {
  expect(judge([refusedCreate, later, list()]).drifts).toEqual([]);
});

test.each([
  ['a book', [create({ isbn: 'no number' })], [read({}), refuseWithMessage(read({}), 404)]],
  [
    'a file',
    [created, requestUpload({ files: [describeFile({ hashSha256: undefined })] })],
    [attach(), refuseWithMessage(attach(), 404)],
  ],
])('%s that a wrongly accepted call returned may exist or not', (_what, calls, laterCalls) => {
  const judgeDrifts = (...later: typeof calls) =>
    judge([...calls, ...later], { startsEmpty: true }).drifts;
  const drifts = judgeDrifts();
  expect(drifts).not.toEqual([]);
  for (const later of laterCalls) expect(judgeDrifts(later)).toEqual(drifts);
});
