/** Finds the operations for which the contract names a requirement. */
import {
  follow,
  isArray,
  isObject,
  readRequirementIds,
  type Json,
  type JsonObject,
} from './json-pointer.ts';
import { memoize } from './memoize.ts';
import { operationIds, type OperationId } from './operations.ts';
import { readContract } from './spec.ts';

type Places = ReadonlyMap<string, ReadonlySet<OperationId>>;

const readPlaces = memoize(findPlaces);

/**
 * Returns the operations for which the contract names a requirement, directly or in a component that the operation refers
 * to. Returns an empty list if the contract names the requirement only for the interface as a whole.
 */
export function listOperationsWithRequirement(requirement: string): readonly OperationId[] {
  return [...(readPlaces(readContract().document).get(requirement) ?? [])];
}

function findPlaces(document: JsonObject): Places {
  const places = new Map<string, Set<OperationId>>();
  const paths = isObject(document['paths']) ? Object.values(document['paths']) : [];
  for (const node of paths.flatMap((item) => (isObject(item) ? Object.values(item) : []))) {
    const id = isObject(node) && operationIds.find((known) => known === node['operationId']);
    if (!id) continue;
    for (const requirement of collectRequirementIds(document, node)) {
      places.set(requirement, (places.get(requirement) ?? new Set()).add(id));
    }
  }
  return places;
}

function collectRequirementIds(document: JsonObject, start: Json): ReadonlySet<string> {
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
