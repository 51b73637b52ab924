/**
 * Cases that send requests which a service must refuse, about books of every format and status. Covering
 * arrays: few rows of factor values that contain every pair, or triple, of values.
 */
import * as covertable from 'covertable';
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

// A CommonJS package: Node has its exports under `default`, other loaders by their names.
const { criteria, make } = Object.hasOwn(covertable, 'make') ? covertable : covertable.default;

type Factors = Readonly<Record<string, readonly string[]>>;

/** One value for each factor. */
export type Row<F extends Factors> = { readonly [Name in keyof F]: F[Name][number] };

/** Returns rows that contain every combination of `strength` values. */
export function coverRows<const F extends Factors>(factors: F, strength: 2 | 3): Row<F>[] {
  const rows: readonly Readonly<Record<string, string>>[] = make(copyFactors(factors), {
    length: strength,
    criterion: criteria.greedy,
  });
  return rows.map((row) => typeRow(factors, row));
}

/**
 * Returns a few rows that together contain every single value, chosen greedily.
 * @param names the factors to consider; all by default
 */
export function chooseCoveringRows<Value extends Readonly<Record<string, string>>>(
  rows: readonly Value[],
  names?: readonly (keyof Value & string)[],
): Value[] {
  const seenCells = new Set<string>();
  const listCells = (row: Value): string[] =>
    (names ?? Object.keys(row)).map((name) => `${name} ${row[name]}`);
  const listNewCells = (row: Value): string[] =>
    listCells(row).filter((cell) => !seenCells.has(cell));
  const chosenRows: Value[] = [];
  for (;;) {
    const [best] = rows.toSorted((a, b) => listNewCells(b).length - listNewCells(a).length);
    if (best === undefined || listNewCells(best).length === 0) return chosenRows;
    chosenRows.push(best);
    for (const cell of listCells(best)) seenCells.add(cell);
  }
}

function copyFactors(factors: Factors): Record<string, string[]> {
  return Object.fromEntries(Object.entries(factors).map(([name, values]) => [name, [...values]]));
}

/** Returns a row with the types of its factors. */
function typeRow<F extends Factors>(factors: F, row: Readonly<Record<string, string>>): Row<F> {
  const entries = Object.entries(factors).map(([name, values]) => [
    name,
    values.find((value) => value === row[name]),
  ]);
  // Object.fromEntries forgets the names of its keys, which are those of the factors.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return Object.fromEntries(entries) as Row<F>;
}
