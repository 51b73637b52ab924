/** Requests that are unusual but permitted, and changes of one field at a time. */
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import { readBookId } from '../../../src/harness/evidence/index.ts';
import { mixedTexts } from '../../../src/harness/values/index.ts';
import { isAccepted, changeExternalId, getWorkbench } from '../steps/index.ts';
import { editsOneField } from './single-fields.ts';

/** Sends an imprint, which is for the service to set; the service may ignore it or refuse it. */
const sendsImprint: CaseBody = async (t) => {
  const imprint = { id: t.make.unknownId(), name: 'Another Press' };
  const json = { ...t.make.body('ebook', mixedTexts(0)), imprint };
  const created = await t.wire({ method: 'POST', path: '/books', json });
  const id = isAccepted(created) ? readBookId(created) : (await getWorkbench(t, 'ebook')).id;
  await t.ask.read(id);
  await t.wire({ method: 'PATCH', path: `/books/${id}`, json: { imprint } });
  await t.ask.read(id);
};

/** Replaces the external id of a book, and removes it. */
const changesExternalId: CaseBody = async (t) => {
  await changeExternalId(t);
};

/** Text with line breaks and quotes, empty lists, and numbers far out. */
const asksOddly: CaseBody = async (t) => {
  const { title } = t.make.body('ebook');
  await t.ask.list({ page: 2_147_483_647, perPage: 100 });
  await t.wire({ method: 'GET', path: '/books', query: { language: "x'; --" } });
  await t.ask.lookUp("no such id: 100% 'quoted' 🏝");
  const { id } = await t.make.draft('ebook', {
    title: `${title} – Ærøskøbing «日本語» 🏝`,
    description: 'Line one\nline two\ttabbed "quoted" <b>bold</b> & \\ back',
  });
  await t.ask.read(id);
  // A service may refuse empty lists.
  await t.ask.create(t.make.body('ebook', { category: [], keyword: [] }));
};

const writing = { needs: ['read', 'write'] } as const;

export const oddities = section('Unusual requests and single fields', [
  check(
    'update.changes-values',
    {
      'changes one field of an ebook at a time': editsOneField('ebook', 'back'),
      'changes one field of a print book at a time': editsOneField('print', 'forth'),
      'changes one field of an audiobook at a time': editsOneField('audio', 'back'),
    },
    { covers: ['update.', 'book.', 'price.', 'contributor.'], ...writing },
  ),
  check(
    'book.imprint-set-by-service',
    { 'ignores or refuses an imprint that a client sends': sendsImprint },
    { covers: ['update.'], ...writing },
  ),
  check(
    'update.changes-values',
    { 'finds a book only by its current external id': changesExternalId },
    { covers: ['lookup.'], ...writing },
  ),
  check(
    'errors.no-5xx',
    { 'answers odd but documented requests without failing': asksOddly },
    { covers: ['errors.', 'book.'], ...writing },
  ),
]);
