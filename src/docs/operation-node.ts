/** Reads the node of an operation in the contract, for the facts that the parsed operation does not have. */
import { escape, follow, isObject, type JsonObject } from '../contract/json-pointer.ts';
import type { Operation } from '../contract/operations.ts';
import { readContract } from '../contract/spec.ts';

export function getOperationNode({ path, method }: Pick<Operation, 'path' | 'method'>): JsonObject {
  const pointer = `#/paths/${escape(path)}/${method.toLowerCase()}`;
  const node = follow(readContract().document, pointer);
  if (!isObject(node)) throw new Error(`The contract has nothing at ${pointer}.`);
  return node;
}

/** Returns the summary or the description of an operation. */
export function getOperationText(operation: Operation, key: 'summary' | 'description'): string {
  const text = getOperationNode(operation)[key];
  if (typeof text !== 'string') throw new Error(`${operation.id} has no ${key}.`);
  return text;
}

/** Returns the statuses that only a silence permits, each with the silence's id. */
export function listOpenStatuses(operation: Operation): readonly (readonly [string, string])[] {
  const statuses = getOperationNode(operation)['x-open-statuses'];
  return Object.entries(isObject(statuses) ? statuses : {}).flatMap(([status, id]) =>
    typeof id === 'string' ? [[status, id]] : [],
  );
}
