/** Tests how the monitor judges recordings that are incomplete or out of order, overlapping updates, and what follows a wrong response. */
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
  bookPath,
  buildProblem,
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

test('a publish may succeed without the narrator that earlier responses wrongly omitted', () => {
  const [author, narrator] = ['Author', 'Narrated by'].map((role) => ({
    firstName: 'Ada',
    lastName: 'Marsh',
    role,
  }));
  const contributor = [author, narrator];
  const { drifts } = judge([
    create({ format: 'audio', contributor }, { shows: { format: 'audio', contributor: [author] } }),
    update({ contributor }, { shows: { format: 'audio', contributor: [author] } }),
    publish,
  ]);
  expect(drifts).toContain('create.reads-back');
  expect(drifts).not.toContain('publish.narrator');
});

test('chapters with titles of another type do not drift from read.changes-nothing', () => {
  const chapters = [{ fileId: otherId, sequence: 1, title: 'One', titleAscii: 5 }];
  const reads = [1, 2, 3].map(() => read({ format: 'audio', chapters }));
  const { drifts } = judge([create({ format: 'audio' }), ...reads]);
  expect(drifts).not.toContain('read.changes-nothing');
});

test.each([
  ['1.role', []],
  ['2.role', ['problem.param-names']],
])('a Problem that names %s of a batch of two drifts from %j', (name, drifts) => {
  const path = `${bookPath}/upload`;
  const upload = buildExchange('POST', path, {
    json: [{ role: 'ebook_content' }, { role: 'pod_cover' }],
    status: 400,
    body: buildProblem(400, path, [name]),
  });
  expect(judge([upload]).drifts).toEqual(drifts);
});

test('a replaced chapter drifts if it keeps an ASCII title that its new entry omits', () => {
  const newChapter = { fileId: otherId, sequence: 1, title: 'Two' };
  const oldChapter = { ...newChapter, title: 'Über', titleAscii: 'Ueber' };
  const history = [
    create({ format: 'audio' }),
    update({ chapters: [oldChapter] }),
    update({ chapters: [newChapter] }),
  ];
  const readWith = (titleAscii: string | null) =>
    read({ format: 'audio', chapters: [{ ...newChapter, titleAscii }] });
  expect(judge([...history, readWith(null)]).drifts).toEqual([]);
  expect(judge([...history, readWith('Ueber')]).drifts).toContain('chapters.replace');
});

test('an optional field may be absent from a read only if it has no value', () => {
  const subtitle = 'A map';
  const judgeWithout = (name: string) =>
    judge([create({ subtitle }), read({ subtitle, [name]: undefined })]).drifts;
  expect(judgeWithout('subtitle')).toContain('create.reads-back');
  expect(judgeWithout('isbn')).toEqual([]);
});

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

test.each([
  ['the other one', title, 'update.keeps-the-rest'],
  ['itself', 'Untitled', 'update.changes-values'],
])('a value that an update set is lost by %s if its response shows %s', (_who, shown, broken) => {
  const subtitleUpdate = at(update({ subtitle }, { shows: { subtitle } }), 1_005, 1_015);
  const firstUpdate = {
    ...at(update({ title }, { shows: { title: shown } }), 1_000, 1_010),
    inFlight,
  };
  const lost = at(read({ subtitle }), 2_000, 2_001);
  expect(judge([created, firstUpdate, subtitleUpdate, lost]).drifts).toEqual([broken]);
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
