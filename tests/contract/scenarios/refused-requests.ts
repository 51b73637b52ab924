/** Cases that send requests which a service must refuse, about books of every format and status. */
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
import { createMixedDraft, getSharedDraft, putFile, requireValue } from '../steps/index.ts';
import { createTwoDescriptors } from '../schemas/index.ts';

async function post(t: Stage, path: string, json: unknown): Promise<void> {
  await t.wire({ method: 'POST', path, json });
}

/** Returns a case that requests uploads with roles of other formats and with other bodies, and then with a valid one. */
export function sendMisfitUploads(format: Format): CaseBody {
  return async (t) => {
    const { id } = await createMixedDraft(t, { format, turn: formats.indexOf(format) });
    const path = `/books/${id}/upload`;
    const [first, second] = createTwoDescriptors(t, format);
    const misfitRoles = formats
      .filter((other) => other !== format)
      .map((other) => spareRoles[other]);
    for (const role of misfitRoles) await post(t, path, [first, { ...second, role }]);
    for (const badBody of ['files', 42, { files: [] }]) await post(t, path, badBody);
    await post(t, path, [second]);
  };
}

/**
 * Returns a case that attaches before the PUT, after a PUT of other bytes, and an unknown file. At the end it attaches
 * correctly.
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
    await attach(pendingGrant.fileId, { filename, hashSha256: pendingGrant.file.hashSha256 });
    await attach(t.make.unknownId(), { filename, hashSha256 });
    await putFile(t, { ...pendingGrant, file: t.make.sample(role) });
    await attach(pendingGrant.fileId, { filename, hashSha256: pendingGrant.file.hashSha256 });
    await t.ask.read(book.id);
    await attach(uploadedGrant.fileId, { filename, hashSha256 });
    await t.ask.read(book.id);
  };
}

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
