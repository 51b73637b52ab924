/** Tests how the monitor judges refusals, books after refused updates, and the same behaviour in like calls. */
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
  otherId,
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

type History = Parameters<typeof judge>[0];

/** Builds a create that the service refuses without naming a field. */
const refuseCreate = (name: string, fields: object) =>
  refuse(create({ title: name, externalId: name, ...fields }), 422);
const judgeDrifts = (...history: History) => judge(history, { startsEmpty: true }).drifts;

describe('the refusal of a valid create', () => {
  const withKeyword = refuseCreate('two', { keyword: ['salt'] });

  test('drifts for the optional properties that no accepted create had', () => {
    expect(judgeDrifts(created, withKeyword)).toEqual(['create.optional-properties']);
  });

  test('drifts for the optional properties that all refused creates have in common', () => {
    const price = [{ currency: 'EUR', price: 9.99 }];
    const otherCreate = refuseCreate('three', { keyword: ['sea'], price });
    expect(judgeDrifts(created, withKeyword, otherCreate)).toEqual([
      'create.optional-properties',
      'create.optional-properties',
    ]);
  });

  test('drifts for a leap day or a check digit that no accepted create had', () => {
    const leapDay = refuseCreate('two', { publicationDate: '2032-02-29' });
    expect(judgeDrifts(created, leapDay)).toEqual(['date.valid-on-create']);
    const zeroDigit = refuseCreate('two', { format: 'print', isbn: '9780306406140' });
    expect(judgeDrifts(created, zeroDigit)).toContain('isbn.valid-on-create');
  });

  test('drifts for the operation if an accepted create had the same properties, or none was accepted', () => {
    expect(judgeDrifts(created, refuseCreate('two', {}))).toEqual(['create.answers-201']);
    expect(judgeDrifts(withKeyword)).toEqual(['create.answers-201']);
  });
});

describe('a create that is refused for a field', () => {
  const judgeRefusal = (name: string, fields: object, ...accepted: History) =>
    judgeDrifts(
      created,
      ...accepted,
      refuse(create({ title: 'Two', externalId: 'two', ...fields }), 422, name),
    );

  test.each([
    ['language', ['fi']],
    ['category', ['ABC123456']],
  ])('may have a %s that the service has never accepted', (name, codes) => {
    expect(judgeRefusal(name, { [name]: codes })).toEqual([]);
    const accepted = create(
      { title: 'Three', externalId: 'three', [name]: codes },
      { id: otherId },
    );
    expect(judgeRefusal(name, { [name]: codes }, accepted)).not.toEqual([]);
    expect(judgeRefusal('title', { [name]: codes })).toEqual(['create.answers-201']);
  });

  test('drifts for the roles only if one of them is new', () => {
    const author = { firstName: 'Ada', lastName: 'Lee', role: 'Author' };
    const editor = { ...author, role: 'Editor' };
    expect(judgeRefusal('contributor', { contributor: [author, editor] })).toEqual([
      'contributor.roles',
    ]);
    expect(judgeRefusal('contributor.0.lastName', { contributor: [author] })).toEqual([
      'create.answers-201',
    ]);
  });
});

const author = { firstName: 'Ines', lastName: 'Aldana', role: 'Author' };
const editor = { firstName: 'Ben', lastName: 'Ode', role: 'Editor' };
const narrator = { firstName: 'Cleo', lastName: 'Marsh', role: 'Narrated by' };
const audiobook = {
  format: 'audio',
  audioDetails: { audioLength: 60, audioEdition: 'UBR' },
  contributor: [author, narrator],
};

const createdAudiobook = create(audiobook);
const setContributors = (...contributor: readonly object[]) => update({ contributor });
const readContributors = (...contributor: readonly object[]) => read({ ...audiobook, contributor });

test('a publish drifts after an update without the narrator if the service has shown that it replaces contributors', () => {
  const withoutNarrator = [setContributors(author, editor), publish];
  expect(judge([createdAudiobook, ...withoutNarrator]).drifts).not.toContain('publish.narrator');
  const replaced = [
    createdAudiobook,
    setContributors(editor, narrator),
    readContributors(editor, narrator),
  ];
  expect(judge([...replaced, ...withoutNarrator]).drifts).toContain('publish.narrator');
});

test('a service that has shown that it adds contributors drifts if an update removes one', () => {
  const all = [author, narrator, editor];
  const history = [createdAudiobook, setContributors(editor), readContributors(...all)];
  const judgeLast = (...shown: readonly object[]) =>
    judge([...history, setContributors(author, editor), readContributors(...shown)]).drifts;
  expect(judgeLast(...all)).toEqual([]);
  expect(judgeLast(author, editor)).toContain('update.changes-values');
});

test('a service that first replaces and then adds contributors drifts only at the first change of behaviour', () => {
  const { drifts } = judge([
    createdAudiobook,
    setContributors(editor),
    readContributors(editor),
    setContributors(author),
    readContributors(editor, author),
    setContributors(narrator),
    readContributors(narrator),
  ]);
  expect(drifts).toEqual(['update.changes-values']);
});

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

test.each([
  [404, 'message.object'],
  [422, 'problem.object'],
])('a refusal with %i and an empty body drifts from %s', (status, requirement) => {
  const call = status === 404 ? read() : create({ isbn: 'x' });
  const response = { status, headers: {}, text: '', body: undefined };
  expect(judge([{ ...call, response }], { startsEmpty: true }).drifts).toEqual([requirement]);
});
