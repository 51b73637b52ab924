/** Finds the reasons that the contract gives for values of responses that nothing can judge. */
import {
  escape,
  follow,
  isArray,
  isObject,
  type Json,
  type JsonObject,
} from '../../../src/contract/json-pointer.ts';
import { resolveSchema } from '../../../src/contract/schema-nodes.ts';
import type { Exchange } from '../../../src/monitor/index.ts';

/**
 * Returns the reason of a place in a response, or of a place around it: its `x-any-value`, or its `x-not-shown`.
 * @param pointer the JSON pointer of the place in the body
 */
export function findReason(
  document: JsonObject,
  { operation, response: { status } }: Pick<Exchange, 'operation' | 'response'>,
  pointer: string,
): string | undefined {
  const keys = pointer.split('/').slice(1);
  return listResponses(document, operation, String(status))
    .flatMap((response) => [
      ...readReasons(follow(document, response)),
      ...listSchemas(document, response).flatMap((schema) =>
        collectReasons(document, schema, keys),
      ),
    ])
    .at(0);
}

function readReasons(node: Json | undefined): string[] {
  if (!isObject(node)) return [];
  const { 'x-any-value': reason, 'x-not-shown': isHidden } = node;
  if (typeof reason === 'string') return [reason];
  return isHidden === true ? ['The document does not show this value.'] : [];
}

/** Returns the pointers of the responses of an operation with a status. */
function listResponses(
  document: JsonObject,
  operation: string | undefined,
  status: string,
): string[] {
  const { paths } = document;
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([method, node]) => {
      if (!isObject(node) || node['operationId'] !== operation) return [];
      const place = `#/paths/${escape(path)}/${method}/responses/${status}`;
      const response = follow(document, place);
      return [
        isObject(response) && typeof response['$ref'] === 'string' ? response['$ref'] : place,
      ];
    }),
  );
}

/** Returns the pointers of the schemas of a response, one for each media type. */
function listSchemas(document: JsonObject, response: string): string[] {
  const content = follow(document, `${response}/content`);
  return Object.keys(isObject(content) ? content : {}).map(
    (type) => `${response}/content/${escape(type)}/schema`,
  );
}

function collectReasons(document: JsonObject, place: string, keys: readonly string[]): string[] {
  const { schema, pointer } = resolveSchema(document, place);
  const alternatives = (['anyOf', 'oneOf', 'allOf'] as const).flatMap((keyword) =>
    (isArray(schema[keyword]) ? schema[keyword] : []).map(
      (_: Json, at: number) => `${keyword}/${at}`,
    ),
  );
  const [key, ...rest] = keys;
  const below = key === undefined ? undefined : findChild(schema, key);
  return [
    ...readReasons(schema),
    ...alternatives.flatMap((end) => collectReasons(document, `${pointer}/${end}`, keys)),
    ...(below === undefined ? [] : collectReasons(document, `${pointer}/${below}`, rest)),
  ];
}

function findChild({ properties, items }: JsonObject, key: string): string | undefined {
  if (isObject(properties) && Object.hasOwn(properties, key)) return `properties/${key}`;
  return isObject(items) && /^\d+$/.test(key) ? 'items' : undefined;
}
