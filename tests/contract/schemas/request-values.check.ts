/**
 * Requests with a value at an edge of what the contract allows, or just outside. Each differs from a valid one in one
 * place. The monitor knows whether the service must refuse it.
 */
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import {
  type Format,
  formats,
  type BookCreate,
  listBodyVariations,
  completeBody,
  createDescriptor,
  createMixedTitle,
  type FileDescriptor,
  requiredRoles,
  spareRoles,
  type Variation,
} from '../../../src/harness/arbitraries/index.ts';
import { isObject } from '../../../src/contract/json-pointer.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { createMixedDraft } from '../steps/histories.ts';
import {
  createFullBody,
  listVariedUpdates,
  withFreshIds,
  chooseRefused,
  combineEdges,
  leaveOutOptional,
  listNewlyAccepted,
} from './book-bodies.ts';
import type { WireRequest } from '../../../src/harness/wire/index.ts';
import { getOneTrackBook } from '../../property/chapters/audiobook.ts';
import { getSharedDraft } from '../steps/shared-books.ts';
import { postBook, uploadFile } from '../steps/steps.ts';

/** Returns the variations to send: a few that are refused, and those that only the judged contract accepts. */
function select(t: Stage, variations: readonly Variation[]): readonly Variation[] {
  return [...chooseRefused(variations, t.seed), ...listNewlyAccepted(variations)];
}

/** Sends a valid JSON body that is labelled as text. */
async function sendAsText(
  t: Stage,
  call: Pick<WireRequest, 'method' | 'path'>,
  body: unknown,
): Promise<void> {
  await t.wire({ ...call, text: JSON.stringify(body), contentType: 'text/plain' });
}

/** Updates an audiobook with an invalid chapter, with one of an unknown file, and then with a valid one. */
const sendVariedChapters: CaseBody = async (t) => {
  const { id, tracks } = await getOneTrackBook(t);
  const update = async (json: unknown): Promise<unknown> =>
    t.wire({ method: 'PATCH', path: `/books/${id}`, json });
  const chapters = tracks.map((fileId) => ({
    fileId,
    sequence: 1,
    title: createMixedTitle(0),
    titleAscii: 'Chapter 1',
  }));
  const body = completeBody('updateBook', { chapters });
  const isVaried = (name: string): boolean => name === 'chapters';
  const variations = listBodyVariations('updateBook', body, { isVaried });
  for (const { value } of select(t, variations)) await update(value);
  await update({
    chapters: chapters.map((chapter) => ({ ...chapter, fileId: t.make.unknownId() })),
  });
  await t.ask.read(id);
  // Other numbers would leave gaps, and the document does not say whether gaps are refused.
  const edges = variations.filter(({ path }) => path.length > 1 && path.at(-1) !== 'sequence');
  await update(leaveOutOptional(combineEdges(body, edges, t.seed), edges));
  await t.ask.read(id);
};

/** Returns a case that requests uploads of two files, of which one is described wrongly, and then with edges. */
function sendVariedDescriptors(format: Format): CaseBody {
  return async (t) => {
    const { id } = await getSharedDraft(t, format);
    const body = createTwoDescriptors(t, format);
    const request = async (json: unknown): Promise<unknown> =>
      t.wire({ method: 'POST', path: `/books/${id}/upload`, json });
    const variations = listBodyVariations('requestUploads', body);
    for (const { value } of select(t, variations)) await request(value);
    await sendAsText(t, { method: 'POST', path: `/books/${id}/upload` }, body);
    const edges = variations.filter(({ path }) => path.at(-1) !== 'role');
    await request(combineEdges(createTwoDescriptors(t, format), edges, t.seed));
  };
}

/** Requests uploads for a book of each format, with a role of another format: alone, as the second or as the first of two. */
const sendMisfitRoles: CaseBody = async (t) => {
  for (const [index, format] of formats.entries()) {
    const { id } = await getSharedDraft(t, format);
    const otherFormat = formats[(index + 1 + (t.seed & 1)) % formats.length] ?? format;
    const misfits = requiredRoles[otherFormat];
    const misfit = createDescriptor(t.make.sample(misfits[t.seed & 2 ? 0 : 1]), 'misfit');
    const [content, spare] = createTwoDescriptors(t, format);
    const call = { method: 'POST', path: `/books/${id}/upload` };
    // Only a batch without a fitting role shows that a service compares roles with the book, and not with each other.
    for (const json of [[misfit], [content, misfit], [misfit, spare]])
      await t.wire({ ...call, json });
  }
};

/** Returns a case that attaches an uploaded file with an invalid body, and then correctly. */
function sendVariedAttaches(format: Format): CaseBody {
  return async (t) => {
    const book = await getSharedDraft(t, format);
    const grant = await uploadFile(t, book, t.make.sample(spareRoles[format]));
    const { filename, hashSha256 } = grant.file;
    const path = `/books/${book.id}/file/${grant.fileId}/attach`;
    const attach = async (json: unknown): Promise<unknown> =>
      t.wire({ method: 'PATCH', path, json });
    const body = completeBody('attachFile', { filename, hashSha256 });
    const refused = chooseRefused(listBodyVariations('attachFile', body), t.seed);
    for (const { value } of refused) await attach(value);
    await sendAsText(t, { method: 'PATCH', path }, body);
    await attach(body);
    await t.ask.read(book.id);
  };
}

