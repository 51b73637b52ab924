/** Finds the reasons that the contract gives for values of responses that nothing can judge. */
import {
  follow,
  isArray,
  isObject,
  type Json,
  type JsonObject,
} from '../../../src/contract/json-pointer.ts';
import { resolveSchema } from '../../../src/contract/schema-nodes.ts';
import type { Exchange } from '../../../src/monitor/index.ts';

/**
 * Returns the `x-any-value` of a place in a response, or of a place around it.
 * @param pointer the JSON pointer of the place in the body
 */
export function findReason(
  document: JsonObject,
  { operation, response: { status } }: Pick<Exchange, 'operation' | 'response'>,
  pointer: string,
): string | undefined {
  const schemas = listSchemas(document, operation, String(status));
  return schemas
    .flatMap((schema) => collectReasons(document, schema, pointer.split('/').slice(1)))
    .at(0);
}

/** Returns the pointers of the schemas of a response, one for each media type. */
function listSchemas(
  document: JsonObject,
  operation: string | undefined,
  status: string,
): string[] {
  const { paths } = document;
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([method, node]) => {
      if (!isObject(node) || node['operationId'] !== operation) return [];
      const place = `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}/responses/${status}`;
      const content = follow(document, `${place}/content`);
      return Object.keys(isObject(content) ? content : {}).map(
        (type) => `${place}/content/${type.replaceAll('/', '~1')}/schema`,
      );
    }),
  );
}

function collectReasons(document: JsonObject, place: string, keys: readonly string[]): string[] {
  const { schema, pointer } = resolveSchema(document, place);
  const { 'x-any-value': own } = schema;
  const alternatives = (['anyOf', 'oneOf', 'allOf'] as const).flatMap((keyword) =>
    (isArray(schema[keyword]) ? schema[keyword] : []).map(
      (_: Json, at: number) => `${keyword}/${at}`,
    ),
  );
  const [key, ...rest] = keys;
  const below = key === undefined ? undefined : findChild(schema, key);
  return [
    ...(typeof own === 'string' ? [own] : []),
    ...alternatives.flatMap((end) => collectReasons(document, `${pointer}/${end}`, keys)),
    ...(below === undefined ? [] : collectReasons(document, `${pointer}/${below}`, rest)),
  ];
}

function findChild({ properties, items }: JsonObject, key: string): string | undefined {
  if (isObject(properties) && Object.hasOwn(properties, key)) return `properties/${key}`;
  return isObject(items) && /^\d+$/.test(key) ? 'items' : undefined;
}
