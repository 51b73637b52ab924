/** Tests how the monitor judges refusals, and books after refused updates. */
import { describe, expect, test } from 'vitest';
import {
  buildExchange,
  buildProblem,
  changeRequest,
  create,
  created,
  deleted,
  describeFile,
  getUploadUrl,
  judge,
  publish,
  read,
  refuse,
  refuseWithMessage,
  requestUpload,
  respond,
  update,
} from '../../tests/support/monitor/histories.ts';

describe('a published book, after a refused update,', () => {
  const title = 'Pepper';
  const refusedUpdate = refuse(
    update({ title, publicationDate: '2031-02-30' }),
    422,
    'publicationDate',
  );
  const judgeRead = (shown: object) =>
    judge([created, publish, read({ status: 'published' }), refusedUpdate, read({ ...shown })])
      .drifts;

  test('drifts if it is a draft', () => {
    expect(judgeRead({ status: 'draft' })).toEqual(['update.refused-changes-nothing']);
    expect(judgeRead({ status: 'draft', title })).toEqual(['update.refused-changes-nothing']);
  });

  test('may have its old title or the valid title of the update', () => {
    expect(judgeRead({ status: 'published' })).toEqual([]);
    expect(judgeRead({ status: 'published', title })).toEqual([]);
  });
});

test.each([
  [422, 'contributor', true],
  [422, 'audioDetails', false],
  [400, 'contributor', false],
])(
  'a refusal of an audiobook without a narrator with %i that names %s proves contributor.narrator: %s',
  (status, name, isProven) => {
    const { met } = judge([refuse(create({ format: 'audio' }), status, name)]);
    expect(met.includes('contributor.narrator')).toBe(isProven);
  },
);

describe('the refusal of a batch in which one file is for another format', () => {
  const ebookCover = describeFile();
  const audioFile = describeFile({
    referenceId: 'two',
    role: 'audio_content',
    hashSha256: 'b'.repeat(64),
  });
  const judgeBatch = (files: object[], name: string) =>
    judge([
      created,
      refuse(requestUpload({ files: files.map((file) => ({ ...file })) }), 400, name),
    ]);

  test('proves upload.role-fits-format if it names the second file, and that file is wrong', () => {
    const { met } = judgeBatch([ebookCover, audioFile], '1.role');
    expect(met).toContain('upload.role-fits-format');
    // If the first file is wrong, every batch with it is refused.
    const swapped = judgeBatch([audioFile, ebookCover], '0.role');
    expect(swapped.met).not.toContain('upload.role-fits-format');
  });

  test('drifts from problem.param-names if it names the first file, and the second is wrong', () => {
    const { met, drifts } = judgeBatch([ebookCover, audioFile], '0.role');
    expect(met).not.toContain('upload.role-fits-format');
    expect(drifts).toEqual(['problem.param-names']);
    expect(judgeBatch([ebookCover, audioFile], '0.filename').drifts).toEqual([]);
    const otherCover = describeFile({ referenceId: 'two', hashSha256: 'b'.repeat(64) });
    expect(judgeBatch([ebookCover, otherCover], '1.role').drifts).toEqual([]);
  });

  test('may name a used file if an upload went to a URL that no response granted', () => {
    const refusedUpload = refuse(requestUpload(), 409);
    const upload = buildExchange('PUT', getUploadUrl('1'), {});
    expect(judge([created, refusedUpload]).drifts).toEqual(['upload.answers-201']);
    expect(judge([created, upload, refusedUpload]).drifts).toEqual([]);
  });
});

test('a delete of an unknown book must get 404, not 409', () => {
  const response = respond(409, { title: 'No', status: 409, detail: 'Not in this state.' });
  const { drifts } = judge([{ ...deleted, response }], { startsEmpty: true });
  expect(drifts).toContain('delete.unknown-404');
});

test.each([
  [401, 'yes'],
  [404, 'no'],
])(
  'a read of an unknown book with a wrong key gets %i; the reading of auth.before-routing is %s',
  (status, reading) => {
    const refusedRead = refuseWithMessage(read({}, { key: 'wrong' }), status);
    const { drifts, readings } = judge([refusedRead], { startsEmpty: true });
    expect(drifts).toEqual([]);
    expect(readings).toEqual([`auth.before-routing=${reading}`]);
  },
);

test.each([
  ['400-problem', {}],
  ['400-other', { invalidParams: undefined }],
  ['400-other', { status: 422 }],
])(
  'a refusal of a body that is not JSON has any form, and shows %s if a Problem has %j',
  (reading, changes) => {
    const malformed = changeRequest(created, { body: { kind: 'text', text: '{"title":' } });
    const response = respond(400, { ...buildProblem(400, '/books'), ...changes });
    const { drifts, readings } = judge([{ ...malformed, response }]);
    expect(drifts).toEqual([]);
    expect(readings).toEqual([`request.malformed-json=${reading}`]);
  },
);
