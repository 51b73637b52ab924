/** Describes the differences between two contracts for callers, and says which of them this version checks. */
import {
  follow,
  isArray,
  isObject,
  unescape,
  type Json,
  type JsonObject,
} from '../json-pointer.ts';
import { findWidenings } from './widenings.ts';
import { readFields } from '../fields.ts';
import { operationIds } from '../operations.ts';
import type { Contract } from '../spec.ts';

export interface ContractChange {
  /** True if a program that works today may fail. */
  readonly breaking: boolean;
  /** The place in words, such as `POST /books requestBody title`. */
  readonly where: string;
  /** The change in words, such as `new in requests`. */
  readonly what: string;
  /** The JSON pointer of the place, without `#`. References to other components than schemas are followed. */
  readonly pointer: string;
  readonly side: Side;
  readonly kind: Kind;
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
        return { breaking, where: describePlace(pointer), what, pointer, side, kind };
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

/**
 * Returns a note such as `no check`; undefined if nothing is left to check, because the place is gone.
 * @param before the older contract
 * @param after the newer contract
 */
export function describeCheck(
  { pointer, kind, side }: ContractChange,
  before: Contract,
  after: Contract,
): string | undefined {
  if (kind === 'removed') return undefined;
  const keys = pointer.split('/').slice(1).map(unescape);
  const last = keys.at(-1) ?? '';
  if (keys[0] === 'paths' && keys.length <= 3) return describeOperation(after, pointer);
  if (last === 'parameters') return describeParameters(before, after, pointer);
  if (keys.at(-2) === 'responses') return last.startsWith('2') ? tested : 'no check';
  if (keys.includes('headers') || pointer.endsWith('/requestBody/required')) return 'no check';
  if (keys.at(-2) === 'properties' && kind === 'added') return describeProperty(last, side, after);
  return tested;
}

const tested = 'tested';

function describeOperation({ document }: Contract, pointer: string): string {
  const node = follow(document, `#${pointer}`);
  const nodes = isObject(node) ? [node, ...Object.values(node).filter(isObject)] : [];
  const ids = nodes.flatMap(({ operationId }) => operationId ?? []);
  const isKnown = ids.length > 0 && ids.every((id) => operationIds.some((known) => known === id));
  return isKnown ? tested : 'no check: this version knows no such operation';
}

function describeParameters(
  before: Contract,
  after: Contract,
  pointer: string,
): string | undefined {
  const known = listNames(before, pointer);
  const added = listNames(after, pointer).filter((name) => !known.includes(name));
  if (added.length === 0) return undefined;
  return `the bounds of ${added.join(', ')} are tested, the meaning is not`;
}

function listNames({ document }: Contract, pointer: string): string[] {
  const list = follow(document, `#${pointer}`);
  return (isArray(list) ? [...list.keys()] : [])
    .map((index) => follow(document, `#${pointer}/${index}/name`))
    .filter((name) => typeof name === 'string');
}

function describeProperty(name: string, side: ContractChange['side'], contract: Contract): string {
  const { create, update, book } = readFields(contract);
  const isSent = create.all.includes(name) || update.all.includes(name);
  if (isSent && book.all.includes(name)) return 'its round trip is tested';
  return side === 'request' ? 'its form is tested, its effect is not' : 'only its form is tested';
}
