/** Calls that request uploads, send bytes and attach files, correctly and with single mistakes. */
import { isObject } from '../../contract/json-pointer.ts';
import { type FileRole, formats, replaceAt, requiredRoles } from '../values/index.ts';
import { drawBodyVariation } from './draw-variation.ts';
import type { KnownBook, KnownFile } from './known-books.ts';
import type { Move, Scene } from './move.ts';
import { attachFile, putFile, requestUploads } from './plans.ts';
import type { Step } from './step.ts';

const filenames = ['book.bin', 'çövér.jpg', 'a b.mp3', '000.pdf', 'x', 'כתב 🚢.epub', 'a.b.c', '../up.jpg'] as const;

/** Draws a request for uploads of one to three files. */
export function drawUploads({ draw, numbers }: Scene, target: KnownBook): Move {
  const roles: readonly FileRole[] = requiredRoles[target.format];
  const count = draw.weigh([[4, 1], [3, 2], [2, 3], [1, 10]]);
  const chosen = Array.from({ length: count }, () => draw.pick(roles));
  const step = requestUploads(target, chosen, numbers);
  const entries = Array.isArray(step.json) ? step.json : [];
  const index = draw.integer(0, chosen.length - 1);
  const entry: unknown = entries[index];
  const change = (kind: string, fields: object): Move => ({
    steps: [{ ...step, json: isObject(entry) ? replaceAt(entries, [index], { ...entry, ...fields }) : entries }],
    kinds: [`${kind} ${index === 0 ? 'first' : 'later'} of ${Math.min(count, 3)}`],
  });
  if (draw.chance(0.15)) {
    const others = formats.filter((format) => format !== target.format);
    return change('role of another format', { role: draw.pick(requiredRoles[draw.pick(others)]) });
  }
  if (draw.chance(0.35)) {
    const query = { operation: 'requestUploads', format: target.format, isRefused: draw.chance(0.7) } as const;
    const variation = drawBodyVariation(query, draw);
    const [, name] = variation?.path ?? [];
    if (variation && typeof name === 'string' && name !== 'role')
      return change(variation.kind, { [name]: variation.part });
    if (variation) return { steps: [{ ...step, json: replaceAt(entries, variation.path, variation.part) }], kinds: [variation.kind] };
  }
  if (draw.chance(0.4)) return change('filename', { filename: draw.pick(filenames) });
  return { steps: [step], kinds: [`${count} descriptors`] };
}

/** Draws a PUT to the upload URL of a file: its bytes, other bytes, or its bytes once more. */
export function drawPut({ draw, numbers }: Scene, file: KnownFile): Move {
  const step = putFile(file);
  const use = file.file.uploadCount > 0 ? 'used URL' : 'fresh URL';
  if (draw.chance(0.2)) {
    const bytes = { number: numbers.next(), role: file.role };
    return { steps: [{ ...step, bytes }], kinds: [`other bytes ${use}`] };
  }
  return { steps: [step], kinds: [`declared bytes ${use}`] };
}

/** Draws an attach of a file: correct, with another hash, before its upload, or to another book. */
export function drawAttach(scene: Scene, target: KnownBook, file: KnownFile): Move {
  const { draw, numbers, books } = scene;
  const step = attachFile(target, file);
  const json = isObject(step.json) ? step.json : {};
  const change = (kind: string, fields: Partial<Step>): Move => ({ steps: [{ ...step, ...fields }], kinds: [kind] });
  const way = draw.weigh([[6, 'plain'], [2, 'hash'], [2, 'schema'], [1, 'unknown'], [2, 'filename'], [1, 'upper case'], [1, 'other book']] as const);
  if (way === 'hash') {
    const hashSha256 = `{hash ${numbers.next()} ${file.role}}`;
    return change('another hash', { json: { ...json, hashSha256 } });
  }
  if (way === 'schema') {
    const query = { operation: 'attachFile', format: target.format, isRefused: true } as const;
    const variation = drawBodyVariation(query, draw);
    if (variation) return change(variation.kind, { json: replaceAt(json, variation.path, variation.part) });
  }
  if (way === 'unknown') {
    return change('unknown file', { path: `/books/{book ${target.number}}/file/{unknown ${numbers.next()}}/attach` });
  }
  if (way === 'filename') return change('filename', { json: { ...json, filename: draw.pick(filenames) } });
  if (way === 'other book') {
    const other = draw.pick(books);
    return change('other book', { path: `/books/{book ${other.number}}/file/{file ${file.number}}/attach` });
  }
  return { steps: [step], kinds: [] };
}
