/** Tests that a service is not accused for answering late, or in rare ways that no sentence of the document forbids. */
import { describe, expect, test } from 'vitest';
import { isObject } from '../contract/json-pointer.ts';
import {
  at,
  buildProblem,
  attach,
  bookId,
  bookPath,
  buildExchange,
  buildListItem,
  buildPage,
  change,
  create,
  created,
  deleted,
  describeFile,
  fileId,
  getUploadUrl,
  judge,
  list,
  lookUp,
  otherId,
  publish,
  read,
  refuse,
  refuseWithMessage,
  respond,
  requestUpload,
  type UnnumberedExchange,
  update,
} from '../../tests/support/monitor/histories.ts';

const other = { title: 'Other' };
const unpublish = change('unpublish');
const showsDraft = read();
const isInReview = read({ status: 'in_review' });
const isPublished = read({ status: 'published' });
const isWithdrawn = read({ status: 'withdrawn' });

const startsEmpty = { startsEmpty: true };

const createChapter = (sequence: number) => ({
  sequence,
  title: `Number ${sequence}`,
  titleAscii: null,
  fileId: fileId.toUpperCase().replace(/.$/, String(sequence)),
});

/** Requests, uploads and attaches a track. */
function uploadTrack(id: string, name: string): readonly UnnumberedExchange[] {
  const track = { role: 'audio_content', referenceId: name };
  const url = getUploadUrl(name);
  const attributes = { ...track, url, expiresAt: '2099-01-01T00:00:00.000Z' };
  return [
    buildExchange('POST', `${bookPath}/upload`, {
      json: [describeFile(track)],
      status: 201,
      body: { data: [{ id, type: 'book-file-upload', attributes }] },
    }),
    buildExchange('PUT', url, {}),
    attach({}, { file: id }),
  ];
}

/** Judges calls that follow each other by a second. */
const judgeInTurn = (...history: readonly UnnumberedExchange[]) =>
  judge(history.map((exchange, index) => at(exchange, index * 1_000))).drifts;

describe('the status after a publish may show late', () => {
  const isOtherInReview = read({ ...other, status: 'in_review' });
  const edited = [showsDraft, update(other), read(other)];
  const histories: Readonly<Record<string, readonly UnnumberedExchange[]>> = {
    'in the third read': [showsDraft, showsDraft, isInReview, isPublished],
    'after a refused publish': [showsDraft, refuse(publish, 422), isInReview],
    'after a refused update': [showsDraft, refuse(update({ isbn: 'x' }), 422, 'isbn'), isInReview],
    'after an update that shows a draft': [update(other, { shows: other }), isOtherInReview],
    'after an update and a read': [...edited, isOtherInReview],
    'after an upload request': [...edited, requestUpload(), isOtherInReview],
    'after an unpublish': [showsDraft, unpublish, showsDraft, isInReview, isPublished],
    'after an unpublish that has shown': [showsDraft, unpublish, isWithdrawn, isInReview],
    'as the reason to refuse a delete': [...edited, refuse(deleted, 409), read(other)],
    'as the reason to refuse a publish': [...edited, refuse(publish, 409), isOtherInReview],
    'as the reason to refuse an update': [...edited, refuse(update(other), 409), isOtherInReview],
    'as the reason to refuse an upload': [...edited, refuse(requestUpload(), 409), read(other)],
  };
  test.each(Object.entries(histories))('%s', (_when, later) => {
    expect(judgeInTurn(created, publish, ...later)).toEqual([]);
  });

  test('after an attach', () => {
    const upload = [requestUpload(), buildExchange('PUT', getUploadUrl('1'), {})];
    const later = read({ files: [{ id: fileId }], status: 'in_review' });
    expect(judgeInTurn(created, ...upload, publish, showsDraft, attach(), later)).toEqual([]);
  });

  test('in lists and lookups', () => {
    const late = { ...other, status: 'in_review' };
    const history = [created, publish, ...edited, at(list(late), 60_000), at(lookUp(late), 60_000)];
    expect(judge(history).drifts).toEqual([]);
  });

  test('but not a second time, and not in the response to an update', () => {
    const afterUpdate = judgeInTurn(created, publish, isInReview, update(other), isOtherInReview);
    expect(afterUpdate).toEqual(['update.shows-draft', 'update.returns-to-draft']);
    const shows = { ...other, status: 'in_review' };
    expect(judgeInTurn(created, publish, update(other, { shows }))).toContain('update.shows-draft');
  });
});

