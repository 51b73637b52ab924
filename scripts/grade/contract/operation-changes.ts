/** Changes of operations: paths, methods, keys, and operations that are added or removed. */
import { isObject, type Json, type JsonObject } from '../../../src/contract/json-pointer.ts';
import type { ContractChange } from './contract-change.ts';
import { child, editAt, omitKeys, renameKey } from './edits.ts';
import type { OperationPlace } from './places.ts';

const sides = ['request'] as const;

/** Returns the changes of the operations and of what applies to all of them. */
export function listOperationChanges(
  document: JsonObject,
  operations: readonly OperationPlace[],
): ContractChange[] {
  return [
    ...[...new Set(operations.map(({ path }) => path))].flatMap(renamePath),
    ...operations.flatMap((operation) => [
      ...changeMethod(document, operation),
      removeOperation(operation),
      ...changeSecurity(operation),
    ]),
    ...addOperations(),
    ...changeKey(document),
    ...changeBasePath(document),
  ];
}

function describe({ method, path }: OperationPlace): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Renames the last literal segment of a path. */
function renamePath(path: string): ContractChange[] {
  const newPath = path.replace(/\/([\w-]+)((?:\/\{\w+\})*)$/, '/$1-probe$2');
  if (newPath === path) return [];
  return [
    {
      kind: 'path-renamed',
      pointer: child('/paths', path),
      aliases: [child('/paths', newPath)],
      sides,
      description: `${path} becomes ${newPath}`,
      apply: (document) => renameKey(document, '/paths', { from: path, to: newPath }),
    },
  ];
}

function changeMethod(document: JsonObject, operation: OperationPlace): ContractChange[] {
  const { pointer, path, method } = operation;
  const item = isObject(document['paths']) ? document['paths'][path] : undefined;
  const newMethod = ['put', 'post', 'patch'].find((name) => isObject(item) && !(name in item));
  if (newMethod === undefined) return [];
  return [
    {
      kind: 'method-changed',
      pointer,
      aliases: [child('/paths', path, newMethod)],
      sides,
      description: `${describe(operation)} becomes ${newMethod.toUpperCase()}`,
      apply: (before) => renameKey(before, child('/paths', path), { from: method, to: newMethod }),
    },
  ];
}

function removeOperation(operation: OperationPlace): ContractChange {
  return {
    kind: 'operation-removed',
    pointer: operation.pointer,
    sides,
    description: `no ${describe(operation)}`,
    apply: (document) => editAt(document, operation.pointer, () => undefined),
  };
}

/** Removes the key from an operation that needs it, and demands it from one that does not. */
function changeSecurity(operation: OperationPlace): ContractChange[] {
  const isKeyless = operation.node['security'] !== undefined;
  const pointer = child(operation.pointer, 'security');
  return [
    {
      kind: isKeyless ? 'security-added' : 'security-removed',
      pointer,
      sides,
      description: `${describe(operation)} needs ${isKeyless ? 'the' : 'no'} key`,
      apply: (document) => editAt(document, pointer, () => (isKeyless ? undefined : [])),
    },
  ];
}

/** Adds an operation at a new path, and one with a new method at a known path. */
function addOperations(): ContractChange[] {
  const added = [
    { path: '/books/{bookPublicId}/probe', method: 'get', id: 'probeBook' },
    { path: '/books/{bookPublicId}', method: 'put', id: 'replaceBook' },
  ];
  return added.map(({ path, method, id }) => {
    const pointer = child('/paths', path, method);
    return {
      kind: 'operation-added',
      pointer,
      sides: ['request', 'response'],
      description: `another operation ${method.toUpperCase()} ${path}`,
      apply: (document) => editAt(document, pointer, () => createOperation(id)),
    };
  });
}

function createOperation(operationId: string): Json {
  const bookId = { $ref: '#/components/parameters/BookPublicId' };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } };
  const ok = { description: 'The book.', content };
  return { operationId, parameters: [bookId], responses: { '200': ok } };
}

/** Renames the header of each API key, and moves the key to the query. */
function changeKey(document: JsonObject): ContractChange[] {
  const { components } = document;
  const schemes = isObject(components) ? components['securitySchemes'] : undefined;
  return Object.entries(isObject(schemes) ? schemes : {}).flatMap(([id, scheme]) => {
    if (!isObject(scheme) || typeof scheme['name'] !== 'string') return [];
    const pointer = child('/components/securitySchemes', id);
    const changeMember = (member: string, value: string, kind: string): ContractChange => ({
      kind,
      pointer: child(pointer, member),
      sides,
      description: `${id}: ${member} becomes ${value}`,
      apply: (before) => editAt(before, child(pointer, member), () => value),
    });
    return [
      changeMember('name', `x-${scheme['name']}`, 'key-header-renamed'),
      changeMember('in', 'query', 'key-moved'),
    ];
  });
}

/** Changes the path that all addresses of the service end with. */
function changeBasePath({ servers }: JsonObject): ContractChange[] {
  if (!Array.isArray(servers)) return [];
  const rename = (server: Json): Json =>
    isObject(server) && typeof server['url'] === 'string'
      ? { ...omitKeys(server, (key) => key === 'url'), url: server['url'].replace('/v2/', '/v3/') }
      : server;
  return [
    {
      kind: 'base-path-changed',
      pointer: '/servers',
      sides,
      description: 'all addresses contain /v3/ instead of /v2/',
      apply: (document) =>
        editAt(document, '/servers', (list) => (Array.isArray(list) ? list.map(rename) : list)),
    },
  ];
}
