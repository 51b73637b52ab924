/** Tests how the monitor judges recordings that are incomplete or out of order. */
import { describe, expect, test } from 'vitest';
import {
  at,
  attach,
  buildExchange,
  change,
  create,
  created,
  deleted,
  hideBody,
  judge,
  otherId,
  publish,
  read,
  refuseWithMessage,
  requestUpload,
  respond,
  update,
  type UnnumberedExchange,
} from '../../tests/support/monitor/histories.ts';

const other = { title: 'Other' };
const createOther = create({ externalId: 'cat-2' }, { id: otherId });

describe('in a history that is incomplete or out of order, the monitor', () => {
  test('forgets what it knew when the times jump back', () => {
    const later = [at(update(other), 5_000), at(created, 1_000), at(read(), 2_000)];
    expect(judge([at(createOther, 9_000), ...later]).drifts).toEqual([]);
  });

  test('knows a book again after a gap once a read has shown it', () => {
    const otherBook = [
      createOther,
      change('delete', { id: otherId }),
      refuseWithMessage(read({}, { id: otherId }), 404),
    ];
    const history = [created, ...otherBook, undefined, read(), read(other)];
    expect(judge(history).drifts).toEqual(['read.changes-nothing']);
    expect(judge([created, undefined, update(other, { shows: {} })]).drifts).toEqual([]);
  });

  test('accepts any value after an update whose body was not recorded', () => {
    expect(judge([created, hideBody(update(other)), read(other)]).drifts).toEqual([]);
  });
});

describe('a recording of other programs', () => {
  test('may omit all calls to storage, but not only some of them', () => {
    const mismatch = 'attach.hash-mismatch-422';
    const calls = [created, requestUpload(), attach()];
    expect(judge(calls).drifts).not.toContain(mismatch);
    const otherUpload = buildExchange('PUT', 'http://s/other', { body: '' });
    expect(judge([otherUpload, ...calls]).drifts).toContain(mismatch);
  });

  test('may state that calls before an exchange are missing', () => {
    expect(judge([created, read(other)]).drifts).toEqual(['create.reads-back']);
    expect(judge([created, { ...read(other), afterGap: true }]).drifts).toEqual([]);
  });

  test('may omit the body of a refusal', () => {
    const judgeRefusal = (response: UnnumberedExchange['response']) =>
      judge([created, publish, { ...deleted, response }]).drifts;
    const refusal = respond(409, { title: 'Conflict', status: 409 });
    expect(judgeRefusal(refusal)).toContain('delete.refusal-detail');
    const withoutBody = { ...refusal, text: undefined, body: undefined };
    expect(judgeRefusal(withoutBody)).not.toContain('delete.refusal-detail');
  });
});
