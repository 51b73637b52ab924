/** Adds to a body what the judged contract requires, although the code that wrote the body may not know it. */
import { isObject, escape } from '../../contract/json-pointer.ts';
import type { OperationId } from '../../contract/operations.ts';
import {
  getBodySchema,
  readRequestBody,
  type RequestViolation,
} from '../../contract/requests/index.ts';
import { resolveSchema } from '../../contract/schema-nodes.ts';
import { readContract, type Contract } from '../../contract/spec.ts';
import { createExample } from './everyday.ts';
import { parsePath, readAt, replaceAt } from './paths.ts';

interface CompleteOptions {
  /** True to replace values that the contract refuses, too. */
  readonly replaces?: boolean;
  readonly contract?: Contract;
}

/** Returns a body with an example of each property that the contract requires and the body lacks. */
export function completeBody<Body>(
  operation: OperationId,
  body: Body,
  { replaces = false, contract = readContract() }: CompleteOptions = {},
): Body {
  const { violations } = readRequestBody(contract, contract.operations[operation], body);
  const completed = violations
    .filter(({ keyword }) => keyword === 'required' || replaces)
    .reduce<unknown>((partial, violation) => {
      const example = createExample({ contract, pointer: getPointer(violation) });
      return replaceAt(partial, parsePath(violation.name), example);
    }, body);
  // The result has all members of the body, and only examples of the contract besides.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return completed as Body;
}

/**
 * Returns a body with an example of each property that the judged contract lists and the body lacks.
 * @param except properties that a body has only for a reason, such as those of one format
 */
export function addOptional<Body>(
  operation: OperationId,
  body: Body,
  { except, contract = readContract() }: Pick<CompleteOptions, 'contract'> & ExceptedNames,
): Body {
  const pointer = getBodySchema(contract.operations[operation]) ?? '';
  const { properties } = resolveSchema(contract.document, pointer).schema;
  const names = Object.keys(isObject(properties) ? properties : {});
  const completed = names
    .filter((name) => !except.includes(name) && readAt(body, [name]) === undefined)
    .reduce<unknown>((partial, name) => {
      const place = { contract, pointer: `${pointer}/properties/${escape(name)}` };
      return replaceAt(partial, [name], createExample(place));
    }, body);
  // The result has all members of the body, and only examples of the contract besides.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return completed as Body;
}

interface ExceptedNames {
  readonly except: readonly string[];
}

/** Returns the pointer of the schema for the missing or refused value. */
function getPointer({ name, keyword, pointer }: RequestViolation): string {
  const schema = pointer.slice(0, -keyword.length - 1);
  const member = name.slice(name.lastIndexOf('.') + 1);
  return keyword === 'required' ? `${schema}/properties/${escape(member)}` : schema;
}
