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
import { type Exchange, readMediaType } from '../../../src/monitor/index.ts';
import type { Alteration } from './alterations.ts';

/**
 * Returns why an altered value is as good: the `x-any-value` or `x-not-shown` of its place or of a place around it, an
 * optional key that is left out, or another case that means nothing.
 */
export function findReason(
  document: JsonObject,
  { operation, response }: Pick<Exchange, 'operation' | 'response'>,
  { pointer, kind }: Pick<Alteration, 'pointer' | 'kind'>,
): string | undefined {
  const keys = pointer.split('/').slice(1);
  const places = listResponses(document, operation, String(response.status));
  const schemas = places.flatMap((place) => listSchemas(document, place, readMediaType(response)));
  const [reason] = [
    ...places.flatMap((place) => readReasons(follow(document, place))),
    ...schemas.flatMap((schema) => collectReasons({ document, kind }, schema, keys)),
  ];
  return reason ?? (schemas.length === 0 ? 'The contract describes no body.' : undefined);
}

/** @param kind the kind of the alteration, if the node is its place */
function readReasons(node: Json | undefined, kind = ''): string[] {
  if (!isObject(node)) return [];
  const { 'x-any-value': reasons, 'x-not-shown': isHidden } = node;
  const reason = isObject(reasons) ? reasons[kind] : reasons;
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

/** Returns the pointers of the schemas of a response: that of its media type, or all if the contract does not have it. */
function listSchemas(document: JsonObject, response: string, mediaType: string): string[] {
  const content = follow(document, `${response}/content`);
  const types = Object.keys(isObject(content) ? content : {});
  return (types.includes(mediaType) ? [mediaType] : types).map(
    (type) => `${response}/content/${escape(type)}/schema`,
  );
}

interface Context {
  readonly document: JsonObject;
  readonly kind: string;
}

function collectReasons(context: Context, place: string, keys: readonly string[]): string[] {
  const { document, kind } = context;
  const { schema, pointer } = resolveSchema(document, place);
  const alternatives = (['anyOf', 'oneOf', 'allOf'] as const).flatMap((keyword) =>
    (isArray(schema[keyword]) ? schema[keyword] : []).map(
      (_: Json, at: number) => `${keyword}/${at}`,
    ),
  );
  const [key, ...rest] = keys;
  const below = key === undefined ? undefined : findChild(schema, key);
  const { format, required } = schema;
  const isName = format === 'uuid';
  const isOptional =
    rest.length === 0 &&
    below?.startsWith('properties') === true &&
    !(isArray(required) && required.includes(key ?? ''));
  return [
    ...readReasons(schema, keys.length === 0 ? kind : ''),
    ...(kind === 'other case' && keys.length === 0 && isName
      ? ['The case of such a value means nothing.']
      : []),
    ...(kind === 'key left out' && isOptional ? ['The contract does not require the key.'] : []),
    ...alternatives.flatMap((end) => collectReasons(context, `${pointer}/${end}`, keys)),
    ...(below === undefined ? [] : collectReasons(context, `${pointer}/${below}`, rest)),
  ];
}

function findChild({ properties, items }: JsonObject, key: string): string | undefined {
  if (isObject(properties) && Object.hasOwn(properties, key)) return `properties/${escape(key)}`;
  return isObject(items) && /^\d+$/.test(key) ? 'items' : undefined;
}
