/** Tests what the monitor accepts if the document leaves something open, and which readings it records. */
import { describe, expect, test } from 'vitest';
import {
  at,
  bookId,
  bookPath,
  buildExchange,
  buildListItem,
  buildPage,
  change,
  changeRequest,
  create,
  created,
  deleted,
  describeFile,
  fileId,
  getUploadUrl,
  hash,
  judge,
  lookUp,
  otherId,
  publish,
  read,
  refuse,
  refuseWithMessage,
  requestUpload,
  update,
  withDate,
  list,
  type UnnumberedExchange,
} from '../../tests/support/monitor/histories.ts';

const startsEmpty = { startsEmpty: true };
const validIsbn = '9780306406157';

describe('the refusal of a wrong ISBN with 400', () => {
  const isbn = '9780306406158';
  const refuseIsbn = (fields: object) => refuse(create({ isbn, ...fields }), 400, 'isbn');

  test('does not drift for an ebook, which needs no ISBN', () => {
    expect(judge([refuseIsbn({})]).drifts).toEqual([]);
  });

  test('drifts for a print book, and for an ebook if the service has accepted an ISBN for one', () => {
    const drifts = ['isbn.valid-on-create', 'errors.documented-422'];
    expect(judge([refuseIsbn({ format: 'print' })], startsEmpty).drifts).toEqual(drifts);
    const otherBook = refuseIsbn({ title: 'Pepper', externalId: 'cat-2' });
    expect(judge([create({ isbn: validIsbn }), otherBook], startsEmpty).drifts).toEqual(drifts);
  });
});

test('a wrong key must get 401 and not 403', () => {
  const unpublish = change('unpublish', { key: 'wrong' });
  expect(judge([created, refuseWithMessage(unpublish, 401)]).drifts).toEqual([]);
  expect(judge([created, refuseWithMessage(unpublish, 403)]).drifts).toEqual(['auth.invalid-key']);
});

describe('a book that is not a draft', () => {
  const publishedBook = [created, publish, read({ status: 'published' })];

  test('may refuse an update with 400 because of its status, but not because of a wrong date', () => {
    const changes = update({ subtitle: 'New', publicationDate: '2031-02-30' });
    const judgeRefusal = (name: string) =>
      judge([created, publish, read({ status: 'in_review' }), refuse(changes, 400, name)]).drifts;
    expect(judgeRefusal('status')).toEqual([]);
    expect(judgeRefusal('publicationDate')).toEqual([
      'date.valid-on-update',
      'errors.documented-422',
    ]);
  });

  test('drifts for a refused delete if a later upload request does not find the book', () => {
    const upload = refuseWithMessage(requestUpload({ files: [] }), 404);
    const history = [...publishedBook, refuse(deleted, 409, 'status'), upload];
    expect(judge(history).drifts).toEqual(['delete.refused-changes-nothing']);
  });

  test.each([
    [204, 'published', 0, []],
    [204, 'published', 60_000, ['unpublish.withdraws']],
    [204, 'draft', 60_000, []],
    [202, 'published', 60_000, []],
  ] as const)(
    'may, after an unpublish with %i, be %s %i ms later',
    (...[status, shown, later, drifts]) => {
      const reads = [at(read({ status: shown }), 0), at(read({ status: shown }), later)];
      const result = judge([...publishedBook, change('unpublish', { status }), ...reads]);
      expect(result.drifts).toEqual(drifts);
      expect(result.excusedExchanges.includes(5)).toBe(status === 204 && shown === 'published');
    },
  );

  test('should be in a list, and a draft must be', () => {
    const empty = at(list({}, { body: buildPage([]) }), 60_000);
    const judgeInShops = (calls: readonly UnnumberedExchange[]) => {
      const { drifts, readings } = judge(calls, startsEmpty);
      return [...drifts, ...readings.filter((reading) => reading.startsWith('list.in-shops'))];
    };
    const listed = at(list({ status: 'published' }), 60_000);
    expect(judgeInShops([...publishedBook, listed])).toEqual(['list.in-shops=listed']);
    expect(judgeInShops([...publishedBook, empty])).toEqual(['list.in-shops=left-out']);
    expect(judgeInShops([...publishedBook, deleted, empty])).toEqual([]);
    expect(judgeInShops([created, empty])).toEqual(['list.shows-created']);
  });

  test.each([
    ['in_review', 'draft', 'returned-to-draft'],
    ['published', 'withdrawn', 'withdrawn'],
  ])('may change from %s to %s without a call', (before, after, reading) => {
    const [earlier, later] = [read({ status: before }), read({ status: after })];
    const refusedUpdate = refuse(update({ isbn: 'x', subtitle: 'New' }), 422, 'isbn');
    const { drifts, readings } = judge([created, publish, earlier, later, list({ status: after })]);
    expect(drifts).toEqual([]);
    expect(readings).toContain(`status.without-call=${reading}`);
    // A reviewer may return a book while an update is refused, but hardly twice.
    const review = [publish, earlier, refusedUpdate, later];
    expect(judge([created, ...review]).drifts).toEqual([]);
    const again = judge([created, ...review, ...review]).drifts;
    expect(again).toEqual(after === 'draft' ? ['update.refused-changes-nothing'] : []);
  });
});

