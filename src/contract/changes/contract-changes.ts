/** Describes the differences between two contracts for callers. */
import {
  follow,
  isArray,
  isObject,
  unescape,
  type Json,
  type JsonObject,
} from '../json-pointer.ts';
import { findWidenings } from './widenings.ts';

export interface ContractChange {
  /** True if a program that works today may fail. */
  readonly breaking: boolean;
  /** The place in words, such as `POST /books requestBody title`. */
  readonly where: string;
  /** The change in words, such as `new in requests`. */
  readonly what: string;
}

type Side = 'request' | 'response';
type Kind = 'added' | 'removed' | 'wider' | 'narrower' | 'different';

/** For each kind of change in requests and in responses: whether it is breaking, and its description. */
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

/** Returns the changes, first those that may break a caller. */
export function compareContracts(old: JsonObject, current: JsonObject): ContractChange[] {
  const [before, after] = [inlineReferences(old), inlineReferences(current)];
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

/**
 * Replaces references to parameters, bodies and responses with their targets, because two revisions may move these into
 * the shared components or out of them.
 */
function inlineReferences(document: JsonObject): JsonObject {
  const inline = (node: Json): Json => {
    if (isArray(node)) return node.map(inline);
    if (!isObject(node)) return node;
    const { $ref: ref } = node;
    const isReusable = typeof ref === 'string' && !ref.startsWith('#/components/schemas/');
    const target = isReusable ? follow(document, ref) : undefined;
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

/**
 * Classifies a change. A keyword that exists in only one contract is a constraint, so its absence does not mean that a part
 * of the interface was added or removed.
 */
function classifyChange(pointer: string, { before, after, wider, narrower }: Comparison): Kind {
  const isKeyword = /\/(required|enum|type|anyOf|oneOf|(min|max)\w+|pattern|format)$/.test(pointer);
  if (!isKeyword && follow(before, pointer) === undefined) return 'added';
  if (!isKeyword && follow(after, pointer) === undefined) return 'removed';
  if (wider.has(pointer) && narrower.has(pointer)) return 'different';
  return wider.has(pointer) ? 'wider' : 'narrower';
}

type Sides = Map<string, Set<Side>>;

/**
 * Adds to `sides` whether requests, responses or both refer to a component, directly or indirectly. The keys are JSON
 * pointers of components.
 */
function collectSides(document: JsonObject, sides: Sides = new Map<string, Set<Side>>()): Sides {
  const addSide = (node: Json | undefined, side: Side): void => {
    if (isArray(node)) for (const item of node) addSide(item, side);
    if (!isObject(node)) return;
    const ref = node['$ref'];
    if (typeof ref === 'string') {
      const componentSides = sides.get(ref.slice(1)) ?? new Set();
      if (componentSides.has(side)) return;
      sides.set(ref.slice(1), componentSides.add(side));
      addSide(follow(document, ref), side);
    }
    for (const child of Object.values(node)) addSide(child, side);
  };
  const paths = document['paths'];
  for (const item of Object.values(isObject(paths) ? paths : {})) {
    for (const [key, operation] of Object.entries(isObject(item) ? item : {})) {
      if (key === 'parameters') addSide(operation, 'request');
      if (!isObject(operation)) continue;
      addSide(operation['parameters'], 'request');
      addSide(operation['requestBody'], 'request');
      addSide(operation['responses'], 'response');
    }
  }
  return sides;
}

/** Returns the side of a change in a path, or the sides that refer to the component of a change. */
function getSides(pointer: string, sides: Sides): readonly Side[] {
  if (pointer.startsWith('/paths'))
    return [pointer.includes('/responses') ? 'response' : 'request'];
  // Such as `/components/schemas/Book`.
  const component = pointer.split('/').slice(0, 4).join('/');
  return [...(sides.get(component) ?? [])];
}

/** The keys that a description of a place leaves out. */
const hiddenKeys = /^(|paths|components|schemas|content|schema|properties)$/;

/** Returns the words of a JSON pointer into a contract, such as `POST /books requestBody title`. */
export function describePlace(pointer: string): string {
  const parts = pointer.split('/').map(unescape);
  const words = parts.filter((part) => !hiddenKeys.test(part) && !part.includes('application/'));
  const [path, method, ...rest] = words;
  if (path?.startsWith('/') !== true || method === undefined) return words.join(' ');
  return [method.toUpperCase(), path, ...rest].join(' ');
}