describe('the order of a list', () => {
  const books = [
    create({ title: 'Bb' }),
    create({ title: 'Dd', externalId: 'cat-2' }, { id: otherId }),
    create({ title: 'Ff', externalId: 'cat-3' }, { id: fileId }),
  ];
  const externalIds: Readonly<Record<string, string>> = {
    [bookId]: 'cat-1',
    [otherId]: 'cat-2',
    [fileId]: 'cat-3',
  };
  const buildList = (titles: Readonly<Record<string, string>>, sentAt: number) => {
    const items = Object.entries(titles).map(([id, title]) =>
      buildListItem({ title, externalId: externalIds[id] }, id),
    );
    const body = buildPage(items, { links: { self: '/books?sort=title&page=1' } });
    return at(buildExchange('GET', '/books?sort=title', { body }), sentAt);
  };
  const history = [
    ...books,
    buildList({ [bookId]: 'Bb', [otherId]: 'Dd', [fileId]: 'Ff' }, 30_000),
    at(update({ title: 'Zz' }), 40_000),
  ];
  const judgeList = (titles: Readonly<Record<string, string>>, sentAt: number) =>
    judge([...history, buildList(titles, sentAt)]).drifts;

  test('may be older or younger than the items for as long as both may lag', () => {
    const withOldOrder = { [bookId]: 'Zz', [otherId]: 'Dd', [fileId]: 'Ff' };
    expect(judgeList(withOldOrder, 40_500)).toEqual([]);
    expect(judgeList({ [otherId]: 'Dd', [fileId]: 'Ff', [bookId]: 'Bb' }, 40_500)).toEqual([]);
    expect(judgeList(withOldOrder, 60_000)).toEqual(['list.sorted']);
  });

  test('that may be older counts as an older state, so that a run asks again', () => {
    const askedWith = (titles: Readonly<Record<string, string>>) =>
      judge([...history, buildList(titles, 40_500)]).excusedExchanges;
    expect(askedWith({ [bookId]: 'Zz', [otherId]: 'Dd', [fileId]: 'Ff' })).toEqual([6]);
    expect(askedWith({ [otherId]: 'Dd', [fileId]: 'Ff', [bookId]: 'Zz' })).toEqual([]);
  });

  test('is judged for the books that nobody changed', () => {
    expect(judgeList({ [fileId]: 'Ff', [otherId]: 'Dd', [bookId]: 'Zz' }, 40_500)).toEqual([
      'list.sorted',
    ]);
  });
});

describe('a delete', () => {
  const otherDraft = create({ externalId: 'cat-2' }, { id: otherId });
  const refusedDelete = refuse(change('delete', { id: otherId }), 409);

  test('may be refused for a draft that was ever published', () => {
    const edited = [isInReview, update(other), read(other)];
    expect(judgeInTurn(created, publish, ...edited, refuse(deleted, 409), read(other))).toEqual([]);
  });

  test('may be refused for a new draft, unless another one was deleted, or no withdrawn book can be', () => {
    const { drifts, readings } = judge([otherDraft, refusedDelete]);
    expect(drifts).toEqual([]);
    expect(readings).toContain('delete.draft=409');
    const accepted = [created, otherDraft, deleted, refusedDelete];
    expect(judge(accepted).drifts).toContain('delete.deletes');
    const withdrawn = [publish, isPublished, unpublish, isWithdrawn];
    const history = [created, otherDraft, ...withdrawn, refuse(deleted, 409), refusedDelete];
    expect(judge(history).drifts).toContain('delete.deletes');
  });
});

