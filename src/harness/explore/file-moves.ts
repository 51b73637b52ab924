/** Calls that request uploads, send bytes and attach files, correctly and with single mistakes. */
import fc from 'fast-check';
import { isArray, isObject, type Json, type JsonObject } from '../../contract/json-pointer.ts';
import type { OperationId } from '../../contract/operations.ts';
import {
  type FileRole,
  type Format,
  formats,
  replaceAt,
  requiredRoles,
} from '../arbitraries/index.ts';
import { drawBodyVariation } from './draw-values.ts';
import { type Draw, preferUnused } from './draw.ts';
import type { KnownBook, KnownFile } from './known-books.ts';
import type { Move, Scene } from './move.ts';
import { attachFile, putFile, requestUploads } from './plans.ts';

/** A service may treat each kind of file in its own way. */
const filenames = [
  'book.bin',
  'çövér.jpg',
  'cover.jpeg',
  'COVER.PNG',
  'a b.mp3',
  'track.m4a',
  'track.m4b',
  '000.pdf',
  'x',
  'כתב 🚢.epub',
  'a.b.c',
  '../up.jpg',
] as const;

/** Draws a name that few calls of this kind had. */
function drawFilename(operation: OperationId, format: Format, { draw, isUsed }: Scene) {
  const names = filenames.map((filename) => ({ kind: `filename ${filename}`, filename }));
  return draw.pick(preferUnused(names, ({ kind }) => isUsed(operation, kind, format)));
}

/** Draws a request for uploads of one to three files, or of ten. */
export function drawUploads(scene: Scene, target: KnownBook): Move {
  const { draw, numbers } = scene;
  const roles: readonly FileRole[] = requiredRoles[target.format];
  // Only in a batch of three can a service check the first entries, and not the others.
  const count = draw.weigh([
    [scene.wantsMistake ? 1 : 3, 1],
    [scene.wantsMistake ? 2 : 3, 2],
    [4, 3],
    [1, 10],
  ]);
  const chosen = drawRoles(draw, roles, count);
  const step = requestUploads(target, chosen, numbers);
  const change = drawDescriptorChange(scene, target);
  const entries = isArray(step.json) ? step.json : [];
  if (change === undefined) {
    // Only drafts are planned for, so files of other books get their bytes here. An attach hides what the request did.
    const files = chosen.map((role, index) => ({ number: step.grants?.[index] ?? 0, role }));
    const rest = draw.chance(target.status === 'draft' ? 0.2 : 0.4)
      ? files.slice(0, 2).flatMap((file) => [putFile(file), attachFile(target, file)])
      : [];
    return { steps: [step, ...rest], kinds: [`${entries.length} descriptors`] };
  }
  const { kinds, fields } = change;
  const [kind = ''] = kinds;
  // A service may check only some of the entries. A misfit role may also be that of one entry more.
  const places = Array.from({ length: entries.length + (kind === misfit ? 1 : 0) }, (_, index) => {
    const total = Math.max(entries.length, index + 1);
    return { index, place: `${kind} at ${Math.min(index, 2) + 1} of ${Math.min(total, 3)}` };
  });
  const isUsed = ({ place }: { readonly place: string }) =>
    scene.isUsed('requestUploads', place, target.format);
  const { index, place } = draw.pick(preferUnused(places, isUsed));
  const entry = entries[index] ?? { ...toObject(entries[0]), referenceId: 'one more' };
  const changed: unknown = { ...toObject(entry), ...fields };
  const json = [...entries.slice(0, index), changed, ...entries.slice(index + 1)];
  return { steps: [{ ...step, json }], kinds: [...kinds, place] };
}

/** Whether a batch may name a role twice is open, except for tracks. */
function drawRoles(draw: Draw, roles: readonly FileRole[], count: number): readonly FileRole[] {
  if (draw.chance(0.2)) return Array.from({ length: count }, () => draw.pick(roles));
  const distinct = draw.value(fc.shuffledSubarray([...roles], { minLength: roles.length }));
  const tracks = roles.filter((role) => role === 'audio_content');
  const more = Array.from({ length: count }, () => tracks).flat();
  return [...distinct, ...more].slice(0, count);
}

function toObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

const misfit = 'role of another format';

