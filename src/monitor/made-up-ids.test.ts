/** Judges refusals of calls on ids that the caller made up. */
import { expect, test } from 'vitest';
import { exchangeOf, judge } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const path = `/books/${id}`;
const calls = [
  ['PATCH', path, { subtitle: 'A sea' }, 'update.unknown-404'],
  [
    'POST',
    `${path}/upload`,
    [{ referenceId: 'one', role: 'ebook_cover', filename: 'a.jpg', hashSha256: 'ab'.repeat(32) }],
    'upload.unknown-404',
  ],
  [
    'PATCH',
    `${path}/file/58d2e9a4-7b13-4c60-a5f7-e10b3c9d8246/attach`,
    { filename: 'a.jpg', hashSha256: 'ab'.repeat(32) },
    'attach.unknown-404',
  ],
  ['GET', path, undefined, 'read.unknown-404'],
] as const;

test.each(calls)(
  '%s %s is refused with 404 if the caller made the id up',
  (method, to, json, id) => {
    const judged = (status: number, madeUpIds: readonly string[]) => {
      const body = {
        title: 'Refused',
        status,
        detail: 'Refused.',
        instance: to,
        invalidParams: [],
      };
      const sent = exchangeOf(method, to, { ...(json && { json }), status, body });
      const request = { ...sent.request, madeUpIds };
      return judge([{ ...sent, request }], { startsEmpty: false });
    };
    const madeUp = ['3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90'];
    expect(judged(422, madeUp).drifts).toContain(id);
    expect(judged(404, madeUp).drifts).toEqual([]);
    expect(judged(404, madeUp).met).toContain(id);
    expect(judged(422, []).drifts).toEqual([]);
  },
);