test('a 422 for an ISBN mentions ISBN, but a 400 for a number need not', () => {
  const judgeRefusal = (isbn: unknown, status: number) => {
    const call = create({ format: 'print', isbn });
    const invalidParams = status === 400 ? [{ name: 'isbn', reason: 'No.' }] : [];
    const problem = { ...buildProblem(status, call.request.path), invalidParams };
    const refusal = { ...call, response: respond(status, problem) };
    return judge([refusal], { startsEmpty: true }).drifts;
  };
  expect(judgeRefusal('no number', 422)).toContain('isbn.reason');
  expect(judgeRefusal(978, 400)).toEqual([]);
});

describe('a descriptor without a label', () => {
  const { referenceId: _label, ...unlabelled } = describeFile();
  const requestFor = (descriptor: object, echo: object) => {
    const url = getUploadUrl('1');
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const attributes = { ...echo, role: 'ebook_cover', url, expiresAt };
    const body = { data: [{ id: fileId, type: 'book-file-upload', attributes }] };
    return buildExchange('POST', `${bookPath}/upload`, { json: [descriptor], status: 201, body });
  };

  test.each([{ referenceId: 'none' }, { referenceId: '' }, { referenceId: null }, {}])(
    'may get a grant with %j',
    (echo) => {
      expect(judge([created, requestFor(unlabelled, echo)]).drifts).toEqual([]);
      const labelled = { ...unlabelled, referenceId: 'one' };
      expect(judge([created, requestFor(labelled, echo)]).drifts).toContain(
        'upload.grant-reference-id',
      );
    },
  );
});

test('an empty text may be stored as none', () => {
  const { drifts, readings } = judge([
    create({ subtitle: '' }, { body: { bookId } }),
    read({ subtitle: null }),
  ]);
  expect(drifts).toEqual([]);
  expect(readings).toContain('book.empty-text=null');
});

test('a list item may leave out what is null, but not what has a value', () => {
  const item = buildListItem();
  const shown = isObject(item['attributes']) ? item['attributes'] : {};
  const attributes = Object.fromEntries(
    Object.entries(shown).filter(([, value]) => value !== null),
  );
  const page = buildExchange('GET', '/books', { body: buildPage([{ ...item, attributes }]) });
  expect(judge([created, page]).drifts).toEqual([]);
  const titled = create({ subtitle: 'A Journey' });
  expect(judge([titled, page]).drifts).toEqual(['list.agrees-with-book']);
});

describe('a call with an unknown effect', () => {
  const lost = (exchange: UnnumberedExchange, sentAt: number): UnnumberedExchange => ({
    ...at(exchange, sentAt),
    response: undefined,
  });

  test('may take effect after later calls, but not much later', () => {
    const history = [created, lost(update(other), 1_000), at(update({ title: 'Third' }), 2_000)];
    const third = at(read({ title: 'Third' }), 3_000);
    const judgeLater = (sentAt: number) =>
      judge([...history, third, at(read(other), sentAt), at(read(other), 90_000)]).drifts;
    expect(judgeLater(4_000)).toEqual([]);
    const settled = [...history, third, at(read({ title: 'Third' }), 70_000)];
    expect(judge([...settled, at(read(other), 90_000)]).drifts).not.toEqual([]);
  });

  test('may replace a file of the same role', () => {
    const second = { id: otherId, url: getUploadUrl('2') };
    const upload = [requestUpload(), requestUpload(second)];
    const puts = ['1', '2'].map((name) => buildExchange('PUT', getUploadUrl(name), {}));
    const lostAttach = lost(attach({}, { file: otherId }), 1_000);
    const attached = at(attach(), 2_000);
    const judgeFiles = (...ids: readonly string[]) => {
      const shown = at(read({ files: ids.map((id) => ({ id })) }), 3_000);
      return judge([created, ...upload, ...puts, lostAttach, attached, shown]).drifts;
    };
    expect([judgeFiles(fileId), judgeFiles(otherId)]).toEqual([[], []]);
  });
});

test('a lookup may find a book by an external id that the service stores in another normal form', () => {
  const sent = 'caf\u00e9-1';
  const stored = { externalId: sent.normalize('NFD') };
  const history = [create({ externalId: sent }, { shows: stored }), read(stored)];
  expect(judge([...history, at(lookUp(stored, { externalId: sent }), 60_000)]).drifts).toEqual([]);
});

