/** Draws the moves of a history: which operation, on which book, with which values and by whom. */
import { isObject } from '../../contract/json-pointer.ts';
import type { OperationId } from '../../contract/operations.ts';
import { author, editor, formats, keyAlterations } from '../arbitraries/index.ts';
import { drawCreate, drawUpdate } from './book-moves.ts';
import { drawAttach, drawPut, drawUploads } from './file-moves.ts';
import { type KnownBook, type KnownFile } from './known-books.ts';
import { type Draw, preferUnused } from './draw.ts';
import type { Move, Scene } from './move.ts';
import { isReady, isUploaded, publish, unpublish } from './plans.ts';
import { drawList, drawLookUp, drawWalk, hasUnusualId, readBook } from './read-moves.ts';
import type { Step } from './step.ts';

type DrawMove = (scene: Scene) => Move | undefined;

/** A kind of move. */
export interface MoveKind {
  /** The operation of its first call. */
  readonly operation: OperationId;
  readonly draw: DrawMove;
  /** How often it is drawn for a correct first call, and for one with a mistake. */
  readonly weights: readonly [correct: number, mistaken: number];
  /** The share of the mistakes that lie in the key, the id or the content type. */
  readonly callerShare: number;
}

const moveKinds: readonly MoveKind[] = [
  { operation: 'createBook', draw: drawCreate, weights: [18, 24], callerShare: 0.15 },
  { operation: 'updateBook', draw: forBook(drawUpdate), weights: [24, 26], callerShare: 0.2 },
  { operation: 'requestUploads', draw: forBook(drawUploads), weights: [7, 15], callerShare: 0.15 },
  { operation: 'putFile', draw: forFile(drawPut), weights: [5, 3], callerShare: 0 },
  {
    operation: 'attachFile',
    draw: forFile(drawAttach, isUploaded),
    weights: [8, 8],
    callerShare: 0.3,
  },
  { operation: 'publishBook', draw: forCall(publish), weights: [8, 6], callerShare: 0.5 },
  {
    operation: 'updateBook',
    draw: forBook(drawEditedPublish, isReady),
    weights: [7, 7],
    callerShare: 0,
  },
  { operation: 'unpublishBook', draw: forCall(unpublish), weights: [5, 4], callerShare: 1 },
  { operation: 'deleteBook', draw: forCall(deleteBook), weights: [3, 4], callerShare: 0.9 },
  { operation: 'readBook', draw: forCall(readBook), weights: [4, 4], callerShare: 1 },
  {
    operation: 'lookUpBook',
    draw: forBook(drawLookUp, hasUnusualId),
    weights: [7, 8],
    callerShare: 0.4,
  },
  { operation: 'listBooks', draw: drawList, weights: [10, 7], callerShare: 0.3 },
  { operation: 'listBooks', draw: drawWalk, weights: [4, 0], callerShare: 0 },
];

/** The share of correct calls without a book that the second account makes. */
const secondAccountShare = 0.1;

/** Chooses the kind of the next move. */
export function drawMoveKind({ draw, wantsMistake }: Scene): MoveKind {
  return draw.weigh(moveKinds.map((kind) => [kind.weights[wantsMistake ? 1 : 0], kind] as const));
}

/** Draws a move of a kind; undefined if there is nothing to do it with. */
export function drawMove(kind: MoveKind, scene: Scene): Move | undefined {
  const { draw, wantsMistake, hasSecondAccount } = scene;
  const isByCaller = wantsMistake && draw.chance(kind.callerShare);
  const move = kind.draw(isByCaller ? { ...scene, wantsMistake: false } : scene);
  const [first, ...rest] = move?.steps ?? [];
  if (move === undefined || first === undefined) return undefined;
  if (isByCaller) {
    const changed = changeCaller(first, kind.operation, scene);
    // What should follow makes sense only after the unchanged call.
    return changed && { steps: [changed.step], kinds: [...move.kinds, ...changed.kinds] };
  }
  const change = (fields: Partial<Step>, name: string): Move => ({
    steps: [{ ...first, ...fields }, ...rest],
    kinds: [...move.kinds, name],
  });
  // A parameter of the content type changes nothing, so any call may have it.
  if (draw.chance(0.04) && first.json !== undefined && first.contentType === undefined)
    return change({ contentType: 'application/json; charset=utf-8' }, 'charset');
  // The document leaves open whether a body is refused where none is expected.
  if (draw.chance(0.06) && isEmptyObject(first.json))
    return change({ json: draw.pick(otherBodies) }, 'another body');
  return hasSecondAccount && first.path === '/books' && draw.chance(secondAccountShare)
    ? change({ account: 'second' }, 'second account')
    : move;
}

