/** The operations at which the contract names each requirement. */
import {
  follow,
  isArray,
  isObject,
  readRequirementIds,
  type Json,
  type JsonObject,
} from './json-pointer.ts';
import { operationIds, type OperationId } from './operations.ts';
import { readContract } from './spec.ts';

type Places = ReadonlyMap<string, ReadonlySet<OperationId>>;

const placesByDocument = new WeakMap<JsonObject, Places>();

/**
 * Returns the operations whose calls can show a requirement: the contract names it there, or in a
 * component that the operation refers to. Empty if it names it for the interface as a whole.
 */
export function listOperationsNaming(requirement: string): readonly OperationId[] {
  const { document } = readContract();
  const places = placesByDocument.get(document) ?? findPlaces(document);
  placesByDocument.set(document, places);
  return [...(places.get(requirement) ?? [])];
}

function findPlaces(document: JsonObject): Places {
  const places = new Map<string, Set<OperationId>>();
  const paths = isObject(document['paths']) ? Object.values(document['paths']) : [];
  for (const node of paths.flatMap((item) => (isObject(item) ? Object.values(item) : []))) {
    const id =
      isObject(node) && operationIds.find((operationId) => operationId === node['operationId']);
    if (!id) continue;
    for (const requirement of collectRequirementIds(document, node)) {
      places.set(requirement, (places.get(requirement) ?? new Set()).add(id));
    }
  }
  return places;
}

/** Returns every requirement id below a node, through its references. */
function collectRequirementIds(document: JsonObject, start: Json): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<Json>();
  const walk = (node: Json | undefined): void => {
    if (node === undefined || seen.has(node)) return;
    if (isArray(node)) node.forEach(walk);
    if (!isObject(node)) return;
    seen.add(node);
    for (const id of readRequirementIds(node)) found.add(id);
    if (typeof node['$ref'] === 'string') walk(follow(document, node['$ref']));
    for (const inner of Object.values(node)) walk(inner);
  };
  walk(start);
  return found;
}
