/** Finds the places of the contract that name a requirement: the line for links from reports, the fields and the operations. */
import {
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Pair,
} from 'yaml';
import {
  follow,
  isArray,
  isObject,
  readRequirementIds,
  type Json,
  type JsonObject,
} from './json-pointer.ts';
import { memoize } from './memoize.ts';
import type { OperationId } from './operations.ts';
import { type Contract, readContract } from './spec.ts';

/** The path of the contract in this repository, as reports show it. */
export const contractPath = 'openapi/distribution.yaml';

interface Place {
  readonly id: string;
  /** Counted from 1. */
  readonly line: number;
  /** The operation that contains the line; undefined in shared components. */
  readonly operation: string | undefined;
  /** The property or parameter that the requirement is about; undefined elsewhere. */
  readonly field: string | undefined;
}

const readPlaces = memoize(findPlaces);

/**
 * Returns the line of `openapi/distribution.yaml` that names a requirement, counted from 1: the line in the operation,
 * or else the first one. Returns undefined if the contract does not name the requirement.
 */
export function findRequirementLine(id: string, operation?: string): number | undefined {
  const matches = listPlaces(id);
  return (matches.find((place) => place.operation === operation) ?? matches[0])?.line;
}

/** Returns the properties and parameters of the contract that name a requirement, such as `isbn`. */
export function findRequirementFields(id: string): string[] {
  return [...new Set(listPlaces(id).flatMap(({ field }) => field ?? []))];
}

function listPlaces(id: string): readonly Place[] {
  return readPlaces(readContract()).filter((place) => place.id === id);
}

function findPlaces({ source }: Contract): Place[] {
  const lineCounter = new LineCounter();
  const document = parseDocument(source, { lineCounter });
  const places: Place[] = [];
  visit(document, {
    Pair: (_key, pair, ancestors) => {
      if (!hasKey(pair, 'x-requirements') || !isSeq(pair.value)) return;
      const operation = findOperationId(ancestors);
      const field = findFieldName(ancestors);
      for (const item of pair.value.items) {
        if (!isScalar(item) || typeof item.value !== 'string') continue;
        const { line } = lineCounter.linePos(item.range?.[0] ?? 0);
        places.push({ id: item.value, line, operation, field });
      }
    },
  });
  return places;
}

function hasKey(pair: Pair, name: string): boolean {
  return isScalar(pair.key) && pair.key.value === name;
}

function findOperationId(ancestors: readonly unknown[]): string | undefined {
  for (const node of ancestors.toReversed()) {
    const id = isNode(node) && isMap(node) ? node.get('operationId') : undefined;
    if (typeof id === 'string') return id;
  }
  return undefined;
}

/** Returns the name of the property or parameter whose description is the last ancestor. */
function findFieldName(ancestors: readonly unknown[]): string | undefined {
  const [properties, , owner, description] = ancestors.slice(-4);
  if (isPair(owner) && isPair(properties) && hasKey(properties, 'properties')) {
    return isScalar(owner.key) ? String(owner.key.value) : undefined;
  }
  const name = isNode(description) && isMap(description) ? description.get('name') : undefined;
  return typeof name === 'string' ? name : undefined;
}

/**
 * Returns the operations for which the contract names a requirement, directly or in a component that the operation refers
 * to. Returns an empty list if the contract names the requirement only for the interface as a whole.
 */
export function listOperationsWithRequirement(requirement: string): readonly OperationId[] {
  return [...(readOperations(readContract()).get(requirement) ?? [])];
}

const readOperations = memoize(({ document, operations }: Contract) => {
  const found = new Map<string, Set<OperationId>>();
  for (const { id, pointer } of Object.values(operations)) {
    for (const requirement of collectRequirementIds(document, follow(document, pointer))) {
      found.set(requirement, (found.get(requirement) ?? new Set()).add(id));
    }
  }
  return found;
});

function collectRequirementIds(document: JsonObject, start: Json | undefined): ReadonlySet<string> {
  const ids = new Set<string>();
  const visitedNodes = new Set<Json>();
  const walk = (node: Json | undefined): void => {
    if (node === undefined || visitedNodes.has(node)) return;
    if (isArray(node)) node.forEach(walk);
    if (!isObject(node)) return;
    visitedNodes.add(node);
    for (const id of readRequirementIds(node)) ids.add(id);
    if (typeof node['$ref'] === 'string') walk(follow(document, node['$ref']));
    for (const inner of Object.values(node)) walk(inner);
  };
  walk(start);
  return ids;
}