/** Bodies for calls whose body has no members. */
const otherBodies = [[], [{}], { note: 'First of two' }, { title: 'Another title' }, 'publish'];

function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** Returns a function that draws a move for one of the books, mostly for one that the move suits. */
function forBook(
  use: (scene: Scene, target: KnownBook) => Move,
  suits: (target: KnownBook) => boolean = () => true,
): DrawMove {
  return (scene) => {
    const { books, draw } = scene;
    const suitable = preferMostly(books, suits, draw);
    return suitable.length === 0 ? undefined : use(scene, pickBook(suitable, draw));
  };
}

/** Returns the entries that suit, if there are any; sometimes all of them. */
function preferMostly<T>(entries: readonly T[], suits: (entry: T) => boolean, draw: Draw) {
  const suitable = entries.filter(suits);
  return suitable.length > 0 && draw.chance(0.8) ? suitable : entries;
}

/** Returns a function that draws a plain call for one of the books. */
function forCall(create: (target: KnownBook) => Step): DrawMove {
  return forBook((_scene, target) => ({ steps: [create(target)], kinds: [] }));
}

/** Picks a book. Each status is as likely as any other, because most books are drafts. */
function pickBook(books: readonly KnownBook[], draw: Draw): KnownBook {
  const status = draw.pick([...new Set(books.map((book) => book.status))]);
  return draw.pick(books.filter((book) => book.status === status));
}

/** Returns a function that draws a move for one of the files of a book, mostly for one that the move suits. */
function forFile(
  use: (scene: Scene, target: KnownBook, file: KnownFile) => Move,
  suits: (file: KnownFile) => boolean = () => true,
): DrawMove {
  return (scene) => {
    const { books, draw } = scene;
    const withFiles = books.filter(({ files }) => files.length > 0);
    const suitable = preferMostly(withFiles, ({ files }) => files.some(suits), draw);
    if (suitable.length === 0) return undefined;
    const target = pickBook(suitable, draw);
    return use(scene, target, draw.pick(preferMostly(target.files.slice(-8), suits, draw)));
  };
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
  readonly kinds: readonly string[];
}

/** Returns a call with another key, id or content type, which is the only reason to refuse it. */
function changeCaller(
  step: Step,
  operation: OperationId,
  { draw, numbers, deleted, hasSecondAccount, isUsed }: Scene,
): ChangedStep | undefined {
  if (step.upload !== undefined) return undefined;
  const { creates: _creates, grants: _grants, ...call } = step;
  const namesBook = /\{book \d+\}/.test(call.path ?? '');
  const hasBody = call.json !== undefined && call.method !== 'GET';
  const ways = (
    [
      [2, 'no key'],
      [1, 'empty key'],
      [4, 'near key'],
      [hasSecondAccount && call.path !== '/books' ? 6 : 0, 'second account'],
      [namesBook ? 3 : 0, 'unknown book'],
      [namesBook && deleted.length > 0 ? 2 : 0, 'deleted book'],
      [hasBody ? 2 : 0, 'plain text'],
    ] as const
  ).filter(([weight]) => weight > 0);
  const way = draw.weigh(preferUnused(ways, ([, one]) => isUsed(operation, one)));
  const withId = (id: string): Step => ({
    ...call,
    path: (call.path ?? '').replace(/\{book \d+\}/, id),
  });
  const alteredKey = draw.value(keyAlterations);
  const { json, ...others } = call;
  const change: Readonly<Record<typeof way, () => Step>> = {
    'no key': () => ({ ...call, key: null }),
    'empty key': () => ({ ...call, key: '' }),
    'near key': () => ({ ...call, alteredKey }),
    'second account': () => ({ ...call, account: 'second' }),
    'unknown book': () => withId(`{unknown ${numbers.next()}}`),
    'deleted book': () => withId(`{book ${draw.pick(deleted)}}`),
    'plain text': () => ({ ...others, text: JSON.stringify(json), contentType: 'text/plain' }),
  };
  const kinds = way === 'near key' ? [way, `key ${alteredKey}`] : [way];
  return { step: change[way](), kinds };
}

/** The places that the explorer keeps filled, so that one call reaches a new situation instead of ten. */
export const stages = formats.flatMap((format) =>
  (['draft', 'in the shops', 'withdrawn'] as const).map((status) => ({ format, status })),
);
