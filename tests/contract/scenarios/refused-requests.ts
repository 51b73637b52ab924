/** Cases that send requests which a service must refuse, about books of every format and status. */
import type { JsonObject } from '../../../src/contract/json-pointer.ts';
import type { CaseBody } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  createDescriptor,
  createFile,
  type Format,
  formats,
  longDescription,
  createMixedTexts,
  spareRoles,
} from '../../../src/harness/values/index.ts';
import {
  createMixedDraft,
  getSharedDraft,
  omit,
  putFile,
  requireValue,
  uploadFiles,
} from '../steps/index.ts';
import { getOneTrackBook } from '../../property/chapters/index.ts';
import {
  createBadChapters,
  createBadDescriptors,
  listBadFields,
  createBadHashes,
  badUpdates,
  requiredProperties,
} from './bad-bodies.ts';
import { createTwoDescriptors } from './probes.ts';

/** Selects the values to send for a format. */
type SelectValues = <Value>(format: Format, values: readonly Value[]) => readonly Value[];

/** Divides the values among the formats: each format gets every third value. */
export const selectShare: SelectValues = (format, values) =>
  values.filter((_, index) => index % formats.length === formats.indexOf(format));

/** Selects all values for every format. */
export const selectAll: SelectValues = (_, values) => values;

async function post(t: Stage, path: string, json: unknown): Promise<void> {
  await t.wire({ method: 'POST', path, json });
}

/** Returns a case that sends bad creates, looks up their external id, and sends a valid create with the same id. */
export function sendBadCreates(format: Format, selectValues: SelectValues): CaseBody {
  return async (t) => {
    const texts = createMixedTexts(formats.indexOf(format));
    const body = t.make.body(format, texts);
    for (const name of selectValues(format, requiredProperties)) {
      await post(t, '/books', omit(body, name));
    }
    for (const field of selectValues(format, listBadFields(format))) {
      await post(t, '/books', { ...body, ...field });
    }
    for (const badFormat of selectValues(format, ['pdf', 'scroll', 5])) {
      await post(t, '/books', { ...body, format: badFormat });
    }
    const text = JSON.stringify(body);
    await t.wire({ method: 'POST', path: '/books', text, contentType: 'text/plain' });
    await t.ask.lookUp(body.externalId ?? '');
    await t.ask.create(body);
  };
}

/** Returns a case that omits one required property per create, each that `sendBadCreates` omits for other formats. */
export function sendIncompleteCreates(format: Format): CaseBody {
  return async (t) => {
    const body = t.make.body(format, createMixedTexts(formats.indexOf(format)));
    const testedProperties = selectShare(format, requiredProperties);
    for (const name of requiredProperties) {
      if (!testedProperties.includes(name)) await post(t, '/books', omit(body, name));
    }
  };
}

/** Returns a case that updates a published book with every bad field, and reads it at the end. */
export function sendBadUpdates(format: Format): CaseBody {
  return async (t) => {
    const { id } = await t.make.published(format, createMixedTexts(formats.indexOf(format)));
    for (const field of [...listBadFields(format), ...badUpdates]) {
      const json = { description: 'Not to be kept.', keyword: ['not', 'kept'], ...field };
      await t.wire({ method: 'PATCH', path: `/books/${id}`, json });
    }
    await t.ask.read(id);
  };
}

/** Returns a case that requests uploads with bad descriptors and bodies, and at the end with a valid descriptor. */
export function sendBadUploads(format: Format): CaseBody {
  return async (t) => {
    const { id } = await createMixedDraft(t, { format, turn: formats.indexOf(format) });
    const path = `/books/${id}/upload`;
    const { first, second } = createTwoDescriptors(t, format);
    for (const badDescriptor of [...createBadDescriptors(second), ...createBadHashes(second)]) {
      await post(t, path, [first, badDescriptor]);
    }
    const misfitRoles = formats
      .filter((other) => other !== format)
      .map((other) => spareRoles[other]);
    for (const role of misfitRoles) await post(t, path, [first, { ...second, role }]);
    for (const badBody of ['files', 42, { files: [] }]) await post(t, path, badBody);
    await post(t, path, [second]);
  };
}

/**
 * Returns a case that attaches without filename or hash, before the PUT, after a PUT of other bytes, and of
 * an unknown file. At the end it attaches correctly.
 */
