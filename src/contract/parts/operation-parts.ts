/** Lists the parts of the operations of a contract: parameters, request bodies and responses. */
import { escape, follow, isObject, type JsonObject } from '../json-pointer.ts';
import {
  type DocumentedResponse,
  httpMethods,
  type Operation,
  type OperationId,
} from '../operations.ts';
import type { Contract } from '../spec.ts';
import { listContent, type ContentParts, type PartTools } from './content-parts.ts';
import type { ContractPart } from './part.ts';
import { listParameter, type ParameterParts } from './parameter-parts.ts';

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

/** Lists the operations. Of one that this version does not know, only the operation itself is a part. */
export function listOperations(
  contract: Contract,
  tools: PartTools,
): ReadonlyMap<OperationId, OperationParts> {
  const { paths } = tools.document;
  const operations = new Map<OperationId, OperationParts>();
  for (const [path, item] of Object.entries(isObject(paths) ? paths : {})) {
    for (const method of httpMethods) {
      if (!isObject(item) || !isObject(item[method])) continue;
      const pointer = `#/paths/${escape(path)}/${method}`;
      const known = Object.values(contract.operations).find((one) => one.pointer === pointer);
      const part = tools.add({
        pointer,
        name: `${method.toUpperCase()} ${path}`,
        kind: 'operation',
        side: 'request',
        identity: pointer,
        needs: [known === undefined ? 'a check' : 'sent'],
      });
      if (known !== undefined) operations.set(known.id, listOperation(known, part, tools));
    }
  }
  return operations;
}

function listOperation(operation: Operation, part: ContractPart, tools: PartTools): OperationParts {
  const { body, parameters, responses } = operation;
  const security = tools.add(createSecurityPart(operation, part.name, tools.document));
  return {
    operation: part,
    security,
    parameters: parameters.map((parameter) => listParameter(parameter, part, tools)),
    requiredBody:
      body?.required === true
        ? tools.add({
            pointer: `${body.pointer}/required`,
            name: `${part.name}: the body is required`,
            kind: 'constraint',
            side: 'request',
            identity: `${body.pointer}/required`,
            needs: ['accepted', 'refused'],
          })
        : undefined,
    requestContent:
      body === undefined
        ? new Map()
        : listContent(body.pointer, { side: 'request', owner: part.name }, tools),
    responses: new Map(
      responses.map((response) => [response.status, listResponse(response, part, tools)]),
    ),
  };
}

function createSecurityPart(
  { pointer, needsKey }: Operation,
  name: string,
  document: JsonObject,
): ContractPart {
  const own = `${pointer}/security`;
  return {
    pointer: follow(document, own) === undefined ? '#/security' : own,
    name: `${name}: ${needsKey ? 'needs a key' : 'takes no key'}`,
    kind: 'security',
    side: 'request',
    identity: `${own} ${needsKey}`,
    needs: needsKey ? ['accepted', 'refused'] : ['accepted'],
  };
}

function listResponse(
  { status, pointer }: DocumentedResponse,
  operation: ContractPart,
  tools: PartTools,
): ResponseParts {
  const place = `${operation.pointer}/responses/${escape(status)}`;
  const part = tools.add({
    pointer: place,
    name: `${operation.name}: status ${status}`,
    kind: status.startsWith('2') ? 'success status' : 'status',
    side: 'response',
    identity: place,
    needs: ['shown'],
  });
  const owner = pointer === place ? part.name : `response ${pointer.split('/').at(-1)}`;
  addHeaders(pointer, owner, tools);
  return { part, content: listContent(pointer, { side: 'response', owner }, tools) };
}

function addHeaders(response: string, owner: string, { document, add }: PartTools): void {
  const headers = follow(document, `${response}/headers`);
  for (const header of Object.keys(isObject(headers) ? headers : {})) {
    const place = `${response}/headers/${escape(header)}`;
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
