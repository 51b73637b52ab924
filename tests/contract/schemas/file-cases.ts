/** Cases that send chapters, descriptors and attaches with one value that the contract forbids, and with its edges. */
import type { CaseBody } from '../../../src/harness/suite/index.ts';
import type { WireRequest } from '../../../src/harness/wire/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  completeBody,
  createDescriptor,
  createMixedTitle,
  type FileDescriptor,
  type Format,
  listBodyVariations,
  requiredRoles,
  spareRoles,
  type Variation,
} from '../../../src/harness/arbitraries/index.ts';
import { getOneTrackBook } from '../../property/chapters/audiobook.ts';
import { getSharedDraft } from '../steps/shared-books.ts';
import { uploadFile } from '../steps/steps.ts';
import { chooseRefused, combineEdges, leaveOutOptional, listNewlyAccepted } from './book-bodies.ts';

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
export const sendVariedChapters: CaseBody = async (t) => {
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
export function sendVariedDescriptors(format: Format): CaseBody {
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

/** Returns a case that attaches an uploaded file with an invalid body, and then correctly. */
export function sendVariedAttaches(format: Format): CaseBody {
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
function createTwoDescriptors(t: Stage, format: Format): readonly FileDescriptor[] {
  return [
    createDescriptor(t.make.sample(requiredRoles[format][0]), 'one'),
    createDescriptor(t.make.sample(spareRoles[format]), 'two'),
  ];
}
