/** Sends requests that must be refused, about books of every format and status. */
import type { JsonObject } from '../../../src/contract/json-pointer.ts';
import type { CaseBody } from '../../../src/harness/suite/index.ts';
import type { Book, Stage } from '../../../src/harness/stage/index.ts';
import {
  createDescriptor,
  createFile,
  type Format,
  formats,
  longDescription,
  mixedTexts,
  spareRoles,
} from '../../../src/harness/values/index.ts';
import { createMixedDraft, uploadFiles, omit, getWorkbench } from '../steps/index.ts';
import { getOneTrackBook } from '../../property/chapters/index.ts';
import {
  badChapters,
  badDescriptors,
  badFieldsFor,
  badHashes,
  badUpdates,
  requiredProperties,
} from './bad-bodies.ts';
import { twoDescriptors } from './probes.ts';

type Choose = <Value>(format: Format, values: readonly Value[]) => readonly Value[];

/** Divides a list among the formats; another round gives each value to another format. */
export function share(round: number): Choose {
  return (format, values) =>
    values.filter((_, index) => (index + round) % formats.length === formats.indexOf(format));
}

export const all: Choose = (_, values) => values;

async function post(t: Stage, path: string, json: unknown): Promise<void> {
  await t.wire({ method: 'POST', path, json });
}

/** Sends creates that are refused and one that is not, and looks for books that the refused ones left behind. */
export function refusesCreates(format: Format, choose: Choose): CaseBody {
  return async (t) => {
    const texts = mixedTexts(formats.indexOf(format));
    const body = t.make.body(format, texts);
    for (const name of choose(format, requiredProperties)) {
      await post(t, '/books', omit(body, name));
    }
    for (const field of choose(format, badFieldsFor(format))) {
      await post(t, '/books', { ...body, ...field });
    }
    for (const bad of choose(format, [{ format: 'pdf' }, { format: 'scroll' }, { format: 5 }])) {
      await post(t, '/books', { ...body, ...bad });
    }
    const text = JSON.stringify(body);
    await t.wire({ method: 'POST', path: '/books', text, contentType: 'text/plain' });
    await t.ask.lookUp(body.externalId ?? '');
    await t.ask.create(body);
  };
}

/** Sends creates that lack one required property each: those that `refusesCreates` leaves to other formats. */
export function refusesIncomplete(format: Format): CaseBody {
  return async (t) => {
    const body = t.make.body(format, mixedTexts(formats.indexOf(format)));
    const tried = share(0)(format, requiredProperties);
    for (const name of requiredProperties.filter((one) => !tried.includes(one))) {
      await post(t, '/books', omit(body, name));
    }
  };
}

/** A draft, or a book in the shops. */
async function bookIn(t: Stage, format: Format, status: 'draft' | 'published'): Promise<Book> {
  const turn = formats.indexOf(format);
  return status === 'draft'
    ? createMixedDraft(t, { format, turn })
    : t.make.published(format, mixedTexts(turn));
}

export function refusesUpdates(
  format: Format,
  status: 'draft' | 'published',
  choose: Choose,
): CaseBody {
  return async (t) => {
    const { id } = await bookIn(t, format, status);
    for (const field of choose(format, [...badFieldsFor(format), ...badUpdates])) {
      const json = { description: 'Not to be kept.', keyword: ['not', 'kept'], ...field };
      await t.wire({ method: 'PATCH', path: `/books/${id}`, json });
    }
    await t.ask.read(id);
  };
}

export function refusesUploads(format: Format, choose: Choose): CaseBody {
  return async (t) => {
    const { id } = await createMixedDraft(t, { format, turn: formats.indexOf(format) });
    const path = `/books/${id}/upload`;
    const { first, good } = twoDescriptors(t, format);
    for (const bad of choose(format, [...badDescriptors(good), ...badHashes(good)])) {
      await post(t, path, [first, bad]);
    }
    const misfits = formats.filter((other) => other !== format).map((other) => spareRoles[other]);
    for (const role of misfits) await post(t, path, [first, { ...good, role }]);
    for (const bad of choose(format, ['files', 42, { files: [] }])) await post(t, path, bad);
    await post(t, path, [good]);
  };
}

