/** Rules that a single request decides: route, key, labels, known fields (Endpoints, Authentication, Book). */
import {
  isArray,
  isObject,
  resolve,
  type Json,
  type JsonObject,
  follow,
} from '../../contract/json-pointer.ts';
import { type Call, requestJson } from './call.ts';
import { type RuleResult, failIf, failIfAny } from './caller-finding.ts';
import type { CallerMemory } from './caller-memory.ts';
import { readContract } from '../../contract/spec.ts';
import type { OperationId } from '../../contract/operations.ts';

/** Methods that a browser or an HTTP library sends by itself. */
const transportMethods = new Set(['OPTIONS', 'HEAD']);

/** Only the eleven endpoints are called. */
export function judgeRoute({ exchange: { request }, operation }: Call): RuleResult[] {
  if (request.toStorage || transportMethods.has(request.method)) return [];
  const [path = ''] = request.path.split('?');
  return [
    failIf('caller.calls-known-endpoints', operation === undefined, {
      expected: 'a method and path from the table of endpoints',
      actual: `${request.method} ${path}`,
    }),
  ];
}

/** An API key goes to the service with every call, and never to storage. */
export function judgeKey({ exchange: { request } }: Call, memory: CallerMemory): RuleResult[] {
  if (request.toStorage) {
    const filename = memory.filesByUrl.get(request.path)?.filename;
    return [
      failIf('caller.keeps-key-from-storage', request.headers['apikey'] !== undefined, {
        expected: 'no `apikey` header: the presigned URL carries the authorization',
        actual: `an \`apikey\` header${filename === undefined ? '' : ` with the bytes of ${filename}`}`,
      }),
    ];
  }
  return [
    failIf('caller.sends-key', request.key === 'none', {
      expected: 'an `apikey` header with the API key',
      actual: 'no key',
    }),
  ];
}

/** The media types that a file of each role may have (Endpoints, File guidance). */
const mediaTypesByRole: Readonly<Record<string, RegExp>> = {
  ebook_content: /epub/,
  ebook_cover: /^image\/(jpe?g|png)/,
  audio_content: /^(audio|video)\//,
  audio_cover: /^image\/(jpe?g|png)/,
  pod_content: /pdf/,
  pod_cover: /pdf|^image\//,
};

/** The media types of the name endings in the file guidance; other endings say nothing. */
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

/** JSON bodies and uploads carry a fitting Content-Type. */
export function judgeLabels(call: Call, memory: CallerMemory): RuleResult[] {
  const { request } = call.exchange;
  const type = (request.headers['content-type'] ?? '').toLowerCase();
  const actual = type === '' ? 'no Content-Type' : type;
  if (request.toStorage) {
    const { role = '', filename = '' } = memory.filesByUrl.get(request.path) ?? {};
    const ending = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase();
    const fits = [mediaTypesByRole[role] ?? /^[^/]+\/./, mediaTypesByExtension[ending] ?? /^/];
    const fileDescription = [role, filename].filter((part) => part !== '').join(' ');
    const expected = `a Content-Type for the type of the file${fileDescription === '' ? '' : ` (${fileDescription})`}`;
    const isWrong = !fits.every((pattern) => pattern.test(type));
    return [failIf('caller.labels-upload', isWrong, { expected, actual })];
  }
  const { kind } = request.body;
  if (kind !== 'json' && kind !== 'text') return [];
  const isJson = kind === 'json' && /^application\/([\w.-]+\+)?json\b/.test(type);
  const expected = 'JSON, with Content-Type: application/json';
  const form = kind === 'text' ? `a body that is not JSON, with ${actual}` : actual;
  return [failIf('caller.labels-json', !isJson, { expected, actual: form })];
}

/** Bodies and queries name only what the document names. */
export function judgeFields(call: Call): RuleResult[] {
  const { operation, query } = call;
  const body = requestJson(call);
  if (operation === undefined || (body === undefined && query.size === 0)) return [];
  const unknown = [
    ...listUnknownFields(operation, body),
    ...listUnknownParameters(operation, query),
  ];
  const expected = 'only fields and parameters that the document names for this call';
  return [failIfAny('caller.sends-known-fields', unknown, expected)];
}

const rolePrefixes: Readonly<Record<string, string>> = {
  ebook: 'ebook_',
  audio: 'audio_',
  print: 'pod_',
};

/** Roles in an upload request fit the format of the book, or each other if it is not known. */
export function judgeRoles(call: Call, memory: CallerMemory): RuleResult[] {
  const body = requestJson(call);
  if (call.operation !== 'requestUploads' || !isArray(body)) return [];
  const roles = body.flatMap((descriptor) =>
    isObject(descriptor) && typeof descriptor['role'] === 'string' ? [descriptor['role']] : [],
  );
  const [first = ''] = roles;
  const format = memory.formatOfBook.get(call.bookId ?? '');
  const prefix = rolePrefixes[format ?? ''] ?? first.slice(0, first.indexOf('_') + 1);
  const unfit = roles.filter((role) => !role.startsWith(prefix));
  const why = format === undefined ? '' : `, since the format is ${format}`;
  const expected = `roles that start with \`${prefix}\`${why}`;
  return roles.length === 0 ? [] : [failIfAny('caller.roles-fit-format', unfit, expected)];
}

/** Returns JSON pointers of the fields of a body that the schema of the operation does not have. */
function listUnknownFields(operation: OperationId, body: unknown): string[] {
  const pointer = readContract().operations[operation].body?.content['application/json'];
  if (pointer === undefined) return [];
  return [...findUnknownFields(body, pointer, '')].slice(0, 10);
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
  // An object whose properties the document does not show may hold anything.
  if (!isObject(properties)) return;
  for (const [name, propertyValue] of Object.entries(value)) {
    if (!Object.hasOwn(properties, name)) yield `${path}/${name}`;
    else
      yield* findUnknownFields(
        propertyValue,
        `${schema.pointer}/properties/${name}`,
        `${path}/${name}`,
      );
  }
}

/** Of several alternatives, uses the one that has most fields of the value. */
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
  const all = schema.alternatives.map((_, index) => [
    ...findUnknownFields(value, `${schema.pointer}/${keyword}/${index}`, path),
  ]);
  yield* all.toSorted((fields, otherFields) => fields.length - otherFields.length)[0] ?? [];
}