describe('readings', () => {
  test('of the final flag come only from calls that do not mention it', () => {
    const set = update({ isFinalVersion: true });
    const cleared = read({ status: 'published', isFinalVersion: false });
    const judgeFlag = (call: typeof publish) =>
      judge([created, set, call, cleared]).readings.filter((reading) => reading.includes('final'));
    expect(judgeFlag(publish)).toEqual(['book.is-final-version.reset=resets']);
    const clear = update({ isFinalVersion: false, isbn: '1' });
    expect(judgeFlag(refuse(clear, 422, 'isbn'))).toEqual([]);
  });

  test.each([
    ['accepted', { isbn: validIsbn }],
    ['ignored', { isbn: null }],
  ])('of an ISBN for an ebook come from the first response with it: %s', (reading, shows) => {
    const receipt = create({ isbn: validIsbn }, { body: { bookId } });
    expect(judge([receipt]).readings).toEqual(['create.response=walkthrough']);
    const { drifts, readings } = judge([receipt, read(shows)]);
    expect(drifts).toEqual([]);
    expect(readings).toContain(`isbn.formats=${reading}`);
    const calls = [
      receipt,
      read({ isbn: validIsbn }),
      update({ isbn: null }),
      read({ isbn: null }),
    ];
    expect(judge(calls).readings).not.toContain('isbn.formats=ignored');
  });

  test('of the names in a Problem distinguish case, also for the whole request', () => {
    const judgeName = (name: string) =>
      judge([refuse(create({ title: null }), 400, name)]).readings;
    expect(judgeName('body')).toContain('problem.entry-names=known');
    expect(judgeName('Content-Type')).toContain('problem.entry-names=known');
    expect(judgeName('BODY')).toContain('problem.entry-names=other');
  });

  test.each([
    ['all-or-nothing', { isbn: null }],
    ['partial', { subtitle: 'New' }],
  ])('of the valid fields of a refused update come from the next read: %s', (reading, shows) => {
    const refused = refuse(
      update({ subtitle: 'New', publicationDate: '2031-02-30' }),
      422,
      'publicationDate',
    );
    const { drifts, readings } = judge([created, read(), refused, read(shows)]);
    expect(drifts).toEqual([]);
    expect(readings.filter((one) => one.startsWith('update.atomic'))).toEqual([
      `update.atomic=${reading}`,
    ]);
  });

  test('of refused updates say nothing if one of them sent the value that the book has', () => {
    const refuseWith = (subtitle: string) =>
      refuse(update({ subtitle, publicationDate: 'x' }), 422, 'publicationDate');
    const shown = read({ subtitle: 'New' });
    const history = [created, update({ subtitle: 'New' }), shown, refuseWith('Newer')];
    const { readings } = judge([...history, refuseWith('New'), shown]);
    expect(readings).not.toContain('update.atomic=partial');
  });

  test('of books on two pages come from neighbouring pages, if no call has moved a book meanwhile', () => {
    const showPage = (page: number, id: string, title: string) =>
      buildExchange('GET', `/books?sort=title&perPage=1&page=${page}`, {
        body: buildPage([buildListItem({ title }, id)], {
          meta: { page, perPage: 1, lastPage: 2, total: 2 },
        }),
      });
    const [first, again, next] = [
      showPage(1, bookId, 'Amber'),
      showPage(2, bookId, 'Amber'),
      showPage(2, otherId, 'Fern'),
    ];
    const judgeOverlap = (...calls: readonly UnnumberedExchange[]) =>
      judge([created, ...calls.map((call, index) => at(call, 10 * (index + 1)))]).readings.filter(
        (one) => one.startsWith('list.overlap'),
      );
    expect(judgeOverlap(first, again)).toEqual(['list.overlap=yes']);
    expect(judgeOverlap(first, next)).toEqual(['list.overlap=no']);
    expect(judgeOverlap(first, update({ title: 'Amber' }), again)).toEqual([]);
  });

  test('of the last page of an empty list are recorded from every such list', () => {
    const emptyPage = (lastPage: number) =>
      list({}, { body: buildPage([], { meta: { lastPage } }) });
    expect(judge([emptyPage(0)]).readings).toContain('list.last-page-when-empty=0');
    expect(judge([emptyPage(1)]).readings).toContain('list.last-page-when-empty=1');
  });

  test('are recorded from a refusal with one possible reason', () => {
    const refusedCreate = refuse(create({ isbn: validIsbn }), 422, 'isbn');
    expect(judge([refusedCreate], startsEmpty).readings).toContain('isbn.formats=422');
  });

  test('of chapters before attach are not recorded from the refusal of an unknown file', () => {
    const audioDetails = { audioLength: 5, audioEdition: 'UBR' };
    const setChapter = update({ chapters: [{ fileId, sequence: 1, title: 'One' }] });
    const { drifts, readings } = judge([
      create({ format: 'audio', audioDetails }),
      refuse(setChapter, 422, 'chapters.0.fileId'),
    ]);
    expect(drifts).toEqual([]);
    expect(readings.filter((reading) => reading.startsWith('flow.'))).toEqual([]);
  });
});

