/** Lists the parts of the operations of a contract: parameters, request bodies and responses. */
import { escape, isArray, isObject, resolve, type JsonObject } from '../json-pointer.ts';
import { httpMethods, operationIds, type OperationId } from '../operations.ts';
import { listContent, type ContentParts, type PartTools, type Target } from './content-parts.ts';
import type { ContractPart } from './part.ts';
import { listParameters, type ParameterParts } from './parameter-parts.ts';

/** The parts of an operation that this version knows. */
export interface OperationParts {
  readonly operation: ContractPart;
  readonly security: ContractPart;
  readonly parameters: readonly ParameterParts[];
  /** The part of a required body. */
  readonly requiredBody: ContractPart | undefined;
  /** By media type, such as `application/json` or `*\/*`. */
  readonly requestContent: ReadonlyMap<string, ContentParts>;
  /** By status, as written in the contract. */
  readonly responses: ReadonlyMap<string, ResponseParts>;
}

export interface ResponseParts {
  readonly part: ContractPart;
  readonly content: ReadonlyMap<string, ContentParts>;
}

/** Where an operation is in the contract. */
interface Place {
  readonly pointer: string;
  /** The method and path, such as `GET /books`. */
  readonly name: string;
  readonly node: JsonObject;
  readonly item: JsonObject;
}

/** Lists the operations. Of one that this version does not know, only the operation itself is a part. */
export function listOperations(tools: PartTools): ReadonlyMap<OperationId, OperationParts> {
  const { paths } = tools.document;
  const operations = new Map<OperationId, OperationParts>();
  for (const [path, item] of Object.entries(isObject(paths) ? paths : {})) {
    for (const method of httpMethods) {
      const node = isObject(item) ? item[method] : undefined;
      if (!isObject(item) || !isObject(node)) continue;
      const id = operationIds.find((operationId) => operationId === node['operationId']);
      const pointer = `#/paths/${escape(path)}/${method}`;
      const place = { pointer, name: `${method.toUpperCase()} ${path}`, node, item };
      const operation = tools.add(createOperationPart(place, id !== undefined));
      if (id !== undefined) operations.set(id, listOperation(operation, place, tools));
    }
  }
  return operations;
}

function createOperationPart({ pointer, name }: Place, isKnown: boolean): ContractPart {
  const needs = [isKnown ? 'sent' : 'a check'] as const;
  return { pointer, name, kind: 'operation', side: 'request', identity: pointer, needs };
}

function listOperation(operation: ContractPart, place: Place, tools: PartTools): OperationParts {
  const { node, item, pointer } = place;
  const pathPointer = pointer.slice(0, pointer.lastIndexOf('/'));
  const body = resolve(tools.document, node['requestBody'], `${pointer}/requestBody`);
  return {
    operation,
    security: tools.add(createSecurityPart(place, tools.document)),
    parameters: [
      ...listParameters(item['parameters'], `${pathPointer}/parameters`, { operation, tools }),
      ...listParameters(node['parameters'], `${pointer}/parameters`, { operation, tools }),
    ],
    requiredBody:
      body?.node['required'] === true
        ? tools.add({
            pointer: `${body.pointer}/required`,
            name: `${place.name}: the body is required`,
            kind: 'constraint',
            side: 'request',
            identity: `${body.pointer}/required`,
            needs: ['accepted', 'refused'],
          })
        : undefined,
    requestContent:
      body === undefined
        ? new Map()
        : listContent(body, { side: 'request', owner: place.name }, tools),
    responses: listResponses(place, tools),
  };
}

function createSecurityPart({ pointer, name, node }: Place, document: JsonObject): ContractPart {
  const own = node['security'];
  const security = own ?? document['security'];
  const needsKey = isArray(security) && security.length > 0;
  return {
    pointer: own === undefined ? '#/security' : `${pointer}/security`,
    name: `${name}: ${needsKey ? 'needs a key' : 'takes no key'}`,
    kind: 'security',
    side: 'request',
    identity: `${pointer}/security ${needsKey}`,
    needs: needsKey ? ['accepted', 'refused'] : ['accepted'],
  };
}

function listResponses(
  { node, pointer, name }: Place,
  tools: PartTools,
): ReadonlyMap<string, ResponseParts> {
  const responses = isObject(node['responses']) ? node['responses'] : {};
  return new Map(
    Object.entries(responses).flatMap(([status, entry]): [string, ResponseParts][] => {
      const place = `${pointer}/responses/${escape(status)}`;
      const target = resolve(tools.document, entry, place);
      if (target === undefined) return [];
      const part = tools.add({
        pointer: place,
        name: `${name}: status ${status}`,
        kind: status.startsWith('2') ? 'success status' : 'status',
        side: 'response',
        identity: place,
        needs: ['shown'],
      });
      const isShared = target.pointer !== place;
      const owner = isShared ? `response ${target.pointer.split('/').at(-1)}` : part.name;
      addHeaders(target, owner, tools);
      return [[status, { part, content: listContent(target, { side: 'response', owner }, tools) }]];
    }),
  );
}

function addHeaders({ node, pointer }: Target, owner: string, { add }: PartTools): void {
  for (const header of Object.keys(isObject(node['headers']) ? node['headers'] : {})) {
    const place = `${pointer}/headers/${escape(header)}`;
    add({
      pointer: place,
      name: `${owner}, header ${header}`,
      kind: 'header',
      side: 'response',
      identity: place,
      needs: ['a check'],
    });
  }
}
