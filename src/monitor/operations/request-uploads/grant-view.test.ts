/** Tests how the monitor judges the URLs of grants. */
import { expect, test } from 'vitest';
import {
  changeRequest,
  created,
  judge,
  otherId,
  requestUpload,
  create,
  buildExchange,
  describeFile,
} from '../../../../tests/support/monitor/histories.ts';

const otherFileId = '0b2c4d6e-8f10-4a2b-9c3d-4e5f6a7b8c9d';
const otherBook = changeRequest(create({ externalId: 'cat-2' }, { id: otherId }), {
  account: 'two',
});

/** Builds an upload request of the other account, which grants another file. */
function requestUploadOfOther(url?: string) {
  const { response } = requestUpload({ id: otherFileId, url });
  const request = buildExchange('POST', `/books/${otherId}/upload`, { json: [describeFile()] });
  return { ...changeRequest(request, { account: 'two' }), response };
}

const judgeSharing = (url?: string) =>
  judge([created, otherBook, requestUpload({ url }), requestUploadOfOther(url)], {
    separateAccounts: true,
  });

test('two accounts share a URL only if it can be read', () => {
  expect(judgeSharing('https://storage.example/uploads/1').drifts).toEqual([
    'account.guards-files',
    'upload.url-per-file',
  ]);
  const { drifts, met } = judgeSharing('');
  expect(drifts).not.toContain('account.guards-files');
  expect(drifts).not.toContain('upload.url-per-file');
  expect(met).not.toContain('upload.url-per-file');
});
