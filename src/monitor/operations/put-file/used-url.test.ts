/** Tests how the monitor judges uploads to used or expired URLs, and the hashes of attaches. */
import { expect, test } from 'vitest';
import {
  at,
  attach,
  buildExchange,
  changeRequest,
  created,
  getUploadUrl,
  hash,
  judge,
  otherId,
  refuse,
  refuseWithMessage,
  requestUpload,
  withDate,
  type UnnumberedExchange,
} from '../../../../tests/support/monitor/histories.ts';

/** The `Date` header of responses to uploads. */
const date = 'Sun, 22 Nov 2026 12:00:00 GMT';
const otherHash = 'cd'.repeat(32);
const otherUrl = getUploadUrl('2');

function upload(status: number, { sha256 = hash, to = getUploadUrl('1') } = {}) {
  const { response: _response, ...exchange } = changeRequest(buildExchange('PUT', to, {}), {
    headers: { 'content-type': 'image/jpeg' },
    key: 'none',
    body: { kind: 'bytes', size: 4, sha256, beginning: Uint8Array.of(0xff, 0xd8, 0xff) },
  });
  return { ...exchange, response: { status, headers: { date }, text: '', body: undefined } };
}

const judgeDrifts = (...history: readonly UnnumberedExchange[]) =>
  judge([created, ...history]).drifts;
const uploaded = [requestUpload(), upload(200)];
const otherGrant = requestUpload({ id: otherId, url: otherUrl });

test('a service that has refused the same bytes drifts if it accepts them later', () => {
  expect(judgeDrifts(...uploaded, upload(409), upload(200))).toContain('put.used-url');
  const attached = [...uploaded, upload(409), attach()];
  expect(judgeDrifts(...attached, upload(200))).toContain('put.used-url');
});

test('a service that has refused other bytes may accept the same bytes again', () => {
  const history = [...uploaded, upload(409, { sha256: otherHash }), upload(200)];
  expect(judgeDrifts(...history)).not.toContain('put.used-url');
});

test('an attach drifts if it refuses the accepted hash of the upload, but may refuse it in other letter case', () => {
  const refused = (hashSha256: string) => refuseWithMessage(attach({ hashSha256 }), 422);
  expect(judgeDrifts(...uploaded, refused(hash))).toContain('attach.same-values');
  expect(judgeDrifts(...uploaded, refused('Ab'.repeat(32)))).toEqual([]);
});

test('a service that refuses the same bytes after an attach may accept them before an attach', () => {
  const first = [...uploaded, attach(), upload(409)];
  const second = upload(200, { to: otherUrl });
  expect(judgeDrifts(...first, otherGrant, second, second)).toEqual([]);
});

test('a service that has refused the same bytes after one attach drifts if it accepts them after another', () => {
  const judgeLast = (status: number) =>
    judgeDrifts(
      ...uploaded,
      attach(),
      upload(409),
      otherGrant,
      upload(200, { to: otherUrl }),
      attach({}, { file: otherId }),
      upload(status, { to: otherUrl }),
    );
  expect(judgeLast(409)).toEqual([]);
  expect(judgeLast(200)).toContain('put.used-url');
});

test('a checksum refusal with status 400 drifts if it is a Problem, but not if it is a message', () => {
  const otherBytes = [requestUpload(), upload(200, { sha256: otherHash })];
  expect(judgeDrifts(...otherBytes, refuseWithMessage(attach(), 400))).toEqual([]);
  expect(judgeDrifts(...otherBytes, refuse(attach(), 400))).toContain('attach.hash-mismatch-422');
});

test('an attach drifts if its refusal names the hash that it omits, even for a second file of its role', () => {
  const withoutHash = attach({ hashSha256: undefined }, { file: otherId });
  const history = [...uploaded, attach(), otherGrant, upload(200, { to: otherUrl })];
  expect(judgeDrifts(...history, refuse(withoutHash, 422, 'hashSha256'))).toContain(
    'attach.required-properties',
  );
});

test('a URL close to its expiry may refuse an upload with 403, but not with 415', () => {
  const grant = requestUpload({ expiresAt: '2026-11-22T12:00:03.000Z' });
  expect(judgeDrifts(grant, upload(403))).toEqual([]);
  expect(judgeDrifts(grant, upload(415))).toContain('put.content-types');
});

test('a URL that is valid for four seconds drifts if it refuses an upload at once', () => {
  const grant = requestUpload({ expiresAt: '2026-11-22T12:00:04.000Z' });
  const datedGrant = withDate(grant, Date.parse(date));
  expect(judgeDrifts(datedGrant, upload(201))).toEqual([]);
  expect(judgeDrifts(datedGrant, upload(403))).toContain('put.takes-bytes');
});

test('an upload after the deadline of its URL must be refused, but not one that began before it', () => {
  const grant = requestUpload({ expiresAt: '2026-11-22T11:59:00.000Z' });
  expect(judgeDrifts(grant, upload(201))).toContain('put.deadline');
  expect(judgeDrifts(grant, at(upload(201), 0, 120_000))).toEqual([]);
});