/**
 * Returns descriptors of two files that one upload request may have. They differ in every value, because
 * a service may refuse repeated labels, hashes or roles with any status.
 */
function createTwoDescriptors(t: Stage, format: Format): readonly [FileDescriptor, FileDescriptor] {
  return [
    createDescriptor(t.make.sample(requiredRoles[format][0]), 'one'),
    createDescriptor(t.make.sample(spareRoles[format]), 'two'),
  ];
}

/**
 * Returns a case that sends creates with one forbidden value each. A lookup then finds no book, and a valid create with
 * the same external id is accepted.
 */
function sendRefusedCreates(format: Format): CaseBody {
  return async (t) => {
    const body = createFullBody(t, format);
    const variations = listBodyVariations('createBook', body);
    for (const { value } of chooseRefused(variations, t.seed)) await postBook(t, value);
    if (format === 'ebook') await sendOtherContent(t, body);
    await t.ask.create(body);
    for (const variation of listNewlyAccepted(variations)) {
      await postBook(t, withFreshIds(t, variation, format));
    }
  };
}

/** Sends a create that is labelled as text, and one without a body, and looks up the book that must not exist. */
async function sendOtherContent(t: Stage, { externalId }: BookCreate): Promise<void> {
  const text = JSON.stringify({ ...t.make.body('ebook'), externalId });
  await t.wire({ method: 'POST', path: '/books', text, contentType: 'text/plain' });
  await t.wire({ method: 'POST', path: '/books', contentType: 'application/json' });
  await t.ask.lookUp(externalId ?? '');
}

/** Creates a book of each format with the edges of the contract, and an ebook with the required properties only. */
const createEdgeBooks: CaseBody = async (t) => {
  for (const [turn, format] of formats.entries()) {
    const body = createFullBody(t, format);
    await t.ask.create(combineEdges(body, listBodyVariations('createBook', body), turn));
  }
  const body = createFullBody(t, 'ebook');
  await t.ask.create(leaveOutOptional(body, listBodyVariations('createBook', body)));
};

/** Returns a case that updates a draft with one forbidden value each, and then with the edges of the contract. */
function sendVariedUpdates(format: Format): CaseBody {
  return async (t) => {
    const { id, body } = await createMixedDraft(t, { format, turn: formats.indexOf(format) });
    const update = async (json: unknown): Promise<unknown> =>
      t.wire({ method: 'PATCH', path: `/books/${id}`, json });
    const fields = { ...createFullBody(t, format), title: body.title };
    const variations = listVariedUpdates(fields);
    for (const { json } of chooseRefused(variations, t.seed)) {
      await update(isObject(json) ? { keyword: ['not', 'kept'], ...json } : json);
    }
    await t.ask.read(id);
    for (const { json } of listNewlyAccepted(variations)) await update(json);
    const { externalId: _same, isbn: _none, format: _fixed, ...editable } = fields;
    await update(combineEdges(editable, variations, t.seed));
    await t.ask.read(id);
  };
}

/** Returns the same case for each format. */
function createCases(
  sentence: string,
  body: (format: Format) => CaseBody,
): Record<string, CaseBody> {
  return Object.fromEntries(formats.map((format) => [`${sentence} (${format})`, body(format)]));
}

const problemAreas = ['problem.', 'message.', 'body.', 'errors.'];
const bookAreas = ['contributor.', 'price.', 'audio-details.', 'book.', 'isbn.', 'date.'];
const createAreas = ['create.', ...bookAreas, ...problemAreas];
const updateAreas = ['update.', ...bookAreas, ...problemAreas];
const uploadAreas = ['upload.', ...problemAreas];
const attachAreas = ['attach.', ...problemAreas];
const needs = ['read', 'write'] as const;

export const requestValues = section('Values that the contract allows and forbids', [
  check(
    'create.schema-400',
    createCases('refuses creates with an invalid body, and stores none of them', (format) =>
      sendRefusedCreates(format),
    ),
    { covers: createAreas, needs, reach: 'shape', depth: 'quick' },
  ),
  check(
    'chapters.sequence',
    {
      'refuses malformed chapters': sendVariedChapters,
    },
    { covers: ['chapters.', ...problemAreas], needs, depth: 'quick' },
  ),
  check(
    'create.optional-properties',
    { 'creates books with the longest, least and fewest values': createEdgeBooks },
    { covers: createAreas, needs, reach: 'shape' },
  ),
  check(
    'update.schema-400',
    {
      'refuses invalid values in an update, and keeps the draft unchanged':
        sendVariedUpdates('audio'),
    },
    { covers: updateAreas, needs },
  ),
  check(
    'upload.schema-400',
    { 'grants no upload for an invalid descriptor': sendVariedDescriptors('audio') },
    { covers: uploadAreas, needs, depth: 'quick' },
  ),
  check(
    'upload.role-fits-format',
    { 'grants no upload if a role in any place is of another format': sendMisfitRoles },
    { covers: uploadAreas, needs },
  ),
  check(
    'attach.required-properties',
    { 'attaches a file only with its filename and its hash': sendVariedAttaches('ebook') },
    { covers: attachAreas, needs, depth: 'quick' },
  ),
]);
