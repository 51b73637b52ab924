/** The lines of the contract that name each requirement, for links from reports. */
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit, type Pair } from 'yaml';
import { readContract } from './spec.ts';

/** The path of the contract in this repository, as reports show it. */
export const contractPath = 'openapi/distribution.yaml';

interface Place {
  readonly id: string;
  /** Counted from 1. */
  readonly line: number;
  /** The operation whose `x-requirements` names it; undefined in shared components. */
  readonly operation: string | undefined;
}

/** Cached by the contract's source text. */
const placesBySource = new Map<string, readonly Place[]>();

/**
 * Returns the line of `openapi/distribution.yaml` that names a requirement, counted from 1. Prefers the
 * line under `operation`; otherwise returns the first. Returns undefined if the contract does not name it.
 */
export function findRequirementLine(id: string, operation?: string): number | undefined {
  const { source } = readContract();
  const places = placesBySource.get(source) ?? findPlaces(source);
  placesBySource.set(source, places);
  const matching = places.filter((place) => place.id === id);
  return (matching.find((place) => place.operation === operation) ?? matching[0])?.line;
}

function findPlaces(source: string): Place[] {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines });
  const found: Place[] = [];
  visit(document, {
    Pair: (_key, pair, ancestors) => {
      if (!hasKey(pair, 'x-requirements') || !isSeq(pair.value)) return;
      const operation = findOperationId(ancestors);
      for (const item of pair.value.items) {
        if (!isScalar(item) || typeof item.value !== 'string') continue;
        const { line } = lines.linePos(item.range?.[0] ?? 0);
        found.push({ id: item.value, line, operation });
      }
    },
  });
  return found;
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
