/** Every name that the contract gives to a parameter, a property or a header. */
import { isArray, isObject, type Json } from './json-pointer.ts';
import { readContract, type Contract } from './spec.ts';

const cache = new WeakMap<Contract, ReadonlySet<string>>();

/** Returns the names of all parameters and properties, in requests and responses. */
export function readNames(contract: Contract = readContract()): ReadonlySet<string> {
  const names = cache.get(contract) ?? new Set(listNames(contract.document));
  cache.set(contract, names);
  return names;
}

function listNames(node: Json): string[] {
  if (isArray(node)) return node.flatMap(listNames);
  if (!isObject(node)) return [];
  const { name, in: place, properties } = node;
  return [
    ...(typeof name === 'string' && place !== undefined ? [name] : []),
    ...(isObject(properties) ? Object.keys(properties) : []),
    ...Object.values(node).flatMap(listNames),
  ];
}
