/** Reads from the contract which fields a create may have and which fields a book shows. */
import { follow, isArray, isObject } from '../contract/json-pointer.ts';
import { readContract } from '../contract/spec.ts';

interface SchemaFields {
  readonly all: readonly string[];
  readonly required: readonly string[];
}

export function readSchemaFields(schema: 'BookCreate' | 'BookAttributes'): SchemaFields {
  const node = follow(readContract().document, `#/components/schemas/${schema}`);
  const { properties, required } = isObject(node) ? node : {};
  return {
    all: isObject(properties) ? Object.keys(properties) : [],
    required: isArray(required) ? required.filter((name) => typeof name === 'string') : [],
  };
}
