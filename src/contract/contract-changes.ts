/** Compares two contracts and describes the differences for callers. */
import { follow, isArray, isObject, unescape, type Json, type JsonObject } from './json-pointer.ts';
import { findWidenings } from './narrows.ts';

export interface ContractChange {
  /** True if a program that works today may fail. */
  readonly breaking: boolean;
  /** The place in words, such as `POST /books requestBody title`. */
  readonly where: string;
  readonly what: string;
}

type Side = 'request' | 'response';
type Kind = 'added' | 'removed' | 'wider' | 'narrower' | 'different';

/** The meaning of each kind of change in requests and in responses. */
const meanings: Readonly<Record<Side, Readonly<Record<Kind, readonly [boolean, string]>>>> = {
  request: {
    added: [false, 'new in requests'],
    removed: [true, 'no longer part of requests'],
    wider: [false, 'requests may contain more'],
    narrower: [true, 'requests may contain less, or need more'],
    different: [true, 'requests differ'],
  },
  response: {
    added: [false, 'new in responses'],
    removed: [true, 'no longer part of responses'],
    wider: [true, 'responses may contain more, or leave out more'],
    narrower: [false, 'responses guarantee more'],
    different: [true, 'responses differ'],
  },
};

/** Returns the changes, those that may break a caller first. */
export function compareContracts(old: JsonObject, next: JsonObject): ContractChange[] {
  const [before, after] = [inlineReferences(old), inlineReferences(next)];
  const wider = new Set(findWidenings(before, after));
  const narrower = new Set(findWidenings(after, before));
  const sides = collectSides(before, collectSides(after));
  const changes = [...new Set([...wider, ...narrower])]
    .filter((pointer) => !pointer.startsWith('/info') && !pointer.startsWith('/servers'))
    .flatMap((pointer): ContractChange[] => {
      const kind = classifyChange(pointer, { before, after, wider, narrower });
      return getSides(pointer, sides).map((side) => {
        const [breaking, what] = meanings[side][kind];
        return { breaking, where: describePlace(pointer), what };
      });
    });
  return changes.toSorted((a, b) => Number(b.breaking) - Number(a.breaking));
}

/** Replaces references to parameters, bodies and responses by what they refer to: a revision may share these or not. */
function inlineReferences(document: JsonObject): JsonObject {
  const inline = (node: Json): Json => {
    if (isArray(node)) return node.map(inline);
    if (!isObject(node)) return node;
    const { $ref: ref } = node;
    const isShared = typeof ref === 'string' && !ref.startsWith('#/components/schemas/');
    const target = isShared ? follow(document, ref) : undefined;
    if (target !== undefined) return inline(target);
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inline(value)]));
  };
  const { components, ...rest } = document;
  const schemas = isObject(components) ? components['schemas'] : undefined;
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inline(value)])),
    ...(schemas !== undefined && { components: { schemas } }),
  };
}

interface Comparison {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly wider: ReadonlySet<string>;
  readonly narrower: ReadonlySet<string>;
}

function classifyChange(pointer: string, { before, after, wider, narrower }: Comparison): Kind {
  const keyword = /\/(required|enum|type|anyOf|oneOf|(min|max)\w+|pattern|format)$/.test(pointer);
  if (!keyword && follow(before, pointer) === undefined) return 'added';
  if (!keyword && follow(after, pointer) === undefined) return 'removed';
  if (wider.has(pointer) && narrower.has(pointer)) return 'different';
  return wider.has(pointer) ? 'wider' : 'narrower';
}

type Sides = Map<string, Set<Side>>;

/** Adds to each component whether requests, responses or both refer to it, directly or not. */
function collectSides(document: JsonObject, sides: Sides = new Map<string, Set<Side>>()): Sides {
  const mark = (node: Json | undefined, side: Side): void => {
    if (isArray(node)) for (const item of node) mark(item, side);
    if (!isObject(node)) return;
    const ref = node['$ref'];
    if (typeof ref === 'string') {
      const markedSides = sides.get(ref.slice(1)) ?? new Set();
      if (markedSides.has(side)) return;
      sides.set(ref.slice(1), markedSides.add(side));
      mark(follow(document, ref), side);
    }
    for (const child of Object.values(node)) mark(child, side);
  };
  const paths = document['paths'];
  for (const item of Object.values(isObject(paths) ? paths : {})) {
    for (const [key, operation] of Object.entries(isObject(item) ? item : {})) {
      if (key === 'parameters') mark(operation, 'request');
      if (!isObject(operation)) continue;
      mark(operation['parameters'], 'request');
      mark(operation['requestBody'], 'request');
      mark(operation['responses'], 'response');
    }
  }
  return sides;
}

/** Returns one side, or both if a change concerns an operation as a whole. */
function getSides(pointer: string, sides: Sides): readonly Side[] {
  if (pointer.startsWith('/paths')) {
    if (pointer.includes('/responses')) return ['response'];
    return ['request'];
  }
  const component = pointer.split('/').slice(0, 4).join('/');
  return [...(sides.get(component) ?? [])];
}

const structuralKeys = new Set([
  '',
  'paths',
  'components',
  'schemas',
  'content',
  'schema',
  'properties',
]);

function describePlace(pointer: string): string {
  const parts = pointer.split('/').map(unescape);
  const words = parts.filter((part) => !structuralKeys.has(part) && !part.includes('application/'));
  const [path, method, ...rest] = words;
  if (path?.startsWith('/') !== true || method === undefined) return words.join(' ');
  return [method.toUpperCase(), path, ...rest].join(' ');
}
