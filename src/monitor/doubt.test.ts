/** Tests what the monitor assumes after a wrong response, and how it judges single chapters and fields. */
import { expect, test } from 'vitest';
import {
  bookPath,
  buildExchange,
  buildProblem,
  create,
  judge,
  otherId,
  publish,
  read,
  update,
} from '../../tests/support/monitor/histories.ts';

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
