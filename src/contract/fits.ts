/** Validates a hand-written value against a JSON Schema, and explains what does not fit in plain words. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { unescape } from './json-pointer.ts';

export interface SchemaError {
  /** Names from the top down to the value, or to the object that has too much or too little. */
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Returns everything that does not fit. The message for a place is "takes" and its `description`,
 * so write descriptions that complete this sentence.
 */
export function findSchemaErrors(schema: object, value: unknown): SchemaError[] {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'propertyNames')
    .map((error) => ({ path: getPath(error), message: describeError(error) }));
}

function getPath({ instancePath, params, propertyName }: ErrorObject): string[] {
  const names = instancePath.split('/').slice(1).map(unescape);
  const extra: unknown = Reflect.get(params, 'additionalProperty') ?? propertyName;
  return typeof extra === 'string' ? [...names, extra] : names;
}

function describeError({ keyword, params, parentSchema, message }: ErrorObject): string {
  if (keyword === 'additionalProperties') return 'is not known here';
  if (keyword === 'required') return `lacks "${String(Reflect.get(params, 'missingProperty'))}"`;
  const description: unknown = parentSchema?.['description'];
  return typeof description === 'string' ? `takes ${description}` : (message ?? 'does not fit');
}