test.each([
  ['does not drift for an empty body labelled as JSON', 'application/json', false],
  ['drifts for no body and no type', undefined, true],
])('a refusal without a Problem %s', (_, type, drifts) => {
  const request = {
    headers: type === undefined ? {} : { 'content-type': type },
    body: { kind: 'none' as const },
  };
  const exchange = changeRequest(refuseWithMessage(create({}), 400), request);
  expect(judge([exchange]).drifts.includes('problem.title')).toBe(drifts);
});

test('an upload URL may refuse the bytes after a later request for the same file got a new URL', () => {
  const [first = '', second = ''] = ['1', '2'].map(getUploadUrl);
  const upload = (url: string, status: number) =>
    changeRequest(buildExchange('PUT', url, { status }), {
      headers: { 'content-type': 'image/jpeg' },
      body: { kind: 'bytes', size: 9, sha256: hash },
    });
  const grants = [first, second].map((url) =>
    buildExchange('POST', `${bookPath}/upload`, {
      json: [describeFile()],
      status: 201,
      body: [{ id: fileId, url, expiresAt: '2031-01-01T00:00:00.000Z' }],
    }),
  );
  const history = [created, ...grants, upload(second, 200), upload(first, 403)];
  expect(judge(history.map((exchange) => withDate(exchange, 0))).drifts).toEqual([]);
});

describe('a service that writes ids in upper case', () => {
  const id = bookId.toUpperCase();
  const createdInUpperCase = create({}, { id });
  const judgeNext = (exchange: ReturnType<typeof read>) =>
    judge([createdInUpperCase, exchange]).drifts;

  test('is judged by these ids like any other service', () => {
    expect(judgeNext(read({}, { id }))).toEqual([]);
    expect(judgeNext(read({ title: 'Pepper' }, { id }))).toEqual(['create.reads-back']);
  });

  test('may refuse ids in lower case, but not in upper case', () => {
    expect(judgeNext(refuseWithMessage(read({}, { id }), 404))).not.toEqual([]);
    expect(judgeNext(refuseWithMessage(read(), 404))).toEqual([]);
  });
});

test('a create with a text body must get 400, not 415', () => {
  const sendText = changeRequest(created, {
    headers: { 'content-type': 'text/plain' },
    body: { kind: 'text', text: 'Salt' },
  });
  const judgeStatus = (status: number) => judge([refuse(sendText, status, 'isbn')]).drifts;
  expect(judgeStatus(400)).not.toContain('create.content-type-400');
  expect(judgeStatus(415)).toContain('create.content-type-400');
});

test('an update drifts if it accepts a day that does not exist and stores another one', () => {
  const shows = { publicationDate: '2031-03-02' };
  const { drifts } = judge([created, update({ publicationDate: '2031-02-30' }, { shows })]);
  expect(drifts).toContain('date.valid-on-update');
});

test('a lookup must find an external id with letters of any script, spaces and emoji, but need not with reserved characters', () => {
  const judgeFailedLookUp = (externalId: string) => {
    const failedLookUp = refuse(lookUp({}, { externalId }), 422, 'bookExternalId');
    return judge([create({ externalId }), at(failedLookUp, 60_000)]).drifts;
  };
  expect(judgeFailedLookUp('küste-1')).toContain('lookup.answers-200');
  expect(judgeFailedLookUp('my book 📚')).toContain('lookup.answers-200');
  expect(judgeFailedLookUp('a b/c')).toEqual([]);
  // Clients resolve dots in a path.
  expect(judgeFailedLookUp('..')).toEqual([]);
});

test('a JSON body may have another content type, which is surprising', () => {
  const call = read();
  const response = call.response && { ...call.response, headers: { 'content-type': 'text/plain' } };
  const { drifts, readings } = judge([created, { ...call, response }]);
  expect(drifts).toEqual([]);
  expect(readings).toContain('body.content-type=other');
});
