/** Draws the moves of a history: which operation, on which book, with which values and by whom. */
import { author, editor, formats, keyAlterations } from '../arbitraries/index.ts';
import { drawCreate, drawUpdate } from './book-moves.ts';
import { drawAttach, drawPut, drawUploads } from './file-moves.ts';
import { type KnownBook, type KnownFile } from './known-books.ts';
import type { Draw } from './draw.ts';
import type { Move, Scene } from './move.ts';
import { publish, unpublish } from './plans.ts';
import { drawList, drawLookUp, drawWalk, readBook } from './read-moves.ts';
import type { Step } from './step.ts';

type DrawMove = (scene: Scene) => Move | undefined;

const nothing = { kinds: [] };

const moves = {
  create: drawCreate,
  update: (scene: Scene) => onBook(scene, (target) => drawUpdate(scene, target)),
  uploads: (scene: Scene) => onBook(scene, (target) => drawUploads(scene, target)),
  put: (scene: Scene) => onFile(scene, (target, file) => drawPut(scene, target, file)),
  attach: (scene: Scene) => onFile(scene, (target, file) => drawAttach(scene, target, file)),
  publish: (scene: Scene) => onBook(scene, (target) => ({ steps: [publish(target)], ...nothing })),
  editedPublish: (scene: Scene) => onBook(scene, (target) => drawEditedPublish(scene, target)),
  unpublish: (scene: Scene) =>
    onBook(scene, (target) => ({ steps: [unpublish(target)], ...nothing })),
  delete: (scene: Scene) =>
    onBook(scene, (target) => ({ steps: [deleteBook(target)], ...nothing })),
  read: (scene: Scene) => onBook(scene, (target) => ({ steps: [readBook(target)], ...nothing })),
  lookUp: (scene: Scene) => onBook(scene, (target) => drawLookUp(scene, target)),
  list: drawList,
  walk: drawWalk,
} satisfies Record<string, DrawMove>;

export type MoveName = keyof typeof moves;

/** How often each move is drawn. */
const weights: readonly (readonly [number, MoveName])[] = [
  [18, 'create'],
  [24, 'update'],
  [7, 'uploads'],
  [5, 'put'],
  [8, 'attach'],
  [8, 'publish'],
  [4, 'editedPublish'],
  [5, 'unpublish'],
  [3, 'delete'],
  [4, 'read'],
  [7, 'lookUp'],
  [12, 'list'],
  [4, 'walk'],
];

/** Chooses the kind of the next move. */
export function drawMoveName({ draw }: Scene): MoveName {
  return draw.weigh(weights);
}

/** Draws a move of a kind, sometimes with another caller or id; undefined if there is nothing to do it with. */
export function drawMove(name: MoveName, scene: Scene): Move | undefined {
  const move = moves[name](scene);
  const [first] = move?.steps ?? [];
  if (move === undefined || first === undefined) return undefined;
  // A parameter of the content type changes nothing, so any call may have it.
  if (scene.draw.chance(0.04) && first.json !== undefined && first.contentType === undefined) {
    const step = { ...first, contentType: 'application/json; charset=utf-8' };
    return { steps: [step, ...move.steps.slice(1)], kinds: [...move.kinds, 'charset'] };
  }
  const changed = scene.draw.chance(0.14) ? changeCaller(first, scene) : undefined;
  if (changed === undefined) return move;
  // What should follow makes sense only after the unchanged call.
  return { steps: [changed.step], kinds: [...move.kinds, changed.kind] };
}

function onBook({ draw, books }: Scene, use: (target: KnownBook) => Move): Move | undefined {
  return books.length === 0 ? undefined : use(pickBook(books, draw));
}

/** Picks a book. Each status is as likely as any other, because most books are drafts. */
function pickBook(books: readonly KnownBook[], draw: Draw): KnownBook {
  const status = draw.pick([...new Set(books.map((book) => book.status))]);
  return draw.pick(books.filter((book) => book.status === status));
}

function onFile(
  { draw, books }: Scene,
  use: (target: KnownBook, file: KnownFile) => Move,
): Move | undefined {
  const withFiles = books.filter(({ files }) => files.length > 0);
  if (withFiles.length === 0) return undefined;
  const target = pickBook(withFiles, draw);
  return use(target, draw.pick(target.files.slice(-8)));
}

function deleteBook({ number }: KnownBook): Step {
  return { method: 'DELETE', path: `/books/{book ${number}}`, json: {} };
}

/** Days ahead on both sides of the edge of the final version window. */
const windowDays = [-400, -1, 0, 1, 7, 10, 11, 12, 16, 17, 18, 30] as const;

/** Draws an update of what a publish depends on, followed by the publish. */
function drawEditedPublish({ draw }: Scene, target: KnownBook): Move {
  const path = `/books/{book ${target.number}}`;
  const publishAfter = (json: unknown, kind: string): Move => ({
    steps: [{ method: 'PATCH', path, json }, publish(target), readBook(target)],
    kinds: [kind],
  });
  if (target.format === 'audio' && draw.chance(0.3)) {
    const count = draw.integer(1, 4);
    const others = Array.from({ length: count - 1 }, () => editor);
    return publishAfter({ contributor: [author, ...others] }, `${count} without a narrator`);
  }
  const day = draw.pick(windowDays);
  const isFinalVersion = draw.chance(0.4);
  const json = { publicationDate: `{day ${day}}`, isFinalVersion };
  return publishAfter(json, `day ${day} ${isFinalVersion ? 'final' : 'not final'}`);
}

interface ChangedStep {
  readonly step: Step;
  readonly kind: string;
}

/** Returns a call with another key, id or content type, which is the only reason to refuse it. */
function changeCaller(
  step: Step,
  { draw, numbers, deleted, hasSecondAccount }: Scene,
): ChangedStep | undefined {
  if (step.upload !== undefined) return undefined;
  const { creates: _creates, grants: _grants, ...call } = step;
  const way = draw.weigh([
    [2, 'none'],
    [1, 'empty'],
    [4, 'near'],
    [hasSecondAccount ? 6 : 0, 'second'],
    [3, 'unknown'],
    [deleted.length > 0 ? 2 : 0, 'deleted'],
    [2, 'text'],
  ] as const);
  if (way === 'none') return { step: { ...call, key: null }, kind: 'no key' };
  if (way === 'empty') return { step: { ...call, key: '' }, kind: 'empty key' };
  if (way === 'near') {
    const alteredKey = draw.value(keyAlterations);
    return { step: { ...call, alteredKey }, kind: `key ${alteredKey}` };
  }
  if (way === 'second') return { step: { ...step, account: 'second' }, kind: 'second account' };
  if (way === 'unknown' || way === 'deleted') {
    const id = way === 'unknown' ? `{unknown ${numbers.next()}}` : `{book ${draw.pick(deleted)}}`;
    const path = (call.path ?? '').replace(/\{book \d+\}/, id);
    return path === call.path ? undefined : { step: { ...call, path }, kind: `${way} book` };
  }
  if (call.json === undefined || call.method === 'GET') return undefined;
  const { json, ...rest } = call;
  return {
    step: { ...rest, text: JSON.stringify(json), contentType: 'text/plain' },
    kind: 'plain text',
  };
}

/** The places that the explorer keeps filled, so that one call reaches a new situation instead of ten. */
export const stages = formats.flatMap((format) =>
  (['draft', 'in the shops', 'withdrawn'] as const).map((status) => ({ format, status })),
);
