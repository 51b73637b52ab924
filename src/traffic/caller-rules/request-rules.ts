/** Rules that a single request can break: route, key, content types, known fields (Endpoints, Authentication, Book). */
import { readFields } from '../../contract/fields.ts';
import {
  isArray,
  isObject,
  resolve,
  type Json,
  type JsonObject,
  follow,
} from '../../contract/json-pointer.ts';
import { type CallerCall, getJson, type RuleResult, failIf, failIfAny } from './call.ts';
import type { CallerMemory, GrantedFile } from './caller-memory.ts';
import { readContract } from '../../contract/spec.ts';
import type { OperationId } from '../../contract/operations.ts';

/** Methods that a browser or an HTTP library sends on its own. */
const transportMethods = new Set(['OPTIONS', 'HEAD']);

/** Only the eleven endpoints are called. */
export function judgeRoute({ exchange: { request }, operation }: CallerCall): RuleResult[] {
  if (request.toStorage || transportMethods.has(request.method)) return [];
  const [path = ''] = request.path.split('?');
  return [
    failIf('caller.calls-known-endpoints', operation === undefined, {
      expected: 'a method and path from the table of endpoints',
      actual: `${request.method} ${path}`,
    }),
  ];
}

/** Every call to the service has the API key, and no upload has it. */
export function judgeKey({ exchange: { request } }: CallerCall, memory: CallerMemory) {
  const { keyHeader } = readContract();
  if (request.toStorage) {
    const filename = memory.filesByUrl.get(request.urlDigest ?? '')?.filename;
    return [
      failIf('caller.keeps-key-from-storage', request.headers[keyHeader] !== undefined, {
        expected: `no \`${keyHeader}\` header: the presigned URL carries the authorization`,
        actual: `\`${keyHeader}\`${filename === undefined ? '' : ` with the bytes of ${filename}`}`,
      }),
    ];
  }
  return [
    failIf('caller.sends-key', request.key === 'none', {
      expected: `the API key in the header \`${keyHeader}\``,
      actual: 'no key',
    }),
  ];
}

const mediaTypesByRole: Readonly<Record<string, RegExp>> = {
  ebook_content: /epub/,
  ebook_cover: /^image\/(jpe?g|png)/,
  audio_content: /^(audio|video)\//,
  audio_cover: /^image\/(jpe?g|png)/,
  pod_content: /pdf/,
  pod_cover: /pdf|^image\//,
};

const mediaTypesByExtension: Readonly<Record<string, RegExp>> = {
  epub: /epub/,
  jpg: /^image\/jpe?g/,
  jpeg: /^image\/jpe?g/,
  png: /^image\/png/,
  pdf: /pdf/,
  mp3: /^audio\/(mpeg|mp3|x-mp3)/,
  m4a: /^(audio|video)\/(mp4|m4a|x-m4a|aac)/,
  m4b: /^(audio|video)\/(mp4|m4b|x-m4b|m4a|x-m4a|aac)/,
};

/** JSON bodies and uploads have the Content-Type of their content. */
export function judgeContentType({ exchange }: CallerCall, memory: CallerMemory): RuleResult[] {
  const { request } = exchange;
  const type = (request.headers['content-type'] ?? '').toLowerCase();
  if (!request.toStorage) return judgeJsonType(request.body.kind, type);
  return [judgeUploadType(memory.filesByUrl.get(request.urlDigest ?? ''), type)];
}