interface DescriptorChange {
  /** The first tells what was changed. */
  readonly kinds: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Draws a change of one descriptor; undefined to leave all as they are. */
function drawDescriptorChange(scene: Scene, target: KnownBook): DescriptorChange | undefined {
  const { format } = target;
  const { draw, wantsMistake } = scene;
  const way = draw.weigh(
    wantsMistake
      ? ([
          [2, 'role'],
          [1, 'schema'],
        ] as const)
      : ([
          [target.status === 'draft' ? 3 : 9, 'plain'],
          [3, 'schema'],
          [3, 'filename'],
        ] as const),
  );
  if (way === 'role') {
    const others = formats.filter((other) => other !== format);
    const roles: readonly FileRole[] = others.flatMap((other) => requiredRoles[other]);
    const isUsed = (role: FileRole) => scene.isUsed('requestUploads', role, format);
    const role = draw.pick(preferUnused(roles, isUsed));
    return { kinds: [misfit, role], fields: { role } };
  }
  if (way === 'filename') {
    const { kind, filename } = drawFilename('requestUploads', format, scene);
    return { kinds: [kind], fields: { filename } };
  }
  if (way === 'plain') return undefined;
  const query = { operation: 'requestUploads', format, isRefused: wantsMistake } as const;
  const variation = drawBodyVariation(query, scene);
  const [, name] = variation?.path ?? [];
  if (variation === undefined || typeof name !== 'string') return undefined;
  return { kinds: variation.kinds.slice(0, 1), fields: { [name]: variation.part } };
}

/** Draws a PUT to the upload URL of a file: its bytes, other bytes, or both, before an attach. */
export function drawPut(scene: Scene, target: KnownBook, file: KnownFile): Move {
  const { draw, numbers, isUsed } = scene;
  const step = putFile(file);
  const other = { ...step, bytes: { number: numbers.next(), role: file.role } };
  const use = file.file.uploadCount > 0 ? 'used URL' : 'fresh URL';
  // A service may compare only the hashes of some roles.
  const nameKind = (way: string): string => `${way} ${use} ${file.role}`;
  const ways = [
    [5, 'declared bytes'],
    [2, 'other bytes'],
    [2, 'declared bytes, then others'],
  ] as const;
  const way = draw.weigh(preferUnused(ways, ([, one]) => isUsed('putFile', nameKind(one))));
  const steps = {
    'declared bytes': [step],
    'other bytes': [other, attachFile(target, file)],
    'declared bytes, then others': [step, other, attachFile(target, file)],
  }[way];
  return { steps, kinds: [nameKind(way)] };
}

/** Draws an attach of a file: correct, with another hash, before its upload, or to another book. */
export function drawAttach(scene: Scene, target: KnownBook, file: KnownFile): Move {
  const { draw, numbers, wantsMistake } = scene;
  const step = attachFile(target, file);
  const nameKind = (way: string): string => `${way} ${file.role}`;
  const mistakes = [
    [2, 'schema'],
    [1, 'unknown file'],
    [2, 'another hash'],
    [2, 'other book'],
  ] as const;
  const others = [
    [6, 'plain'],
    [2, 'filename'],
  ] as const;
  const way = wantsMistake
    ? draw.weigh(preferUnused(mistakes, ([, one]) => scene.isUsed('attachFile', nameKind(one))))
    : draw.weigh(others);
  if (way === 'plain') return { steps: [step], kinds: [] };
  if (way === 'schema') {
    const query = { operation: 'attachFile', format: target.format, isRefused: true } as const;
    const { path = [], part, kinds = [] } = drawBodyVariation(query, scene) ?? {};
    const json: unknown = replaceAt(step.json, path, part);
    return { steps: [{ ...step, json }], kinds: [...kinds, nameKind(way)] };
  }
  const other = draw.pick(scene.books);
  const { kind, filename } = drawFilename('attachFile', target.format, scene);
  const changes = {
    'unknown file': {
      path: `/books/{book ${target.number}}/file/{unknown ${numbers.next()}}/attach`,
    },
    'another hash': {
      json: replaceAt(step.json, ['hashSha256'], `{hash ${numbers.next()} ${file.role}}`),
    },
    filename: { json: replaceAt(step.json, ['filename'], filename) },
    'other book': { path: `/books/{book ${other.number}}/file/{file ${file.number}}/attach` },
  }[way];
  const kinds = [way === 'filename' ? kind : nameKind(way)];
  return { steps: [{ ...step, ...changes }], kinds };
}