/** Attaches without name, without hash, of other bytes, before the bytes and of unknown files. */
export function refusesAttaches(format: Format): CaseBody {
  return async (t) => {
    const book = await createMixedDraft(t, { format, turn: formats.indexOf(format) });
    const role = spareRoles[format];
    const files = [t.make.sample(role), t.make.sample(role)];
    const [sent, unsent] = await t.make.requestGrants(book, files);
    t.need.that(sent !== undefined && unsent !== undefined, 'two files did not get two grants');
    if (sent === undefined || unsent === undefined) return;
    await t.ask.put(sent.url, sent.file.bytes, sent.file.contentType);
    const { filename, hashSha256 } = sent.file;
    const attach = async (fileId: string, json: object): Promise<void> => {
      const path = `/books/${book.id}/file/${fileId}/attach`;
      await t.wire({ method: 'PATCH', path, json });
    };
    for (const bad of [{ filename }, { hashSha256 }, {}]) await attach(sent.fileId, bad);
    await attach(unsent.fileId, { filename, hashSha256: unsent.file.hashSha256 });
    await attach(t.make.unknownId(), { filename, hashSha256 });
    const other = t.make.sample(role);
    await t.ask.put(unsent.url, other.bytes, other.contentType);
    await attach(unsent.fileId, { filename, hashSha256: unsent.file.hashSha256 });
    await t.ask.read(book.id);
    await attach(sent.fileId, { filename, hashSha256 });
    await t.ask.read(book.id);
  };
}

/** Bad chapter entries, alone and after a good one. */
export const refusesChapters: CaseBody = async (t) => {
  const book = await getOneTrackBook(t);
  const [fileId = ''] = book.tracks;
  const cover = await t.make.file(book, 'audio_cover');
  const good: JsonObject = { fileId, sequence: 1, title: 'One' };
  for (const bad of [...badChapters(good), { ...good, fileId: cover.fileId }]) {
    const json = { chapters: [bad] };
    await t.wire({ method: 'PATCH', path: `/books/${book.id}`, json });
  }
  await t.ask.read(book.id);
  await t.wire({ method: 'PATCH', path: `/books/${book.id}`, json: { chapters: [good] } });
  const [unattached] = await uploadFiles(t, book, ['audio_content']);
  for (const bad of [{ sequence: '2' }, { sequence: 2, fileId: unattached?.fileId ?? '' }]) {
    const json = { chapters: [good, { ...good, ...bad }] };
    await t.wire({ method: 'PATCH', path: `/books/${book.id}`, json });
  }
  await t.ask.read(book.id);
};

/** Every operation of a book, of one that does not exist: with plain values, then with unusual ones. */
export const refusesUnknownBooks: CaseBody = async (t) => {
  const { id, externalId } = await getWorkbench(t, 'ebook');
  const path = `/books/${t.make.unknownId()}`;
  const plain = t.make.sample('ebook_cover');
  const unusual = createFile('ebook_cover', plain.bytes, 'Çà et là כתב 🚢.jpg');
  await t.ask.read(id);
  // A service that searches with LIKE takes the underscore for any character.
  await t.ask.lookUp(`${externalId.slice(0, -1)}_`);
  const turns = [
    { file: plain, json: { subtitle: 'A sea' }, label: 'one' },
    { file: unusual, json: mixedTexts(1), label: longDescription },
  ];
  await t.wire({ method: 'GET', path });
  for (const { file, json, label } of turns) {
    const { filename, hashSha256 } = file;
    await t.wire({ method: 'PATCH', path, json });
    await post(t, `${path}/upload`, [createDescriptor(file, label)]);
    const attach = `${path}/file/${t.make.unknownId()}/attach`;
    await t.wire({ method: 'PATCH', path: attach, json: { filename, hashSha256 } });
  }
};

export const refusesUnknownPublishing: CaseBody = async (t) => {
  const path = `/books/${t.make.unknownId()}`;
  await post(t, `${path}/publish`, {});
  await post(t, `${path}/unpublish`, {});
};

export const refusesUnknownDelete: CaseBody = async (t) => {
  await t.wire({ method: 'DELETE', path: `/books/${t.make.unknownId()}`, json: {} });
};

/** Bodies of a JSON type that the operation does not accept, and a create in plain text. */
export const refusesOtherJson: CaseBody = async (t) => {
  const { id } = await getWorkbench(t, 'ebook');
  const text = JSON.stringify(t.make.body('ebook'));
  await t.wire({ method: 'POST', path: '/books', text, contentType: 'text/plain' });
  for (const json of [[], 'a book']) {
    await post(t, '/books', json);
    await t.wire({ method: 'PATCH', path: `/books/${id}`, json });
  }
  await post(t, `/books/${id}/upload`, 'files');
  await t.ask.read(id);
};
