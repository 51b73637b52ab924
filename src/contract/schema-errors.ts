/** Validates a hand-written value against a JSON Schema, and explains its errors in plain words. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { unescape } from './json-pointer.ts';

export interface SchemaError {
  /** The keys from the top to the invalid value, or to the object with an unknown or missing key. */
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Returns all errors. A message for a wrong value is "takes" with the `description` of its schema, so a description must
 * complete a sentence such as "takes a number of seconds".
 */
export function findSchemaErrors(schema: object, value: unknown): SchemaError[] {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return (
    (validate.errors ?? [])
      // Ajv reports an invalid name twice: this error repeats the one for the name itself.
      .filter(({ keyword }) => keyword !== 'propertyNames')
      .map((error) => ({ path: getPath(error), message: describeError(error) }))
  );
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
