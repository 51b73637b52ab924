/** Changes of parameters, bodies and responses: their names, statuses and media types. */
import {
  follow,
  isArray,
  isObject,
  type Json,
  type JsonObject,
} from '../../../src/contract/json-pointer.ts';
import { describePlace } from '../../../src/contract/changes/index.ts';
import type { ContractChange } from './contract-change.ts';
import { child, editAt, renameKey } from './edits.ts';
import type { OperationPlace, Place } from './places.ts';

/** The status that replaces a documented one; another one if the operation already has it. */
const otherStatuses: Readonly<Record<string, readonly string[]>> = {
  '200': ['204'],
  '201': ['200'],
  '204': ['202'],
  '2XX': ['202'],
  default: ['202'],
  '400': ['406'],
  '401': ['403'],
  '404': ['410'],
  '409': ['423'],
  '422': ['400', '428'],
};

/** Returns the changes of the statuses of an operation. */
export function listStatusChanges({ pointer, node }: OperationPlace): ContractChange[] {
  const { responses } = node;
  if (!isObject(responses)) return [];
  const list = child(pointer, 'responses');
  const sides = ['response'] as const;
  return Object.keys(responses).flatMap((status): ContractChange[] => {
    const at = child(list, status);
    const removal: ContractChange = {
      kind: 'response-removed',
      pointer: at,
      sides,
      description: `${describePlace(at)} is removed`,
      apply: (document) => editAt(document, at, () => undefined),
    };
    const newStatus = otherStatuses[status]?.find((other) => !(other in responses));
    if (newStatus === undefined) return [removal];
    const change: ContractChange = {
      kind: /^[2d]/.test(status) ? 'success-status-changed' : 'refusal-status-changed',
      pointer: at,
      aliases: [child(list, newStatus)],
      sides,
      description: `${describePlace(at)} becomes ${newStatus}`,
      apply: (document) => renameKey(document, list, { from: status, to: newStatus }),
    };
    return [change, removal];
  });
}

/** Returns the changes of the media types of a request body or a response. */
export function listContentChanges({ pointer, node, sides }: Place): ContractChange[] {
  const { content } = node;
  const list = child(pointer, 'content');
  const common = { sides: [...sides] };
  const describe = (text: string): string => `${describePlace(pointer)}: ${text}`;
  if (!isObject(content)) {
    const schema = { type: 'object', required: ['probe'], properties: { probe: {} } };
    return [
      {
        ...common,
        kind: 'response-body-added',
        pointer: list,
        description: describe('a body is added'),
        apply: (document) => editAt(document, list, () => ({ 'application/json': { schema } })),
      },
    ];
  }
  const types = Object.keys(content);
  return types.flatMap((type): ContractChange[] => {
    const newType = 'application/vnd.probe+json';
    const change: ContractChange = {
      ...common,
      kind: 'media-type-changed',
      pointer: child(list, type),
      aliases: [child(list, newType)],
      description: describe(`${type} becomes ${newType}`),
      apply: (document) => renameKey(document, list, { from: type, to: newType }),
    };
    const removal: ContractChange = {
      ...common,
      kind: 'media-type-removed',
      pointer: child(list, type),
      description: describe(`no ${type}`),
      apply: (document) => editAt(document, child(list, type), () => undefined),
    };
    return types.length > 1 ? [change, removal] : [change];
  });
}

/** Returns the change of a request body from required to optional, or the other way round. */
export function listBodyChanges({ pointer, node }: Place): ContractChange[] {
  const isRequired = node['required'] === true;
  const at = child(pointer, 'required');
  return [
    {
      kind: isRequired ? 'body-made-optional' : 'body-made-required',
      pointer: at,
      sides: ['request'],
      description: `${describePlace(pointer)} is ${isRequired ? 'optional' : 'required'}`,
      apply: (document) => editAt(document, at, () => !isRequired),
    },
  ];
}

/** Returns the changes of a parameter: another name, and required instead of optional. */
export function listParameterChanges({ pointer, node }: Place): ContractChange[] {
  const { name, required } = node;
  if (typeof name !== 'string') return [];
  const sides = ['request'] as const;
  const renaming: ContractChange = {
    kind: 'parameter-renamed',
    pointer: child(pointer, 'name'),
    sides,
    description: `${describePlace(pointer)}: ${name} becomes probe`,
    apply: (document) =>
      renamePlaceholders(
        editAt(document, child(pointer, 'name'), () => 'probe'),
        name,
      ),
  };
  if (required === true) return [renaming];
  const at = child(pointer, 'required');
  return [
    renaming,
    {
      kind: 'parameter-made-required',
      pointer: at,
      sides,
      description: `${describePlace(pointer)}: ${name} is required`,
      apply: (document) => editAt(document, at, () => true),
    },
  ];
}

/** Renames the placeholders of a parameter in all paths. */
function renamePlaceholders(document: JsonObject, name: string): JsonObject {
  const { paths } = document;
  const entries = Object.entries(isObject(paths) ? paths : {});
  return {
    ...document,
    paths: Object.fromEntries(
      entries.map(([path, item]) => [path.replace(`{${name}}`, '{probe}'), item]),
    ),
  };
}

/** Returns the removals of parameters from paths and operations, and an additional parameter for each operation. */
export function listParameterLists(
  document: JsonObject,
  operations: readonly OperationPlace[],
): ContractChange[] {
  const lists = operations.flatMap(({ pointer, path }) => [
    child('/paths', path, 'parameters'),
    child(pointer, 'parameters'),
  ]);
  return [
    ...[...new Set(lists)].flatMap((list) => listRemovals(document, list)),
    ...operations.filter(({ node }) => node['x-storage'] !== true).map(addParameter),
  ];
}

function listRemovals(document: JsonObject, list: string): ContractChange[] {
  const parameters = follow(document, list);
  if (!isArray(parameters)) return [];
  return parameters.map((_, index) => {
    const pointer = child(list, index);
    const name = follow(document, child(pointer, 'name'));
    return {
      kind: 'parameter-removed',
      pointer,
      sides: ['request'],
      description: `${describePlace(list)}: no ${JSON.stringify(name)}`,
      apply: (before) => editAt(before, pointer, () => undefined),
    };
  });
}

function addParameter({ pointer, node, method, path }: OperationPlace): ContractChange {
  const parameters: readonly Json[] = isArray(node['parameters']) ? node['parameters'] : [];
  const at = child(pointer, 'parameters');
  const parameter = { name: 'probe', in: 'query', schema: { type: 'string' } };
  return {
    kind: 'parameter-added',
    pointer: child(at, parameters.length),
    sides: ['request'],
    description: `${method.toUpperCase()} ${path}: an optional query parameter`,
    apply: (document) => editAt(document, at, () => [...parameters, parameter]),
  };
}
