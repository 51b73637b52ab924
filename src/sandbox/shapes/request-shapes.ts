/** Reads requests by the schemas of the contract. */
import type { OperationId } from '../../contract/operations.ts';
import {
  getBodySchema,
  readRequestBody,
  readRequestParameter,
  type ParameterReading,
  type RequestReading,
} from '../../contract/requests/index.ts';
import { createNode } from '../../contract/schema-nodes.ts';
import type { Contract } from '../../contract/spec.ts';

export interface RequestShapes {
  readonly body: (operation: OperationId, body: unknown) => RequestReading;
  /** Reads a query or path value. */
  readonly parameter: (operation: OperationId, name: string, text: string) => ParameterReading;
  /** Returns how the contract refuses a value of a property that breaks a rule. */
  readonly brokenRule: (operation: OperationId, property: string) => BrokenRule;
}

export interface BrokenRule {
  readonly requirement: string;
  readonly status: number;
}

export function createRequestShapes(contract: Contract): RequestShapes {
  const { document, operations } = contract;
  return {
    body: (operation, body) => readRequestBody(contract, operations[operation], body),
    parameter: (operation, name, text) => {
      const parameter = operations[operation].parameters.find((entry) => entry.name === name);
      if (parameter !== undefined) return readRequestParameter(contract, parameter, text);
      return { value: text, violations: [], openValues: [], unlistedMembers: [] };
    },
    brokenRule: (operation, property) => {
      const pointer = `${getBodySchema(operations[operation])}/properties/${property}`;
      const start = {
        pointer,
        value: undefined,
        name: '',
        requirements: [],
        violationStatuses: [],
      };
      const { requirements, violationStatuses } = createNode(document, start);
      return { requirement: requirements[0] ?? 'body.json', status: violationStatuses[0] ?? 422 };
    },
  };
}