test('a chapter may be refused for the file of another chapter, also if ids are in upper case', () => {
  const chapters = [createChapter(1), createChapter(2)];
  const history = [
    create({ format: 'audio' }, { shows: { format: 'audio', chapters: [] } }),
    ...chapters.flatMap(({ fileId: id }, index) => uploadTrack(id, String(index + 1))),
    update({ chapters }),
  ];
  const chapter = { ...createChapter(1), fileId: createChapter(2).fileId };
  const refusal = refuse(update({ chapters: [chapter] }), 422);
  expect(judge([...history, refusal], startsEmpty).drifts).toEqual([]);
});

describe('a time', () => {
  test.each(['2026-11-02T14:05Z', '2026-11-02T14:05:31+00', '20261102T140531Z'])(
    'may have the form %s of ISO 8601',
    (createdAt) => {
      const times = { createdAt, updatedAt: createdAt };
      const grant = requestUpload({ expiresAt: createdAt.replace('2026', '2099') });
      expect(judge([created, list(times), grant]).drifts).toEqual([]);
    },
  );

  test.each(['2026-11-02T14:05:31', '2026-11-02T14:05:31+01:00', '2 November 2026'])(
    'drifts if it is %s, which is not ISO 8601 in UTC',
    (createdAt) => {
      expect(judge([created, list({ createdAt })]).drifts).toContain('list.item-created-at');
    },
  );
});

test('a field that a create leaves out may be filled in, which then stays', () => {
  const receipt = create({}, { body: { bookId } });
  const { drifts, readings } = judge([receipt, read({ subtitle: '' })]);
  expect(drifts).toEqual([]);
  expect(readings).toContain('create.left-out=filled-in');
  const listed = judge([receipt, list({ subtitle: 'Made up' })]);
  expect(listed.drifts).toEqual([]);
  expect(listed.readings).toContain('create.left-out=filled-in');
  expect(judge([receipt, read({ subtitle: '' }), read()]).drifts).toEqual(['read.changes-nothing']);
  const chosenByService = create({ externalId: null }, { shows: { externalId: 'made-up' } });
  expect(judge([chosenByService]).drifts).toContain('create.reads-back');
});

test('the time of the last change may change without a write', () => {
  const changed = '2026-11-02T15:00:00.000Z';
  const { drifts, readings } = judge([
    created,
    at(list(), 60_000),
    at(list({ updatedAt: changed }), 61_000),
  ]);
  expect(drifts).toEqual([]);
  expect(readings).toContain('list.updated-by-itself=yes');
});

test('the total of a list may lag behind the books, but not for long', () => {
  const body = buildPage([buildListItem()], { meta: { total: 2 } });
  const miscounted = (sentAt: number) => at(buildExchange('GET', '/books', { body }), sentAt);
  expect(judge([created, miscounted(1_000), miscounted(2_000)]).drifts).toEqual([]);
  expect(judge([created, miscounted(60_000), miscounted(61_000)]).drifts).toEqual(['list.walk']);
});

test('a page after the last one may lead to another page', () => {
  const body = buildPage([], {
    meta: { total: 1, page: 9, lastPage: 1 },
    links: { self: '/books?page=9', next: '/books?page=10' },
  });
  const { drifts, readings } = judge([buildExchange('GET', '/books?page=9', { body })]);
  expect(drifts).toEqual([]);
  expect(readings).toContain('list.links.next-beyond=other');
});

test('a delete with 202 may remove its book later', () => {
  const otherDraft = create({ externalId: 'cat-2' }, { id: otherId });
  const gone = (exchange: UnnumberedExchange) => refuseWithMessage(exchange, 404);
  const readOther = read({}, { id: otherId });
  const start = [created, otherDraft, deleted, gone(read())];
  const judgeLater = (status: number) =>
    judgeInTurn(
      ...start,
      change('delete', { id: otherId, status }),
      update(other, { id: otherId }),
      read({ ...other, externalId: 'cat-2' }, { id: otherId }),
      gone(readOther),
    );
  expect(judgeLater(202)).toEqual([]);
  expect(judgeLater(204)).toEqual(['update.unknown-404']);
});
