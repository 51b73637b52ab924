/** An operation as the contract's text has it, with what the records leave out. */
import { escape, follow, isObject, type JsonObject } from '../contract/json-pointer.ts';
import type { Operation } from '../contract/operations.ts';
import { readContract } from '../contract/spec.ts';

/** The node of an operation. */
export function nodeOf({ path, method }: Pick<Operation, 'path' | 'method'>): JsonObject {
  const pointer = `#/paths/${escape(path)}/${method.toLowerCase()}`;
  const node = follow(readContract().document, pointer);
  if (!isObject(node)) throw new Error(`The contract has nothing at ${pointer}.`);
  return node;
}

/** A text of an operation, such as its summary. */
export function textOf(operation: Operation, key: 'summary' | 'description'): string {
  const text = nodeOf(operation)[key];
  if (typeof text !== 'string') throw new Error(`${operation.id} has no ${key}.`);
  return text;
}

/** The statuses that no sentence of the document gives, each with the silence that permits it. */
export function openStatuses(operation: Operation): readonly (readonly [string, string])[] {
  const open = nodeOf(operation)['x-open-statuses'];
  return Object.entries(isObject(open) ? open : {}).flatMap(([status, id]) =>
    typeof id === 'string' ? [[status, id]] : [],
  );
}