export function sendBadAttaches(format: Format): CaseBody {
  return async (t) => {
    const book = await createMixedDraft(t, { format, turn: formats.indexOf(format) });
    const role = spareRoles[format];
    const files = [t.make.sample(role), t.make.sample(role)];
    const grants = await t.make.requestGrants(book, files);
    const uploadedGrant = requireValue(grants[0], 'two files did not get two grants');
    const pendingGrant = requireValue(grants[1], 'two files did not get two grants');
    await putFile(t, uploadedGrant);
    const { filename, hashSha256 } = uploadedGrant.file;
    const attach = async (fileId: string, json: object): Promise<void> => {
      const path = `/books/${book.id}/file/${fileId}/attach`;
      await t.wire({ method: 'PATCH', path, json });
    };
    for (const incompleteBody of [{ filename }, { hashSha256 }, {}])
      await attach(uploadedGrant.fileId, incompleteBody);
    await attach(pendingGrant.fileId, { filename, hashSha256: pendingGrant.file.hashSha256 });
    await attach(t.make.unknownId(), { filename, hashSha256 });
    await putFile(t, { ...pendingGrant, file: t.make.sample(role) });
    await attach(pendingGrant.fileId, { filename, hashSha256: pendingGrant.file.hashSha256 });
    await t.ask.read(book.id);
    await attach(uploadedGrant.fileId, { filename, hashSha256 });
    await t.ask.read(book.id);
  };
}

/** Sends invalid chapters, alone and after a valid one. */
export const sendBadChapters: CaseBody = async (t) => {
  const book = await getOneTrackBook(t);
  const [fileId = ''] = book.tracks;
  const cover = await t.make.file(book, 'audio_cover');
  const validChapter: JsonObject = { fileId, sequence: 1, title: 'One' };
  for (const badChapter of [
    ...createBadChapters(validChapter),
    { ...validChapter, fileId: cover.fileId },
  ]) {
    const json = { chapters: [badChapter] };
    await t.wire({ method: 'PATCH', path: `/books/${book.id}`, json });
  }
  await t.ask.read(book.id);
  await t.wire({ method: 'PATCH', path: `/books/${book.id}`, json: { chapters: [validChapter] } });
  const [unattached] = await uploadFiles(t, book, ['audio_content']);
  for (const changes of [{ sequence: '2' }, { sequence: 2, fileId: unattached?.fileId ?? '' }]) {
    const json = { chapters: [validChapter, { ...validChapter, ...changes }] };
    await t.wire({ method: 'PATCH', path: `/books/${book.id}`, json });
  }
  await t.ask.read(book.id);
};

/** Reads, looks up and changes an unknown book, with plain and then with unusual values. */
export const requestUnknownBook: CaseBody = async (t) => {
  const { id, externalId } = await getSharedDraft(t, 'ebook');
  const path = `/books/${t.make.unknownId()}`;
  const plainFile = t.make.sample('ebook_cover');
  const unusualFile = createFile('ebook_cover', plainFile.bytes, 'Çà et là כתב 🚢.jpg');
  await t.ask.read(id);
  // In a LIKE search, the underscore would match any character.
  await t.ask.lookUp(`${externalId.slice(0, -1)}_`);
  const variants = [
    { file: plainFile, json: { subtitle: 'A sea' }, label: 'one' },
    { file: unusualFile, json: createMixedTexts(1), label: longDescription },
  ];
  await t.wire({ method: 'GET', path });
  for (const { file, json, label } of variants) {
    const { filename, hashSha256 } = file;
    await t.wire({ method: 'PATCH', path, json });
    await post(t, `${path}/upload`, [createDescriptor(file, label)]);
    const attach = `${path}/file/${t.make.unknownId()}/attach`;
    await t.wire({ method: 'PATCH', path: attach, json: { filename, hashSha256 } });
  }
};

export const publishUnknownBook: CaseBody = async (t) => {
  const path = `/books/${t.make.unknownId()}`;
  await post(t, `${path}/publish`, {});
  await post(t, `${path}/unpublish`, {});
};

export const deleteUnknownBook: CaseBody = async (t) => {
  await t.wire({ method: 'DELETE', path: `/books/${t.make.unknownId()}`, json: {} });
};

/** Sends bodies of the wrong JSON type, and a create in plain text. */
export const sendMistypedJson: CaseBody = async (t) => {
  const { id } = await getSharedDraft(t, 'ebook');
  const text = JSON.stringify(t.make.body('ebook'));
  await t.wire({ method: 'POST', path: '/books', text, contentType: 'text/plain' });
  for (const json of [[], 'a book']) {
    await post(t, '/books', json);
    await t.wire({ method: 'PATCH', path: `/books/${id}`, json });
  }
  await post(t, `/books/${id}/upload`, 'files');
  await t.ask.read(id);
};
