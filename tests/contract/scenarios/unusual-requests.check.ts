/** Requests that are unusual but permitted, and changes of one field at a time. */
import { getMaxPageSize } from '../../../src/contract/fields.ts';
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import { readBookId } from '../../../src/harness/evidence/index.ts';
import { createMixedTexts } from '../../../src/harness/values/index.ts';
import { isAccepted, changeExternalId, getSharedDraft } from '../steps/index.ts';
import { editFieldByField } from './single-fields.ts';

/** Sends an imprint in a create and an update. Only the service may set it, so it ignores or refuses the field. */
const sendImprint: CaseBody = async (t) => {
  const imprint = { id: t.make.unknownId(), name: 'Another Press' };
  const json = { ...t.make.body('ebook', createMixedTexts(0)), imprint };
  const response = await t.wire({ method: 'POST', path: '/books', json });
  const id = isAccepted(response) ? readBookId(response) : (await getSharedDraft(t, 'ebook')).id;
  await t.ask.read(id);
  await t.wire({ method: 'PATCH', path: `/books/${id}`, json: { imprint } });
  await t.ask.read(id);
};

/** Replaces the external id of a book and then clears it, with lookups of each. */
const replaceExternalId: CaseBody = async (t) => {
  await changeExternalId(t);
};

/** Sends texts with line breaks, quotes and emoji, empty lists, and a very high page number. */
const sendUnusualRequests: CaseBody = async (t) => {
  const { title } = t.make.body('ebook');
  await t.ask.list({ page: 2_147_483_647, perPage: getMaxPageSize() });
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

const needsReadWrite = { needs: ['read', 'write'] } as const;

export const unusualRequests = section('Unusual requests and single fields', [
  check(
    'update.changes-values',
    {
      'updates each field of an ebook without changing the others': editFieldByField(
        'ebook',
        'backward',
      ),
      'updates each field of a print book without changing the others': editFieldByField(
        'print',
        'forward',
      ),
      'updates each field of an audiobook without changing the others': editFieldByField(
        'audio',
        'backward',
      ),
    },
    { covers: ['update.', 'book.', 'price.', 'contributor.'], ...needsReadWrite },
  ),
  check(
    'book.imprint-set-by-service',
    { 'ignores or refuses an imprint from a client': sendImprint },
    { covers: ['update.'], ...needsReadWrite },
  ),
  check(
    'update.changes-values',
    { 'finds a book only by its current external id': replaceExternalId },
    { covers: ['lookup.'], ...needsReadWrite },
  ),
  check(
    'errors.no-5xx',
    { 'answers unusual but documented requests without a 5xx': sendUnusualRequests },
    { covers: ['errors.', 'book.'], ...needsReadWrite },
  ),
]);
