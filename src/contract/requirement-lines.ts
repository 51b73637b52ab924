/** Finds the line of the contract that names a requirement, for links from reports. */
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit, type Pair } from 'yaml';
import { readContract } from './spec.ts';

/** The path of the contract in this repository, as reports show it. */
export const contractPath = 'openapi/distribution.yaml';

interface Place {
  readonly id: string;
  /** Counted from 1. */
  readonly line: number;
  /** The operation that contains the line; undefined in shared components. */
  readonly operation: string | undefined;
}

/** Caches the places by the contract's source text, because tests use several contracts. */
const placesBySource = new Map<string, readonly Place[]>();

/**
 * Returns the line of `openapi/distribution.yaml` that names a requirement, counted from 1: the line in the operation,
 * or else the first one. Returns undefined if the contract does not name the requirement.
 */
export function findRequirementLine(id: string, operation?: string): number | undefined {
  const { source } = readContract();
  const places = placesBySource.get(source) ?? findPlaces(source);
  placesBySource.set(source, places);
  const matches = places.filter((place) => place.id === id);
  return (matches.find((place) => place.operation === operation) ?? matches[0])?.line;
}

function findPlaces(source: string): Place[] {
  const lineCounter = new LineCounter();
  const document = parseDocument(source, { lineCounter });
  const places: Place[] = [];
  visit(document, {
    Pair: (_key, pair, ancestors) => {
      if (!hasKey(pair, 'x-requirements') || !isSeq(pair.value)) return;
      const operation = findOperationId(ancestors);
      for (const item of pair.value.items) {
        if (!isScalar(item) || typeof item.value !== 'string') continue;
        const { line } = lineCounter.linePos(item.range?.[0] ?? 0);
        places.push({ id: item.value, line, operation });
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
