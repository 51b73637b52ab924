/** Keeps what exchanges have not shown yet of the parts of a contract. */
import { memoize } from '../../contract/memoize.ts';
import type { ContractPart, Need, SchemaParts } from '../../contract/parts/index.ts';

export interface Checklist {
  /** What is missing, for each part that is not checked. */
  readonly missing: ReadonlyMap<ContractPart, ReadonlySet<Need>>;
  readonly isMissing: (part: ContractPart | undefined, need: Need) => boolean;
  readonly see: (part: ContractPart | undefined, need: Need) => void;
  /** Returns whether everything in a schema is checked. Once it is, it stays so. */
  readonly isSettled: (schema: SchemaParts) => boolean;
}

export function createChecklist(parts: readonly ContractPart[]): Checklist {
  const missing = new Map(parts.map((part) => [part, new Set(part.needs)]));
  const settled = new Set<SchemaParts>();
  const isChecked = (part: ContractPart): boolean => !missing.has(part);
  const isSettled = (schema: SchemaParts): boolean => {
    if (settled.has(schema)) return true;
    const { parts: ownParts, inner } = listContents(schema);
    // A schema that contains itself is never settled, which only costs time.
    const isDone = ownParts.every(isChecked) && inner.every((one) => settled.has(one));
    if (isDone) settled.add(schema);
    return isDone;
  };
  return {
    missing,
    isMissing: (part, need) => part !== undefined && missing.get(part)?.has(need) === true,
    see: (part, need) => {
      const needs = part === undefined ? undefined : missing.get(part);
      if (part === undefined || needs?.delete(need) !== true) return;
      if (needs.size === 0) missing.delete(part);
    },
    isSettled,
  };
}

interface Contents {
  readonly parts: readonly ContractPart[];
  readonly inner: readonly SchemaParts[];
}

const listContents = memoize(collectContents);

function collectContents(schema: SchemaParts): Contents {
  const { constraints, presences, items, alternatives, allOf, condition } = schema;
  const properties = [...schema.properties.values()];
  return {
    parts: [
      ...constraints,
      ...presences,
      ...properties.flatMap(({ part }) => part ?? []),
      ...alternatives.map(({ part }) => part),
      ...(condition?.constraints ?? []),
    ],
    inner: [
      ...properties.map((property) => property.schema),
      ...alternatives.map((alternative) => alternative.schema),
      ...allOf,
      ...[items, condition?.whenTrue, condition?.whenFalse].flatMap((one) => one ?? []),
    ],
  };
}