function judgeUploadType(file: GrantedFile | undefined, type: string): RuleResult {
  const { role = '', filename = '' } = file ?? {};
  const extension = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase();
  // Any media type fits an unknown role or extension.
  const rolePattern = mediaTypesByRole[role] ?? /^[^/]+\/./;
  const extensionPattern = mediaTypesByExtension[extension] ?? /^/;
  const facts = [role && `role ${role}`, filename && `filename ${filename}`].filter(Boolean);
  const expected = `a Content-Type for the type of the file${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
  const isWrong = !rolePattern.test(type) || !extensionPattern.test(type);
  return failIf('caller.labels-upload', isWrong, { expected, actual: describeType(type) });
}

function judgeJsonType(kind: CallerCall['exchange']['request']['body']['kind'], type: string) {
  if (kind !== 'json' && kind !== 'text') return [];
  const actual = describeType(type);
  const isJson = kind === 'json' && /^application\/([\w.-]+\+)?json\b/.test(type);
  const expected = 'JSON, with Content-Type: application/json';
  const actualBody = kind === 'text' ? `a body that is not JSON, with ${actual}` : actual;
  return [failIf('caller.labels-json', !isJson, { expected, actual: actualBody })];
}

function describeType(type: string): string {
  return type === '' ? 'no Content-Type' : type;
}

/** Bodies and queries contain only fields and parameters that the document names. */
export function judgeFields(call: CallerCall): RuleResult[] {
  const { operation, query } = call;
  const body = getJson(call);
  if (operation === undefined || (body === undefined && query.size === 0)) return [];
  const unknownFields = listUnknownFields(operation, body);
  const unknownNames = [...unknownFields, ...listUnknownParameters(operation, query)];
  const expected = 'only fields and parameters that the document names for this call';
  return [failIfAny('caller.sends-known-fields', unknownNames, expected)];
}

/** Roles in an upload request fit the format of the book; if the format is unknown, the roles fit each other. */
export function judgeRoles(call: CallerCall, memory: CallerMemory): RuleResult[] {
  const body = getJson(call);
  if (call.operation !== 'requestUploads' || !isArray(body)) return [];
  const roles = body.flatMap((descriptor) =>
    isObject(descriptor) && typeof descriptor['role'] === 'string' ? [descriptor['role']] : [],
  );
  const [first = ''] = roles;
  const format = memory.formatsByBookId.get(call.bookId ?? '');
  const prefix = readFields().rolePrefixes[format ?? ''] ?? first.slice(0, first.indexOf('_') + 1);
  const unfitRoles = roles.filter((role) => !role.startsWith(prefix));
  const reason = format === undefined ? '' : `, since the format is ${format}`;
  const expected = `roles that start with \`${prefix}\`${reason}`;
  return roles.length === 0 ? [] : [failIfAny('caller.roles-fit-format', unfitRoles, expected)];
}

const maxFields = 10;

/** Returns JSON pointers of the body's fields that the schema of the operation does not have. */
function listUnknownFields(operation: OperationId, body: unknown): string[] {
  const pointer = readContract().operations[operation].body?.content['application/json'];
  if (pointer === undefined) return [];
  return [...findUnknownFields(body, pointer, '')].slice(0, maxFields);
}

/** Returns query parameters that the contract does not have, as `?name`. */
function listUnknownParameters(operation: OperationId, query: URLSearchParams): string[] {
  const knownParameters = readContract().operations[operation].parameters.filter(
    (parameter) => parameter.in === 'query',
  );
  return [...new Set(query.keys())]
    .filter((name) => !knownParameters.some((parameter) => parameter.name === name))
    .map((name) => `?${name}`);
}

function* findUnknownFields(value: unknown, pointer: string, path: string): Generator<string> {
  const { document } = readContract();
  const schema = resolve(document, follow(document, pointer), pointer);
  if (schema === undefined) return;
  if (isArray(value)) {
    for (const [index, element] of value.entries()) {
      yield* findUnknownFields(element, `${schema.pointer}/items`, `${path}/${index}`);
    }
  }
  if (isObject(value)) yield* findUnknownProperties(value, schema, path);
}

function* findUnknownProperties(
  value: JsonObject,
  schema: { readonly node: JsonObject; readonly pointer: string },
  path: string,
): Generator<string> {
  const alternatives = schema.node['oneOf'] ?? schema.node['anyOf'];
  if (isArray(alternatives)) {
    yield* findInBestAlternative(value, { ...schema, alternatives }, path);
    return;
  }
  const { properties } = schema.node;
  // An object whose properties the document does not show may hold any.
  if (!isObject(properties)) return;
  for (const [name, propertyValue] of Object.entries(value)) {
    const [pointer, propertyPath] = [`${schema.pointer}/properties/${name}`, `${path}/${name}`];
    if (!Object.hasOwn(properties, name)) yield propertyPath;
    else yield* findUnknownFields(propertyValue, pointer, propertyPath);
  }
}

/** Compares the value with each alternative; yields the unknown fields of the best alternative, which has the fewest. */
function* findInBestAlternative(
  value: JsonObject,
  schema: {
    readonly node: JsonObject;
    readonly pointer: string;
    readonly alternatives: readonly Json[];
  },
  path: string,
): Generator<string> {
  const keyword = schema.node['oneOf'] === undefined ? 'anyOf' : 'oneOf';
  const candidates = schema.alternatives.map((_, index) => [
    ...findUnknownFields(value, `${schema.pointer}/${keyword}/${index}`, path),
  ]);
  const [best = []] = candidates.toSorted((fields, others) => fields.length - others.length);
  yield* best;
}
